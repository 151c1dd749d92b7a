def area(w, h):
    total = w * h
    return total
