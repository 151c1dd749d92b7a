def load(path):
    text = read(path)
    logger.info("read %s: %d", path, len(text))
    return parse(text)
