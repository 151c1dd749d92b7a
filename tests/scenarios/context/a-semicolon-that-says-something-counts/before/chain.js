first()
const all = load('items')
  .filter(known)
last()
