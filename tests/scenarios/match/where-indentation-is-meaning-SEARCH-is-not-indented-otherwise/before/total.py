def total(items):
    count = 0
    for item in items:
        count += item.number
        log(count)
        save(count)
    return count
