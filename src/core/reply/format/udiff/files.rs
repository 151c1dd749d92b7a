//! The header of a file in a diff.

use bstr::{BString, ByteSlice as _};

use crate::core::{
    change::FileMode,
    reply::{
        malformed::Malformed,
        names,
        rows::{Row, Rows, shown},
        types::{FaultKind, PathCandidate},
    },
};

/// The lines above the hunks of a file.
#[derive(Debug, Default)]
pub(super) struct Files<'a> {
    /// The two paths of `diff --git`.
    git: Option<&'a [u8]>,
    /// The paths of `---` and `+++`.
    plain: Option<(&'a [u8], &'a [u8])>,
    /// The paths of `rename from` and `rename to`, or of `copy from` and `copy to`.
    from: Option<&'a [u8]>,
    to: Option<&'a [u8]>,
    is_copy: bool,
    is_new: bool,
    is_deleted: bool,
    /// The id of the old version.
    pub(super) old: Option<&'a [u8]>,
    /// The line with the mode that the file gets, and that mode.
    mode: Option<(Row<'a>, FileMode)>,
    /// A line that asks for something that is not done.
    refused: Option<Malformed>,
    /// The file that a line above the fence names, or one line alone, where there is no other header.
    named: Option<PathCandidate>,
    /// True if one line alone names the file, so that those of the next files may, too.
    pub(super) is_alone: bool,
    /// The offset behind them.
    pub(super) end: usize,
}

/// The change of a file.
pub(super) struct FileChange {
    /// Its path.
    pub(super) path: PathCandidate,
    /// Its new path, or that of its copy.
    pub(super) to: Option<PathCandidate>,
    /// True if it stays at its path, too.
    pub(super) is_copy: bool,
    /// True if the file is new.
    pub(super) creates: bool,
    /// True if the file goes.
    pub(super) removes: bool,
}

/// Returns whether a line begins a hunk.
pub(super) fn is_hunk(line: &[u8]) -> bool {
    line == b"@@" || line.starts_with(b"@@ ")
}

/// Returns whether the header of a file begins with this line, above these.
pub(super) fn begins(line: &[u8], below: &[u8]) -> bool {
    line.starts_with(b"diff --git ") || line.starts_with(b"--- ") && below.starts_with(b"+++ ")
}

/// The file that a line directly above a hunk names without another: `+++ a.rs`, `--- a.rs`, `Index: a.rs`.
pub(super) fn alone(line: &[u8], below: &[u8]) -> Option<BString> {
    let rest = ["+++ ", "--- ", "Index: "].iter().find_map(|sign| line.strip_prefix(sign.as_bytes()))?;
    name(rest).filter(|name| is_hunk(below) && names::is_strong(name))
}

impl<'a> Files<'a> {
    /// The file of this path, whose hunks are behind an offset.
    pub(super) fn of(path: PathCandidate, end: usize) -> Self {
        Self { named: Some(path), end, ..Self::default() }
    }

    /// Reads the header that begins with this line, which was the last to be read.
    pub(super) fn read(rows: &mut Rows<'a>, first: Row<'a>) -> Option<Self> {
        let below = rows.below().next().unwrap_or_default();
        if let Some(path) = alone(first.text, below) {
            let path = PathCandidate::new(path, false);
            return Some(Self { is_alone: true, ..Self::of(path, first.end()) });
        }
        if !begins(first.text, below) {
            return None;
        }
        let mut files = Self { end: first.end(), ..Self::default() };
        let mut old = first;
        if let Some(git) = first.text.strip_prefix(b"diff --git ") {
            files.git = Some(git);
            while let Some(row) = rows.peek().filter(|row| files.takes(*row)) {
                files.end = row.end();
                rows.inside();
            }
            let below = |row: &Row<'_>| rows.below().nth(1).is_some_and(|below| begins(row.text, below));
            match rows.peek().filter(|row| row.text.starts_with(b"--- ") && below(row)) {
                Some(row) => old = row,
                None => return Some(files),
            }
            rows.inside();
        }
        if let Some(new) = rows.inside() {
            files.plain = Some((&old.text[4..], &new.text[4..]));
            files.end = new.end();
        }
        Some(files)
    }

    /// Takes in a line below `diff --git`, unless it is none of the header.
    fn takes(&mut self, row: Row<'a>) -> bool {
        let line = row.text;
        let rest = |sign: &str| line.strip_prefix(sign.as_bytes());
        if let Some(mode) = rest("new file mode ") {
            self.is_new = true;
            self.mode = self.file_mode(line, mode).map(|mode| (row, mode));
        } else if let Some(mode) = rest("new mode ") {
            self.mode = self.file_mode(line, mode).map(|mode| (row, mode));
        } else if let Some(mode) = rest("old mode ") {
            self.file_mode(line, mode);
        } else if let Some(mode) = rest("deleted file mode ") {
            self.is_deleted = true;
            self.file_mode(line, mode);
        } else if let Some(path) = rest("rename from ").or(rest("copy from ")) {
            self.from = Some(path);
            self.is_copy = line.starts_with(b"copy");
        } else if let Some(path) = rest("rename to ").or(rest("copy to ")) {
            self.to = Some(path);
        } else if line.starts_with(b"Binary files ") || line.starts_with(b"GIT binary patch") {
            self.refuse(Malformed::Unsupported { text: shown(line) });
        } else if let Some(ids) = rest("index ") {
            self.old = ids.split_once_str("..").map(|(old, _)| old);
            if let Some((_, mode)) = ids.split_once_str(" ") {
                self.file_mode(line, mode);
            }
        } else {
            return rest("similarity index ").or(rest("dissimilarity index ")).is_some();
        }
        true
    }

    /// The mode that is written so. Links and submodules are refused.
    fn file_mode(&mut self, line: &[u8], mode: &[u8]) -> Option<FileMode> {
        let mode = mode.trim_ascii();
        let bits = mode.to_str().ok().and_then(|mode| u32::from_str_radix(mode, 8).ok());
        match bits.map(|bits| (bits >> 12, bits)) {
            Some((0o10, bits)) => return Some(FileMode::of(Some(bits))),
            Some((0o12, _)) => self.refuse(Malformed::Link),
            Some((0o16, _)) => self.refuse(Malformed::Submodule),
            _ => self.refuse(Malformed::Unsupported { text: shown(line) }),
        }
        None
    }

    fn refuse(&mut self, malformed: Malformed) {
        self.refused.get_or_insert(malformed);
    }

    /// The line with the mode that the file gets, and that mode, if it is not new with it.
    pub(super) fn new_mode(&self) -> Option<(Row<'a>, FileMode)> {
        self.mode.filter(|_| !self.is_new)
    }

    /// The mode with which the file is made.
    pub(super) fn created_mode(&self) -> Option<FileMode> {
        self.mode.filter(|_| self.is_new).map(|(_, mode)| mode)
    }

    /// Returns whether it moves or copies the file.
    pub(super) fn makes_of_another(&self) -> bool {
        self.to.is_some()
    }

    /// The change that it says.
    pub(super) fn change(&self) -> Result<FileChange, FaultKind> {
        if let Some(refused) = &self.refused {
            return Err(refused.clone().into());
        }
        if let Some(path) = self.named.clone() {
            return Ok(FileChange { path, to: None, is_copy: false, creates: false, removes: false });
        }
        if self.makes_of_another() && (self.is_new || self.is_deleted) {
            return Err(Malformed::TwoPaths.into());
        }
        let ([old, new], is_bare) = self.names()?;
        if let Some([one, other]) = self.two([&old, &new]) {
            return Err(Malformed::TwoFiles { one, other }.into());
        }
        let creates = self.is_new || old.is_none();
        let removes = self.is_deleted || new.is_none();
        let (path, to) = match (old, new) {
            (Some(old), Some(new)) if old != new => match self.makes_of_another() {
                true => (old, Some(new)),
                false => (one_path(&old, &new).ok_or(Malformed::TwoPaths)?, None),
            },
            (Some(path), _) | (None, Some(path)) if creates != removes || !creates => (path, None),
            _ => return Err(FaultKind::NoPath { above: None }),
        };
        let candidate = |text: BString| match text.is_utf8() {
            // git quotes a backslash in a name: others are separators.
            _ if self.quotes_backslash(&text) => Err(Malformed::Unsupported { text: shown(&text) }.into()),
            true => {
                let is_bare = is_bare || without_side(&text).is_none();
                Ok(PathCandidate { is_bare, ..PathCandidate::new(text, true) })
            }
            false => Err(FaultKind::BadPath { text }),
        };
        Ok(FileChange {
            path: candidate(path)?,
            to: to.map(candidate).transpose()?,
            is_copy: self.is_copy,
            creates,
            removes,
        })
    }

    /// Returns whether the header has this path in quotes, with a backslash in its name.
    fn quotes_backslash(&self, path: &BString) -> bool {
        let plain = self.plain.iter().flat_map(|(old, new)| [*old, *new]);
        let mut names = plain.chain(self.from).chain(self.to).chain(self.git);
        path.contains(&b'\\') && names.any(|name| name.contains_str("\\\\"))
    }

    /// The old and the new path, none for no file; and whether they never have a prefix.
    fn names(&self) -> Result<([Option<BString>; 2], bool), FaultKind> {
        if let (Some(from), Some(to)) = (self.from, self.to) {
            return Ok(([name(from), name(to)], true));
        }
        if let Some((old, new)) = self.plain {
            return Ok(without_prefixes(name(old), name(new)));
        }
        let of_git = self.name_of_git().map(|(name, is_bare)| ([Some(name.clone()), Some(name)], is_bare));
        of_git.ok_or_else(|| FaultKind::NoPath { above: self.git.map(shown) })
    }

    /// The path that `diff --git` has twice, and whether it never has a prefix.
    fn name_of_git(&self) -> Option<(BString, bool)> {
        let git = self.git?.trim_ascii();
        let half = git.len() / 2;
        let (old, new) = git.get(..half).zip(git.get(half + 1..))?;
        match without_prefixes(name(old), name(new)) {
            ([Some(old), Some(new)], is_bare) if old == new => Some((new, is_bare)),
            _ => None,
        }
    }

    /// A path of the header, and the one of these which has another one on the same side.
    fn two(&self, meant: [&Option<BString>; 2]) -> Option<[BString; 2]> {
        let git = self.name_of_git().map(|(name, _)| [Some(name.clone()), Some(name)]);
        let plain = self.plain.map(|(old, new)| [name(old), name(new)]);
        let said = git.filter(|_| self.from.is_none()).into_iter().chain(plain).flatten();
        said.zip(meant.into_iter().cycle()).find_map(|(said, meant)| {
            let (said, meant) = (said?, meant.as_ref()?);
            let is_same = said == *meant
                || without_side(&said).as_ref() == Some(meant)
                || without_side(meant).as_ref() == Some(&said);
            (!is_same).then(|| [said, meant.clone()])
        })
    }
}

/// A path as a header has it; none for no file.
fn name(text: &[u8]) -> Option<BString> {
    // A time may follow a tab, and git puts one behind a name with blanks, which may end in one.
    let text = text.split_once_str("\t").map_or(text.trim_ascii_end(), |(name, _)| name);
    if text == b"/dev/null" {
        return None;
    }
    if text.starts_with(b"\"")
        && let Ok((path, used)) = gix_quote::ansi_c::undo(text.as_bstr())
        && used == text.len()
    {
        return Some(path.into_owned());
    }
    Some(text.into())
}

/// The path of a file that a diff calls by two names, of which one says `original` and the other `modified` in a
/// remark, or in a folder or an ending of its own.
fn one_path(old: &[u8], new: &[u8]) -> Option<BString> {
    const SIDES: [(&str, &str); 6] = [
        ("old", "new"),
        ("original", "modified"),
        ("original", "updated"),
        ("original", "new"),
        ("orig", "new"),
        ("before", "after"),
    ];
    fn bare(text: &[u8]) -> &[u8] {
        let is_word = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b' ';
        let remark = text.strip_suffix(b")").and_then(|rest| rest.rfind(b" ("));
        let remark = remark.filter(|at| text[at + 2..text.len() - 1].iter().all(is_word));
        &text[..remark.unwrap_or(text.len())]
    }
    let (old, new) = (bare(old), bare(new));
    let in_folders = SIDES.iter().find_map(|(before, after)| {
        let old = old.strip_prefix(before.as_bytes())?.strip_prefix(b"/")?;
        let new = new.strip_prefix(after.as_bytes())?.strip_prefix(b"/")?;
        (old == new).then_some(new)
    });
    let is_kept =
        || [".orig", ".old", ".bak"].iter().any(|end| old.strip_suffix(end.as_bytes()) == Some(new));
    in_folders.or_else(|| (old == new || is_kept()).then_some(new)).map(BString::from)
}

/// The paths without `a/` and `b/`, or other letters of that kind, and whether they had such.
fn without_prefixes(old: Option<BString>, new: Option<BString>) -> ([Option<BString>; 2], bool) {
    let rest = without_side;
    let of = |path: &BString, letter: &str| rest(path).filter(|_| path.starts_with(letter.as_bytes()));
    match (&old, &new) {
        (Some(before), Some(after)) => {
            let is_prefixed = before.first() != after.first() && rest(before) == rest(after)
                || before.starts_with(b"a/") && after.starts_with(b"b/");
            match (rest(before), rest(after)) {
                (Some(before), Some(after)) if is_prefixed => ([Some(before), Some(after)], true),
                _ => ([old, new], false),
            }
        }
        (Some(before), None) => match of(before, "a/") {
            Some(before) => ([Some(before), None], true),
            None => ([old, None], false),
        },
        (None, Some(after)) => match of(after, "b/") {
            Some(after) => ([None, Some(after)], true),
            None => ([None, new], false),
        },
        (None, None) => ([None, None], false),
    }
}

/// A path without a letter and `/` in front of it; none for another one.
fn without_side(path: &BString) -> Option<BString> {
    match path.get(..2) {
        Some([letter, b'/']) if letter.is_ascii_lowercase() => Some(path[2..].into()),
        _ => None,
    }
}
