//! `git_sr_fuzz::path` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| git_sr_fuzz::path(input));
