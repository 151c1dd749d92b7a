fn f(x: u8) {
    let a = one(x);
    two(a);
}
