pub fn now() -> u64 {
    0
}
