use std::fmt;

const PORT: u16 = 80;
const HOST: &str = "localhost";

fn main() {
    println!("{HOST}:{PORT}");
}
