fn other() {
    two();
}
