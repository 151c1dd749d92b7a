fn first() {
    one();
}

fn second() {
    three();
}
