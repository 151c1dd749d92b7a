fn a() -> u8 { 1 }
