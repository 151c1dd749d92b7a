func f() {
	if x {
		y()
		z()
	}
}
