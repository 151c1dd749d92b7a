//! Input that the parts of an apply share.

use super::ApplyRequest;
use crate::{
    core::guard::Policy,
    repo::{config::Settings, open::Repo, world::RepoWorld},
};

/// One apply: the request, and the repository.
#[derive(Clone, Copy)]
pub(super) struct Task<'a, 'r> {
    pub(super) repo: &'r Repo,
    pub(super) settings: &'a Settings,
    pub(super) request: &'a ApplyRequest,
    pub(super) world: &'a RepoWorld<'r>,
    pub(super) policy: &'a Policy,
}
