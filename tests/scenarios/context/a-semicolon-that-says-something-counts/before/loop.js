first()
while (readNextItem())
  store(item)
last()
