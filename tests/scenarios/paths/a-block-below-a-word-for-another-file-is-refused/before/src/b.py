import os
import sys

LIMIT = 10
