fn first() {
    two();
}

fn second(a: u16) {
    let b = a;
    go(b);
    done(b);
}
