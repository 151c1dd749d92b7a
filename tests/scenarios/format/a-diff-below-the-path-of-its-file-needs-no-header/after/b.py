def edge(w, h):
    return 2 * (w + h)
