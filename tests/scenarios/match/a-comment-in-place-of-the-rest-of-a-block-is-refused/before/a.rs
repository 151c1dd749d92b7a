fn load(path: &str) {
    let text = read(path);
    parse(text);
}
