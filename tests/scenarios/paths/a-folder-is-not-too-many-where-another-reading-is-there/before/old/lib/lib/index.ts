one()
