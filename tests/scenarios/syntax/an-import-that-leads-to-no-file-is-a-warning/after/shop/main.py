import os
import requests
from .cart import x
from .prices import y
from .tax import z
