one {
    x();
    y();
}
last
