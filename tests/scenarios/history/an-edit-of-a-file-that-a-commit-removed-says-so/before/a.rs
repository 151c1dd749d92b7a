fn first() {
    one();
}
