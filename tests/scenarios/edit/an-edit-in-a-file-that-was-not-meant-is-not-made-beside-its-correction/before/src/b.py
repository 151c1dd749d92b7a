def other():
    run()
