//! Places by the matching ladder.

use std::{path::Path, sync::Arc};

use super::{edit::Edit, options::EditOptions};
use crate::core::{
    guard::{Policy, Rules},
    outcome::{Failure, Outcome},
    path::RepoPath,
    plan::{OneFile, Settings, Source, plan},
    reply::{self, Block, Extent, Hints, Operation, PathCandidate, Reply},
    splice::Splice,
    text::Span,
};

/// The changes of the file that an edit of whole lines makes, by the tiers that are allowed.
pub(super) fn splices(
    bytes: &[u8],
    path: &Path,
    edit: &Edit,
    options: &EditOptions,
) -> Result<Vec<Splice>, Failure> {
    let unfound = || Failure::NotFound { nearest: Vec::new(), replace_at: None, unlaid: None };
    let policy = Policy::new(Rules::default()).map_err(|_| unfound())?;
    let path = known_as(path, &policy).ok_or_else(unfound)?;
    let world = OneFile { path, bytes, id: None };
    let block = block(edit, &world.path);
    let reply = Reply { blocks: vec![block], ..Reply::default() };
    let settings = Settings {
        allow_placeholder: false,
        keep_emptied: true,
        max_file_bytes: options.max_bytes,
        ..Settings::lifted(options.last_tier)
    };
    let plan = plan(&[Source { name: "-".into(), reply }], &policy, &settings, &world);
    match plan.blocks.into_iter().next().map(|block| block.outcome) {
        Some(Outcome::Failed(failure)) => Err(failure),
        // A change that is there already is none that was found.
        Some(Outcome::Applied(_)) => {
            Ok(plan.files.into_iter().flat_map(|planned| planned.edited.splices).collect())
        }
        _ => Err(unfound()),
    }
}

/// A name for the file, by which its language is known. Where the file is, is the caller's choice: a name
/// that the policy would refuse gives way to a plain one.
fn known_as(path: &Path, policy: &Policy) -> Option<RepoPath> {
    let name = path.file_name().and_then(|name| RepoPath::new(name.as_encoded_bytes()).ok());
    let is_plain = |name: &RepoPath| !policy.judge(name).is_refused();
    name.filter(is_plain).or_else(|| RepoPath::new(b"file").ok())
}

fn block<'a>(edit: &Edit, path: &RepoPath) -> Block<'a> {
    const DIVIDER: &str = "=======\n";
    let line = |text: &str| {
        if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
    };
    let (old, new) = (line(&edit.old), line(&edit.new));
    let divider = Span { start: old.len(), end: old.len() + DIVIDER.len() };
    Block {
        line: edit.line.unwrap_or(1),
        span: Span { start: 0, end: 0 },
        head: 0,
        path: Arc::new([PathCandidate::new(path.as_bstr().to_owned(), true)]),
        around: None,
        is_settled: true,
        is_new: false,
        correction: None,
        base: None,
        version: None,
        operation: Operation::Edit(reply::Edit {
            body: [old.as_str(), DIVIDER, new.as_str()].concat().into_bytes().into(),
            dividers: vec![divider],
            indentation: std::borrow::Cow::Borrowed(b""),
            cleared: Vec::new(),
            hints: Hints { extent: Extent::Lines, ..Hints::default() },
            header: 0,
            lines: None,
        }),
    }
}
