//! `git_sr_fuzz::locate` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| git_sr_fuzz::locate(input));
