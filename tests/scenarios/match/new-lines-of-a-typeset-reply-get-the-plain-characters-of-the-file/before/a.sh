clean() {
  echo "cleaning" -n
  ls 'x'
  exit 0
}
