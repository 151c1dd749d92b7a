fn one() -> u8 {
    1
}

fn two() -> u8 {
    2
}
