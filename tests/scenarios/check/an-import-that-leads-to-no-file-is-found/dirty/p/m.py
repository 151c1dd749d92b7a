from .gone import x
from .other import y
from .new import z
