import job


def run(job):
    a = prepare(job)
    b = prepare(a)
    c = prepare(b)
    job.start(c)
    job.wait()
    return job
