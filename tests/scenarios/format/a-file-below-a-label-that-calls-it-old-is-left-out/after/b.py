def run(x):
    total = x * 2
    return total
