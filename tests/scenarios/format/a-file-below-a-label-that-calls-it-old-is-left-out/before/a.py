import b


def main():
    return b.run(3)
