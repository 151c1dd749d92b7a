def f(cfg):
    return cfg.total()


class K:
    def g(self, cfg):
        a = cfg.load()
        a.check()
        b = a.total
        return b + 1
