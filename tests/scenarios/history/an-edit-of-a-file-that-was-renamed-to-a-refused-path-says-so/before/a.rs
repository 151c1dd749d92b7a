fn first() {
    one();
}

fn second() {
    two();
}
