fn main() {
    run(;
}
