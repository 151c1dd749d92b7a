fn load(path: &str) {
    // The caller parses it now.
}
