//! Old versions of files, under whatever name.

use super::batch::Planned;
use crate::core::{change::Edited, path::RepoPath, splice::Splice};

/// Finds the planned change of a path, among files sorted by path.
pub(crate) fn find<'p>(files: &'p [Planned], path: &RepoPath) -> Option<&'p Planned> {
    let at = files.binary_search_by(|file| file.edited.change.path.cmp(path)).ok()?;
    Some(&files[at])
}

/// Bytes of a file before the batch, under whatever name.
pub(crate) fn bytes_before<'p>(files: &'p [Planned], file: &'p Planned) -> Option<&'p [u8]> {
    let change = &file.edited.change;
    let origin = || find(files, change.from.as_ref()?)?.edited.change.old.as_ref();
    change.old.as_ref().or_else(origin).map(|old| old.bytes.as_slice())
}

/// Makes the splices of renamed files from the bytes at their old paths. A file that the batch itself made
/// and then renamed has none, nor has one whose old path holds a file again.
pub(crate) fn name_origins(files: &mut [Planned]) {
    let old = |path: &RepoPath, files: &[Planned]| {
        let change = find(files, path).map(|file| &file.edited.change);
        change.filter(|change| change.new.is_none()).and_then(|change| change.old.clone())
    };
    for at in 0..files.len() {
        let Some(from) = files[at].edited.change.from.clone() else { continue };
        let origin = old(&from, files).filter(|_| files[at].edited.change.old.is_none());
        let Edited { change, splices } = &mut files[at].edited;
        match (origin, &change.new) {
            (Some(origin), Some(new)) => {
                *splices = Splice::between(&origin.bytes, &new.bytes).into_iter().collect()
            }
            _ => change.from = None,
        }
    }
}
