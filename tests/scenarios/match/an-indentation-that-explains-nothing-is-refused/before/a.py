	if a:
		b
