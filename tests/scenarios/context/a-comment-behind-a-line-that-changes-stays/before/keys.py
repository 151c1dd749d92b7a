def serializer(self, app):
    keys = list(app.config["FALLBACKS"])
    keys.append(app.secret_key)  # the current key is the last one
    return Serializer(keys, timeout=30)  # 30 seconds
