import sys

from tally.count import Counter


def main() -> int:
    counter = Counter()
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            counter.read(file)
    for word, number in counter.top(10):
        print(f"{number:6} {word}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
