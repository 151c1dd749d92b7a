import a
import b
import c
