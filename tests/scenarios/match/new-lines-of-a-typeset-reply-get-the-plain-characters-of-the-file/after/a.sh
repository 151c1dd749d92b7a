clean() {
  ls 'x'
  echo "cleaning" -n
  rm -rf "$DIR"
  exit 0
}
