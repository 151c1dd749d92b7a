const compareEntries = (a, b) => {
  if (a.size !== b.size) {
    return false
  }
  return [...a].every(([key, value]) => Object.is(value, b.get(key)))
}

const compareItems = (a, b) => {
  const items = [...b]
  return [...a].every((item, at) => Object.is(item, items[at]))
}

export function compare(a, b) {
  if (Object.is(a, b)) {
    return true
  }
  if (a instanceof Map && b instanceof Map) {
    return compareEntries(a, b)
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return compareItems(a, b)
  }
  return compareEntries(new Map(Object.entries(a)), new Map(Object.entries(b)))
}
