fn first() {
    one();
}

fn second(a: u8) {
    let b = a;
    go(b);
    done();
}
