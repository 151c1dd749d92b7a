mod tests {
    fn case() -> Case {
        first();
        last()
    }
}
