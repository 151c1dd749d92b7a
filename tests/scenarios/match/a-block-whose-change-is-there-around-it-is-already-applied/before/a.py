import os
import sys

x
