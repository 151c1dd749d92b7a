def load(path):
    check(path)
    text = read(path)
    return parse(text)
