fn step_new() {
    open();
    run();
    close();
}
fn step_1() {
    open();
    run();
    close();
}
fn step_2() {
    open();
    run_all();
    close();
}
fn step_3() {
    open();
    run();
    close();
}
fn step_4() {
    open();
    run();
    close();
}

fn main() {
    step_4();
}
