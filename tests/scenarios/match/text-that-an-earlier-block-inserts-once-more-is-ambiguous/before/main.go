package main

func handleA(w writer) {
	check(w)
	write(w, "a")
}
