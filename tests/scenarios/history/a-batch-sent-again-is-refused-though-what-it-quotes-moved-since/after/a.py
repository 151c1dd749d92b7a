def load(path):
    check(path)
    text = read_all(path)
    log(path)
    return parse(text)


def other(path):
    text = read(path)
    return check(text)
