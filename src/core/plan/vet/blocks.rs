//! Blocks that a finding in a new file is about.

use std::collections::HashMap;

use crate::core::{
    outcome::Note,
    path::RepoPath,
    plan::types::{BlockReport, Planned},
};

/// The numbers of the blocks that change a file; none if one of them failed, so that the file is not whole.
pub(super) fn blocks_of(
    file: &Planned,
    blocks: &[BlockReport],
    by_path: &HashMap<&RepoPath, Vec<usize>>,
) -> Option<Vec<usize>> {
    let change = &file.edited.change;
    let paths = [Some(&change.path), change.from.as_ref()].into_iter().flatten();
    let mut of_file: Vec<usize> = paths.filter_map(|path| by_path.get(path)).flatten().copied().collect();
    of_file.sort_unstable();
    of_file.dedup();
    // One with conflict markers is no text of its language until they are resolved.
    let is_broken = |number: &usize| {
        let BlockReport { outcome, notes, .. } = &blocks[*number];
        outcome.is_failed() || notes.contains(&Note::Conflict)
    };
    if of_file.iter().any(is_broken) {
        return None;
    }
    of_file.retain(|&number| blocks[number].outcome.is_applied());
    Some(of_file)
}

/// The blocks of a file whose lines are nearest; all, if the lines of one are not known.
pub(super) fn nearest(blocks: &[BlockReport], of_file: &[usize], first: usize, last: usize) -> Vec<usize> {
    let distance = |number: &usize| {
        let lines = blocks[*number].after.clone()?;
        Some(lines.start.saturating_sub(last).max((first + 1).saturating_sub(lines.end.max(lines.start + 1))))
    };
    let distances: Option<Vec<usize>> = of_file.iter().map(distance).collect();
    let Some(distances) = distances else { return of_file.to_vec() };
    let least = distances.iter().min();
    of_file
        .iter()
        .zip(&distances)
        .filter(|(_, distance)| Some(*distance) == least)
        .map(|(number, _)| *number)
        .collect()
}
