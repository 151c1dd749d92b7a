fn main() {
    let name = read();
    check(name);

    print(name, 2);
}
