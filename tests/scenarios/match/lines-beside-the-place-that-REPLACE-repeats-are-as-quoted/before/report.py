def report(rows):
    header = title(rows)
    print(header)
    for row in rows:
        print(row)
    print(total(rows))
    return len(rows)
