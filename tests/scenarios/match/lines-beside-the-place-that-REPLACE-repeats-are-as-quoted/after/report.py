def report(rows):
    header = title(rows)
    print(header)
    for row in sorted(rows):
        print(row.name)
        print(row.value)
    print(total(rows))
    return len(rows)
