import b


def main():
    return b.run(4)
