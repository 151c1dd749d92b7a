fn left(job: &Job) {
    let input = job.read();
    let size = input.len();
    let limit = job.limit();
    check(size, limit);
    let output = run(input);
    job.write(output);
    job.done();
}

fn right(job: &Job) {
    let input = job.read();
    let size = input.len();
    let limit = job.limit();
    check(size, limit);
    let output = run(input);
    job.write(output);
    job.done();
}
