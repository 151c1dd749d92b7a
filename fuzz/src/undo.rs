//! Replies planned on files, and taken back.

use git_sr::core::{
    change::FileMode,
    encode::PathChange,
    locate::Tier,
    path::RepoPath,
    plan::{Plan, Planned},
    splice::{Splice, apply},
    text::Span,
};

use crate::{
    encode::assert_encodes,
    fake::{Files, left, planned_to},
    parts::parts,
    path::assert_inside,
};

/// The files that a batch finds, besides those that the input lacks.
const PATHS: [&str; 3] = ["a.txt", "src/b.rs", "docs/c.md"];

/// Plans a reply and takes the plan back. The parts: the reply, and the texts of the files.
///
/// Nothing outside of the work tree is named, the splices turned around give every old byte, and so does a reply
/// that is made of the way back.
pub fn undo(input: &[u8]) {
    let [reply, texts @ ..] = parts::<4>(input);
    let files: Files = PATHS
        .iter()
        .zip(texts)
        .filter_map(|(path, text)| Some(((*path).to_owned(), text?.to_vec())))
        .collect();
    let plan = planned_to(Tier::last(), &files, reply.unwrap_or_default());
    plan.files.iter().for_each(|file| assert_inside(&file.edited.change.path));
    let Some(after) = left(&files, &plan) else { return };
    let mut undone = after.clone();
    for Planned { edited, .. } in &plan.files {
        let change = &edited.change;
        let name = change.path.to_string();
        match (&change.old, &change.new) {
            (Some(old), Some(new)) if change.from.is_none() => {
                let back = apply(&new.bytes, &inverse(&old.bytes, &edited.splices));
                assert_eq!(back, *old.bytes, "'{name}' does not come back");
                undone.insert(name, back);
            }
            (Some(old), _) => drop(undone.insert(name, old.bytes.to_vec())),
            (None, _) => drop(undone.remove(&name)),
        }
    }
    assert_eq!(undone, files);
    if after != files {
        assert_encodes(&after, &way_back(&plan));
    }
}

/// The splices that make the old bytes of the new ones.
fn inverse(old: &[u8], splices: &[Splice]) -> Vec<Splice> {
    let mut grown = 0_usize;
    let mut gone = 0_usize;
    let turn = |splice: &Splice| {
        let start = splice.old.start + grown - gone;
        grown += splice.new.len();
        gone += splice.old.len();
        Splice { old: Span { start, end: start + splice.new.len() }, new: old[splice.old.range()].to_vec() }
    };
    splices.iter().map(turn).collect()
}

fn way_back(plan: &Plan) -> Vec<PathChange> {
    let bytes = |version: &Option<git_sr::core::change::Version>| {
        version.as_ref().map(|version| version.bytes.to_vec())
    };
    let changes = plan.files.iter().map(|file| PathChange {
        path: RepoPath::clone(&file.edited.change.path),
        from: None,
        old: bytes(&file.edited.change.new),
        new: bytes(&file.edited.change.old),
        modes: [FileMode::Plain; 2],
    });
    changes.filter(|change| change.old != change.new).collect()
}
