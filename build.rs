//! Links the release program for quick starts, and makes a build for tests without the calls of Linux.

#![expect(clippy::disallowed_methods, reason = "cargo tells a build script the target by the environment")]

use std::env;

/// Addresses that are fixed when it is linked need no relocation at every start, and the tables of the grammars
/// have tens of thousands of them.
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    portable();
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    // A program that is linked statically has its own way to say so.
    let is_static = env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|all| all.contains("crt-static"));
    let is_linux = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if is("PROFILE", "release") && is_linux && !is_static {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

/// Tells `src/repo/platform.rs` to do without what is not on every system, if `GIT_SR_PORTABLE` is set.
fn portable() {
    println!("cargo:rerun-if-env-changed=GIT_SR_PORTABLE");
    println!("cargo:rustc-check-cfg=cfg(portable)");
    if env::var_os("GIT_SR_PORTABLE").is_some() {
        println!("cargo:rustc-cfg=portable");
    }
}
