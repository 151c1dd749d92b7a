NAMES = dict([
    ('"', "double quote"),
    ("'", "single quote"),
    ("%", "percent"),
    ("&", "ampersand"),
])
