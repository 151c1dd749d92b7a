//! The gap between two blocks: the path line, the fences, and shell commands.

use bstr::{BString, ByteSlice};

use super::around::Lines;
use super::types::PathCandidate;
use super::{info, names, path_line, sentence, title, wish};

/// A message shows no more of a line than this, in bytes.
pub(super) const SHOWN: usize = 200;

/// The text between the block before (or the start) and an opener, as far as a path is concerned.
#[derive(Debug, Default)]
pub(super) struct Gap<'a> {
    /// Its offset in the reply.
    pub(super) start: usize,
    /// All of its lines.
    pub(super) lines: Lines<'a>,
    /// The last heading in it that names a file.
    pub(super) heading: Option<&'a [u8]>,
    /// The nearest line above the opener that is neither blank nor a fence.
    pub(super) above: Option<&'a [u8]>,
    /// Offsets of that line, and of the one that names `base`.
    pub(super) above_at: usize,
    pub(super) base_at: usize,
    /// The place of that line.
    pub(super) place: Place,
    /// The first line of the fence that is open at the opener.
    pub(super) first_inside: Option<&'a [u8]>,
    /// The info string of that fence.
    pub(super) info: &'a [u8],
    /// True if a fence is open at the opener.
    pub(super) fenced: bool,
    /// The version that a line directly above or below the path line names.
    pub(super) base: Option<&'a [u8]>,
    /// True if a line of text, which can only be the path line, follows that line.
    pub(super) named_since: bool,
    /// True if the line above is a header with a path and a version.
    pub(super) is_header: bool,
    /// The path of such a header directly above that line.
    pub(super) headed: Option<&'a [u8]>,
    /// The line above the fence that opens in this gap, if that is open at the opener.
    pub(super) outside: Option<&'a [u8]>,
    /// True if such a fence is open there.
    pub(super) is_opened: bool,
}

/// Place of a line in a gap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    #[default]
    Prose,
    /// In a fence that is open at the opener.
    Inside,
    /// In a fence that is closed again, alone or not.
    Closed { alone: bool },
    /// In a shell fence that is closed again: a command.
    Command,
    /// In edits in another format.
    Edits,
}

/// Reason why a gap gives no path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unnamed {
    /// Nothing but blank lines and fences: the block before may lend its path.
    Empty,
    /// No line that could be a path.
    Prose(BString),
    /// The path line is not UTF-8.
    NotUtf8(BString),
    /// Two files that are named.
    Two(BString, BString),
}

impl<'a> Gap<'a> {
    /// Returns whether there is no text in it.
    pub(super) fn is_empty(&self) -> bool {
        self.above.is_none()
    }

    /// Offset of the lines that name the path and the base of the block below; the start where there is no
    /// text.
    pub(super) fn head(&self) -> usize {
        match (self.above, self.base) {
            (None, _) => self.start,
            (Some(_), None) => self.above_at,
            (Some(_), Some(_)) => self.above_at.min(self.base_at),
        }
    }

    /// Returns whether it ends with edits in another format, whose lines say nothing of the block below.
    pub(super) fn is_edits(&self) -> bool {
        self.place == Place::Edits
    }

    /// Candidates for the path of the block below, the likeliest first.
    pub(super) fn path(&self) -> Result<Vec<PathCandidate>, Unnamed> {
        let said: Vec<BString> = if self.may_name_two() { self.said().collect() } else { Vec::new() };
        if let Some(one) = said.first()
            && let Some(other) = said.iter().find(|said| !names::are_one(said, one))
        {
            return Err(Unnamed::Two(one.clone(), other.clone()));
        }
        let mut found = self.above.map(|line| self.line_paths(line)).transpose()?.unwrap_or_default();
        if found.is_empty()
            && let Some(first) = self.first_inside
            && first.is_utf8()
        {
            found = path_line::candidates(first);
        }
        let in_info = self.info_path();
        match (found.first_mut(), in_info) {
            (Some(path), Some(in_info)) if path.text == in_info.text => path.creates |= in_info.creates,
            (Some(path), _) if names::is_strong(&path.text) => {}
            (_, in_info) => drop(found.splice(0..0, in_info)),
        }
        let is_below =
            |heading: &&[u8]| path_line::is_plain(heading) && self.above.is_some_and(path_line::is_sentence);
        if let Some(heading) = self.heading.filter(is_below) {
            let heading = path_line::candidates(heading);
            match (found.first(), heading.first()) {
                (None, _) => found = heading,
                (Some(path), Some(named)) if path.text != named.text => found.clear(),
                _ => {}
            }
        }
        match self.above {
            Some(line) if path_line::names_several(line) && path_line::is_sentence(line) => {
                Err(Unnamed::Prose(shown(line)))
            }
            _ if !found.is_empty() => Ok(in_full(found, &said)),
            Some(line) => Err(Unnamed::Prose(shown(line))),
            None => Err(Unnamed::Empty),
        }
    }

    /// The candidates for a path that is not in this gap, which may have it with more folders.
    ///
    /// # Errors
    ///
    /// The file that is named directly at the block below, if that is another one.
    pub(super) fn completed(&self, path: Vec<PathCandidate>) -> Result<Vec<PathCandidate>, BString> {
        let said: Vec<BString> = self.said().collect();
        match said.iter().find(|said| path.first().is_some_and(|path| !names::are_one(said, &path.text))) {
            Some(other) => Err(other.clone()),
            None => Ok(in_full(path, &said)),
        }
    }

    /// Returns whether it ends in a fence without text for which a file is named.
    pub(super) fn is_cut(&self) -> bool {
        self.is_opened && self.place == Place::Prose && self.said().next().is_some()
    }

    /// Returns whether more than one place at the block below may have a name: an info string of small letters alone
    /// names a language.
    fn may_name_two(&self) -> bool {
        let has_name = self.is_opened && !self.info.iter().all(u8::is_ascii_lowercase);
        let is_other = self.outside.is_some() && self.outside != self.above;
        [self.headed.is_some(), is_other, self.above.is_some(), has_name].iter().filter(|has| **has).count()
            > 1
    }

    /// The names directly at the block below that are plainly those of files.
    fn said(&self) -> impl Iterator<Item = BString> {
        let first = |line: &[u8]| path_line::candidates(line).into_iter().next();
        let is_path_line = matches!(self.place, Place::Prose | Place::Inside | Place::Closed { alone: true });
        let is_top = self.place == Place::Prose || self.first_inside == self.above;
        let outside = self.outside.filter(|_| is_top).and_then(first).filter(|path| path.creates);
        let above = self.above.filter(|_| is_path_line).and_then(first);
        let info = Some(()).filter(|()| self.is_opened).and_then(|()| self.info_path());
        let headed = self.headed.map(BString::from);
        let lines = outside.into_iter().chain(above).chain(info).map(|path| path.text);
        headed.into_iter().chain(lines).filter(|name| names::is_sure(name))
    }

    /// The file that the line above the block below, which makes one, names or wants to be made, or else the last
    /// heading.
    pub(super) fn new_file(&self) -> Option<PathCandidate> {
        let is_meant = |line: &&[u8]| self.place == Place::Prose && !path_line::is_pattern(line);
        let line = self.above.filter(is_meant)?;
        let heading = || title::heading(self.heading.filter(|_| sentence::names_in(line).next().is_none())?);
        let path = wish::new_file(line).or_else(|| title::made(line)).or_else(heading)?;
        Some(PathCandidate { creates: true, ..path })
    }

    /// Returns whether the fence that opens here has a path, in its first line or above it, or is below a
    /// sentence that wants a file to be made or changed.
    pub(super) fn names_file(&self) -> bool {
        let is_path = |line| {
            let first = path_line::candidates(line).into_iter().next();
            first.is_some_and(|path| path.creates && names::is_likely_path(&path.text))
        };
        let is_diff = ["diff", "patch"].iter().any(|language| self.info.starts_with_str(language));
        let is_said = |line| !is_diff && (wish::presented(line).is_some() || wish::is_asked(line));
        let is_titled = |line| !is_diff && title::titled(line).is_some();
        let is_named = |line| is_path(line) || is_said(line) || is_titled(line);
        let is_headed = || !is_diff && self.heading.is_some() && !self.above.is_some_and(wish::is_example);
        let is_prose = self.place == Place::Prose;
        self.info_path().is_some() || is_prose && (self.above.is_some_and(is_named) || is_headed())
    }

    /// Returns whether the fence that opens here has the text of a script, which it or the line above names.
    pub(super) fn is_script(&self) -> bool {
        let line = self.above.filter(|_| self.place == Place::Prose);
        let alone = |line| path_line::candidates(line).into_iter().next().filter(|path| path.creates);
        let above = || line.and_then(|line| alone(line).or_else(|| wish::presented(line)));
        self.info_path().or_else(above).is_some_and(|path| info::is_in(self.info, &path.text))
    }

    fn line_paths(&self, line: &[u8]) -> Result<Vec<PathCandidate>, Unnamed> {
        if matches!(self.place, Place::Command | Place::Edits) {
            return Ok(Vec::new());
        }
        if !line.is_utf8() {
            return Err(Unnamed::NotUtf8(shown(line)));
        }
        let mut found = path_line::candidates(line);
        if found.iter().any(|path| !path.text.is_utf8()) {
            return Err(Unnamed::NotUtf8(shown(line)));
        }
        if let Place::Closed { alone } = self.place {
            for path in &mut found {
                path.creates &= alone && names::is_strong(&path.text);
            }
        }
        Ok(found)
    }

    fn info_path(&self) -> Option<PathCandidate> {
        info::named(self.info).map(|named| named.path)
    }
}

/// The part of a line that a message may show.
fn shown(line: &[u8]) -> BString {
    line[..line.len().min(SHOWN)].into()
}

/// The path with the most folders, if other names are of the same file.
fn in_full(mut found: Vec<PathCandidate>, said: &[BString]) -> Vec<PathCandidate> {
    if let Some(first) = found.first_mut() {
        let given = first.text.clone();
        let fullest = said.iter().fold(&given, |path, other| names::fuller(path, other).unwrap_or(path));
        if *fullest != given {
            first.text.clone_from(fullest);
            found.truncate(1);
        }
    }
    found
}
