one()
two()
three()
