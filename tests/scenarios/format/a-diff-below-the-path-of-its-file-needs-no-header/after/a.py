def area(w, h):
    return abs(w * h)
