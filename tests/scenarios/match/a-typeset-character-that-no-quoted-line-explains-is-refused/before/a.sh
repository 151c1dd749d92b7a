clean() {
  echo "cleaning"
  exit 0
}
