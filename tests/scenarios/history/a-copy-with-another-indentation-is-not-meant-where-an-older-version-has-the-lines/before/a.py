def f(cfg):
    a = cfg.load()
    a.check()
    b = a.total
    return b


class K:
    def g(self, cfg):
        a = cfg.load()
        a.check()
        b = a.total
        return b + 1
