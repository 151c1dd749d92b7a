//! Changes of files as a reply: the inverse of reading and planning one.
//!
//! Each change is quoted with as few lines as are at one place of the file. The text is then read and planned
//! on the old files, as `git sr apply` does it, and compared with the new ones byte by byte. What does not
//! come out is quoted with more lines, and left out if that does not help.

mod change;
mod check;
mod left;
mod windows;

use super::{
    diff::{self, Headings},
    language,
    path::RepoPath,
    plan::World,
    reply::{TextChange, Window, Writer},
    text::{MAX_TEXT, Text, is_binary},
};
pub use change::PathChange;
use check::{Check, Mismatch};
pub use left::{LeftOut, Need};
use windows::Quoted;

/// Options of encoding.
#[derive(Clone, Copy, Default)]
pub struct EncodeOptions<'h> {
    /// Least number of lines around a change; that of the format if none is given.
    pub context: Option<usize>,
    /// True if whole functions are quoted.
    pub whole_functions: bool,
    /// The lines that begin functions, by path; those of its language where that gives nothing.
    pub headings: Option<&'h dyn Fn(&RepoPath) -> Headings>,
}

/// A reply, and the changes that it lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    /// The reply; empty if nothing could be written.
    pub text: Vec<u8>,
    /// The paths whose changes it has, in order.
    pub paths: Vec<RepoPath>,
    /// Options of `git sr apply` without which a path is refused, in order.
    pub needs: Vec<(RepoPath, Need)>,
    /// The paths whose changes it lacks, in order, with reasons.
    pub left_out: Vec<(RepoPath, LeftOut)>,
}

/// Least numbers of lines around a change that are tried, one after the other.
const WIDER: [usize; 7] = [1, 2, 3, 6, 12, 50, usize::MAX];

/// Writes the changes of files as a reply. `world` has the old files.
pub fn encode(
    changes: &[PathChange],
    writer: &Writer,
    options: EncodeOptions<'_>,
    world: &dyn World,
) -> Encoded {
    let check = Check::new(changes, world, writer.says_modes);
    let lacks_mode = |change: &PathChange| change.has_new_mode() && !writer.says_modes;
    let mut encoded = Encoded::default();
    let mut parts: Vec<(&PathChange, Vec<u8>)> = Vec::new();
    let ordered = ordered(changes);
    for change in &ordered {
        if lacks_mode(change) && change.has_only_a_new_mode() {
            encoded.left_out.push((change.path.clone(), LeftOut::Mode));
            continue;
        }
        let alone = Alone { change, writer, check: &check, id: id(change, writer, world) };
        match alone.written(options) {
            Ok(text) => parts.push((change, text)),
            Err(reason) => encoded.left_out.push((change.path.clone(), reason)),
        }
    }
    let together = Together { writer, check: &check };
    if !together.are_good(&parts) {
        // A file that is good alone is not so beside another one.
        let mut good: Vec<(&PathChange, Vec<u8>)> = Vec::new();
        for part in parts {
            good.push(part);
            if !together.are_good(&good) {
                let left = good.pop().map(|(change, _)| (change.path.clone(), LeftOut::Together));
                encoded.left_out.extend(left);
            }
        }
        parts = good;
    }
    encoded.text = together.reply(&parts);
    encoded.needs = check.needs(&encoded.text);
    let without_mode = parts.iter().map(|(change, _)| change).filter(|change| lacks_mode(change));
    encoded.left_out.extend(without_mode.map(|change| (change.path.clone(), LeftOut::Mode)));
    encoded.paths = parts.into_iter().map(|(change, _)| change.path.clone()).collect();
    encoded.left_out.sort_by(|(a, _), (b, _)| a.cmp(b));
    encoded
}

/// The id of the version before, if the format names it.
fn id(change: &PathChange, writer: &Writer, world: &dyn World) -> Option<String> {
    let old = change.old.as_ref().filter(|_| writer.by_numbers)?;
    world.history().id(change.from.as_ref().unwrap_or(&change.path), old)
}

/// Changes in one reply.
struct Together<'a, 'w> {
    writer: &'a Writer,
    check: &'a Check<'w>,
}

impl Together<'_, '_> {
    fn reply(&self, parts: &[(&PathChange, Vec<u8>)]) -> Vec<u8> {
        let texts: Vec<&[u8]> = parts.iter().map(|(_, text)| text.as_slice()).collect();
        self.writer.reply(&texts)
    }

    fn are_good(&self, parts: &[(&PathChange, Vec<u8>)]) -> bool {
        let changes: Vec<&PathChange> = parts.iter().map(|(change, _)| *change).collect();
        parts.is_empty() || self.check.of(&self.reply(parts), &changes).is_ok()
    }
}

/// The changes in the order of the reply: a path that goes may make room for another one.
fn ordered(changes: &[PathChange]) -> Vec<&PathChange> {
    let mut ordered: Vec<&PathChange> = changes.iter().collect();
    ordered.sort_by_key(|change| (change.new.is_some(), change.from.is_none(), &change.path));
    ordered
}

/// The change of one path, written without those of the others.
struct Alone<'a, 'w> {
    change: &'a PathChange,
    writer: &'a Writer,
    check: &'a Check<'w>,
    /// The id of the version before, where the format names it.
    id: Option<String>,
}

impl Alone<'_, '_> {
    fn written(&self, options: EncodeOptions<'_>) -> Result<Vec<u8>, LeftOut> {
        let change = self.change;
        if change.old == change.new {
            let text = Text::default();
            let (written, outcome) = self.tried(TextChange::Edit { old: &text, new: &text, windows: &[] })?;
            return outcome.map(|()| written).map_err(|mismatch| mismatch.reason(change));
        }
        let sides = || change.old.iter().chain(&change.new);
        if sides().any(|bytes| bytes.len() as u64 > MAX_TEXT) {
            return Err(LeftOut::TooLarge);
        }
        if sides().any(|bytes| is_binary(bytes)) {
            return Err(LeftOut::Binary);
        }
        let text = |bytes: &Option<Vec<u8>>| Text::new(bytes.clone().unwrap_or_default());
        let (old, new) = (text(&change.old), text(&change.new));
        if let Some(whole) = whole(change, &old, &new) {
            let (written, outcome) = self.tried(whole)?;
            return outcome.map(|()| written).map_err(|mismatch| mismatch.reason(change));
        }
        let runs = diff::runs(old.bytes(), new.bytes());
        if self.writer.by_numbers && options.context.is_none() && !options.whole_functions {
            let windows: Vec<Window> = runs.iter().map(Window::of).collect();
            let (written, outcome) =
                self.tried(TextChange::Edit { old: &old, new: &new, windows: &windows })?;
            if outcome.is_ok() {
                return Ok(written);
            }
        }
        let headings = options.whole_functions.then(|| headings(&change.path, options));
        let least = options.context.unwrap_or(self.writer.context);
        let mut quoted = Quoted::new(&old, &runs, least, headings.as_ref());
        let mut wider = WIDER.into_iter();
        loop {
            let windows = quoted.windows();
            let (written, outcome) =
                self.tried(TextChange::Edit { old: &old, new: &new, windows: &windows })?;
            let Err(mismatch) = outcome else { return Ok(written) };
            let more = wider.next().filter(|_| !mismatch.is_hopeless(change) && !is_whole(&windows, &old));
            let Some(least) = more else { return Err(mismatch.reason(change)) };
            quoted.widen(&windows, &mismatch.failed_edits(windows.len()), least);
        }
    }

    /// Writes the change, and checks what becomes of it.
    fn tried(&self, text: TextChange<'_>) -> Result<(Vec<u8>, Result<(), Mismatch>), LeftOut> {
        let written = self.writer.file(&self.change.file(self.id.as_deref(), text))?;
        let outcome = self.check.of(&self.writer.reply(&[&written]), &[self.change]);
        Ok((written, outcome))
    }
}

/// The change of a file that comes or goes as a whole.
fn whole<'t>(change: &PathChange, old: &'t Text, new: &'t Text) -> Option<TextChange<'t>> {
    match (&change.old, &change.new) {
        (None, _) => Some(TextChange::Create(new)),
        (_, None) => Some(TextChange::Delete(old)),
        _ => None,
    }
}

/// Returns whether all of a text is quoted already.
fn is_whole(windows: &[Window], old: &Text) -> bool {
    matches!(windows, [only] if only.old == (0..old.len()))
}

/// The lines that begin functions of a file.
fn headings(path: &RepoPath, options: EncodeOptions<'_>) -> Headings {
    match options.headings.map_or(Headings::Plain, |headings| headings(path)) {
        Headings::Plain => {
            let name = language::of(path.as_bstr()).map_or("", |language| language.name);
            Headings::of_driver(name.to_ascii_lowercase().as_bytes())
        }
        known => known,
    }
}

#[cfg(test)]
mod tests;
