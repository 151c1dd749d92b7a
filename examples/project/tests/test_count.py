from tally.count import Counter


def test_words_are_counted():
    counter = Counter()
    counter.read(["one two", "two"])
    assert counter.numbers == {"one": 1, "two": 2}
