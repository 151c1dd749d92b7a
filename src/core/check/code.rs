//! Findings that need the grammar of a file. Several rules share them, so it is parsed once.

use super::change::{Change, Code};
use crate::core::{
    imports::unresolved,
    path::RepoPath,
    syntax::{Broken, Work, compare_any, languages},
};

impl Change<'_> {
    pub(super) fn code(&self) -> &Code {
        self.code.get_or_init(|| look(self).unwrap_or_default())
    }
}

/// Nothing where there is no grammar, or where parsing would take too long.
fn look(change: &Change<'_>) -> Option<Code> {
    let lines = change.lines.as_ref()?;
    let path = RepoPath::new(change.path).ok()?;
    let (languages, new) = (languages(&path), lines.new_text().bytes());
    let old = lines.old_text().map(|old| old.bytes());
    // Of a file that was there before, only errors to every program are worth reporting.
    let passed_over = change.is_whole && !languages.iter().all(|language| language.is_exact());
    if languages.is_empty() || passed_over || old == Some(new) {
        return None;
    }
    let (parsed, found) =
        compare_any(&languages, old, new, &lines.changed(), &mut Work::of_file()).ok()??;
    let is_sure = parsed.language().is_exact() && !found.was_broken && !change.is_whole;
    let broken = Broken::new(parsed.language(), &found.errors, new).map(|broken| (broken, is_sure));
    let imports = change.files.map(|files| unresolved(&parsed, old, &path, files));
    Some(Code { broken, imports: imports.unwrap_or_default() })
}
