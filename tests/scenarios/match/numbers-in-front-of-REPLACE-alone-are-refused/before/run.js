run(a);
stop(a);
