run(a);
