a {
    one();
    two();
}
b {
    one();
    two();
}
