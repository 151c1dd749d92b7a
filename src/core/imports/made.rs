//! Files that are not there and yet may be meant: products of a build, files with a declaration beside them,
//! and files that git ignores.

use std::collections::BTreeSet;

use bstr::ByteSlice as _;
use globset::{GlobBuilder, GlobMatcher};

use super::files::Files;
use crate::core::path::RepoPath;

/// Returns whether a file beside replaces one of these paths: a compiled module (`a.cpython-313-darwin.so`),
/// a declaration (`a.css.d.ts`, `a.d.css.ts`), or its source (`a.scss`, `a.coffee`).
pub(super) fn are_beside(paths: &[RepoPath], files: &dyn Files) -> bool {
    let folders: BTreeSet<Option<RepoPath>> = paths.iter().map(RepoPath::parent).collect();
    let beside: Vec<RepoPath> = folders.iter().flat_map(|folder| files.beside(folder.as_ref())).collect();
    let stands_for = |path: &RepoPath| {
        let folder = path.parent();
        beside.iter().filter(|entry| entry.parent() == folder).any(|entry| explains(entry.file_name(), path))
    };
    paths.iter().any(stands_for)
}

fn explains(entry: &[u8], path: &RepoPath) -> bool {
    let name = path.file_name();
    let begins = |start: &[u8]| entry.strip_prefix(start).is_some_and(|rest| rest.starts_with(b"."));
    if begins(name) {
        return true;
    }
    let Some((stem, extension)) = name.rsplit_once_str(".") else { return false };
    match extension {
        b"js" | b"jsx" | b"mjs" | b"cjs" => begins(stem),
        b"css" => {
            begins(&[stem, b".d"].concat())
                || [&b"scss"[..], b"sass", b"less", b"styl", b"pcss"]
                    .iter()
                    .any(|source| entry == [stem, b".", source].concat())
        }
        _ => begins(&[stem, b".d"].concat()),
    }
}

/// Returns whether git ignores one of these paths, as far as the `.gitignore` of the repository tell. In
/// doubt it does.
pub(super) fn are_ignored(paths: &[RepoPath], files: &dyn Files) -> bool {
    let mut folders: BTreeSet<Option<RepoPath>> = BTreeSet::from([None]);
    for path in paths {
        let mut above = path.parent();
        while let Some(folder) = above {
            above = folder.parent();
            folders.insert(Some(folder));
        }
    }
    folders.iter().any(|folder| {
        let prefix =
            folder.as_ref().map_or(Vec::new(), |folder| [folder.as_bstr().as_bytes(), b"/"].concat());
        let rules = RepoPath::new(&[&prefix[..], b".gitignore"].concat()).ok();
        let Some(rules) = rules.and_then(|rules| files.read(&rules)) else { return false };
        let below: Vec<&[u8]> =
            paths.iter().filter_map(|path| path.as_bstr().strip_prefix(prefix.as_slice())).collect();
        rules.lines().filter_map(Rule::read).any(|rule| below.iter().any(|path| rule.ignores(path)))
    })
}

/// A line of a `.gitignore`.
struct Rule {
    glob: GlobMatcher,
    is_anchored: bool,
}

impl Rule {
    fn read(line: &[u8]) -> Option<Self> {
        let rule = line.trim_ascii().to_str().ok()?;
        if rule.is_empty() || rule.starts_with(['#', '!']) {
            return None;
        }
        let is_anchored = rule.trim_end_matches('/').contains('/');
        let glob = GlobBuilder::new(rule.trim_matches('/')).literal_separator(true).build().ok()?;
        Some(Self { glob: glob.compile_matcher(), is_anchored })
    }

    /// Returns whether it names a path below it, or a folder above that path.
    fn ignores(&self, path: &[u8]) -> bool {
        let matches = |part: &[u8]| part.to_path().is_ok_and(|part| self.glob.is_match(part));
        if !self.is_anchored {
            return path.split_str("/").any(matches);
        }
        let ends = path.find_iter(b"/").chain([path.len()]);
        ends.map(|end| &path[..end]).any(matches)
    }
}
