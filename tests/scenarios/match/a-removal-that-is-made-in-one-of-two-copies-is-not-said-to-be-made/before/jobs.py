def first(job):
    job.start()
    job.wait()


def second(job):
    job.start()
    log("started", job)
    job.wait()
