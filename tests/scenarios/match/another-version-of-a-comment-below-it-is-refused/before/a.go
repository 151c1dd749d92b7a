// Get returns a value.
func Get() int {
	return 1
}
