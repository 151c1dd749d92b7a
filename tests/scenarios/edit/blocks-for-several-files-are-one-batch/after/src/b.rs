fn b() -> u8 { 2 }
