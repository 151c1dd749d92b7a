fn f(x: u8) {
    let a = one(x);
    log(a);
    two(a + 1);
}
