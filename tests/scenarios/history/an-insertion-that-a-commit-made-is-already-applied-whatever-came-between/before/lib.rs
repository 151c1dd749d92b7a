mod judge;
mod probe;
mod sources;
