fn main() {
    let name = read();
    print(name);
}
