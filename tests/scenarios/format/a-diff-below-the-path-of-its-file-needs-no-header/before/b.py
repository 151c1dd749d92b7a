def edge(w, h):
    return w + h
