first()
const css = `
  color: darkgreen
`
last()
