use std::fmt;

/// Greets.
fn greet() {
    println!("hello");
}

fn main() {
    greet();
}
