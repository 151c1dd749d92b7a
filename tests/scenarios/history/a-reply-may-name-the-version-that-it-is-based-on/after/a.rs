zero {
    x();
    y();
    w();
}
sep
one {
    x();
    z();
}
last
