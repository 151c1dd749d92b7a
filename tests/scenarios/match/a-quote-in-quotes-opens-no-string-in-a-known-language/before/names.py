NAMES = dict([
    ('"', "double quote"),
    ("%", "percent"),
])
