type Config struct {
	// Skip says which lines are left out.
	Skip Skipper
	Name string
}
