package a

type T struct {
	A int
}
