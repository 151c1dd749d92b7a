//! `git_sr_fuzz::encode` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| git_sr_fuzz::encode(input));
