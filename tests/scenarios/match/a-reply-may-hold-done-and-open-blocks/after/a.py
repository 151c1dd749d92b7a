import os
import sys
x = 2
