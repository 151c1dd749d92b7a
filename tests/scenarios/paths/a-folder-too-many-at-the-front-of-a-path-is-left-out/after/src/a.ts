one()
2()
