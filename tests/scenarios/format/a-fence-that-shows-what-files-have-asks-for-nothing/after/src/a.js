once()
two()
three()
