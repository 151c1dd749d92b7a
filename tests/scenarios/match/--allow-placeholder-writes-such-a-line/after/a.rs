fn a() {
    // ... existing code ...
    two();
}
