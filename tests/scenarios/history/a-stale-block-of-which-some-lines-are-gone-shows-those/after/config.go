type Config struct {
	Name string
}
