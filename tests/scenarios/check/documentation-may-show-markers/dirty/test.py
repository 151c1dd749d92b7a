x = """\
# sr-check-ignore
<<<<<<< HEAD
a
=======
b
>>>>>>> other
"""
# ... existing code ...  sr-check-ignore, this is what models write ...
