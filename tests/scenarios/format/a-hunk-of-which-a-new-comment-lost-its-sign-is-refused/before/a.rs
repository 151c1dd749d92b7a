pub struct A {
    pub storage: String,
    pub total: u64,
    pub other: u64,
}
