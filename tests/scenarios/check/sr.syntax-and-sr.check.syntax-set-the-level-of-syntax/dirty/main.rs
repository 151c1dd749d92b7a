fn main( {}
