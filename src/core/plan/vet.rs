//! A look at all files as they would be: their names, their syntax and their imports.

mod blocks;
mod dress;
mod escape;
mod looks;
mod misnamed;
mod repository;
mod syntax;
mod twins;

pub(super) use dress::refuse_dress;
pub(super) use misnamed::refuse_misnamed;
pub(super) use repository::refuse_repositories;
pub(super) use syntax::vet;
pub(super) use twins::note_twins;
