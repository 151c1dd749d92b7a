use std::fmt;

const PORT: u16 = 8080;
const HOST: &str = "localhost";

fn main() {
    println!("http://{HOST}:{PORT}");
}
