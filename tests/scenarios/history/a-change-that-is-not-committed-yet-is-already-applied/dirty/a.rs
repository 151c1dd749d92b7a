fn first() {
    one();
}

fn second(a: u8) {
    go(a);
}
