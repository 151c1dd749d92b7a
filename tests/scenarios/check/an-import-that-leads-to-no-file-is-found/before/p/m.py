from .gone import x
