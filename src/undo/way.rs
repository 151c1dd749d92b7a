//! By which option a batch can be taken back that undo refuses, or may refuse, as it is.

use super::{Force, UndoRequest, UndoStatus, within};
use crate::{
    repo::{config::Settings, open::Repo, recover::Way},
    request::RunMode,
};

/// The mildest way in which undo takes the batch of this request back at present, found by trying; none if none does.
pub(crate) fn way(repo: &Repo, settings: &Settings, request: &UndoRequest) -> Option<Way> {
    let ways = [(Force::No, Way::Undo), (Force::Merge, Way::Merge), (Force::Old, Way::Force)];
    let goes = |force| {
        let tried = UndoRequest { force, mode: RunMode::Check, ..request.clone() };
        within(repo, settings, &tried, None).is_ok_and(|report| report.status == UndoStatus::WouldUndo)
    };
    ways.into_iter().find(|(force, _)| goes(*force)).map(|(_, way)| way)
}
