def workflow():
    start()
    step_a()
    check()
    step_b()
    finish()
