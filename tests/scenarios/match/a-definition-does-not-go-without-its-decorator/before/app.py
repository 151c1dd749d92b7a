from web import app


@app.route("/one")
def one():
    return 1


@app.route("/two")
def two():
    return 2
