// mine
fn first() {
    one();
}

fn second(a: u16) {
    let b = a;
    go(b);
    done(b);
}
// mine too
