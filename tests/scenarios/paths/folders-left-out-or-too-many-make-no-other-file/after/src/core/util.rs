use std::env;

pub fn home() -> String {
    env::var("HOME").unwrap_or_default()
}

pub fn shell() -> String {
    env::var("SHELL").unwrap_or_default()
}
