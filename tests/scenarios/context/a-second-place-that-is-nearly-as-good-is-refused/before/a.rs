fn first() {
    one();
}

fn second(a: u8) {
    // What is asked for.
    let b = a;
    let c = "x";
    log(b);
    go(b, c);
    done();
}
fn fourth(a: u8) {
    // What is asked for.
    let b = a;
    let c = "x";
    log(b);
    go(b, c);
    done();
}
