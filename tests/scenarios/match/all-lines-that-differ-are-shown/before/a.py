import log


def load(path, limit):
    with open(path) as file:
        lines = file.readlines()
    log.debug("read %s", path)
    items = [parse(line) for line in lines]
    items.sort()
    return items[:limit]
