function f(pkg) {
  let ignores = [];
  if (
    pkg === "a"
  ) {
    ignores = [1];
  }
  return ignores;
}
