all:
	echo
clean:
	rm -f out
