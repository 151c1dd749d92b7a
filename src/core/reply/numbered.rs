//! Lines that say for which version edits are, and for which lines of it. Their grammar is in
//! `format/lined.rs`.

use bstr::ByteSlice as _;

use super::edit::LineRange;

/// The line that begins a patch, and the one that ends it.
pub(super) const BEGIN: &[u8] = b"*** Begin Patch";
pub(super) const END: &str = "*** End Patch";

/// `[src/a.rs#0123456789ab]`
#[derive(Clone, Copy, Debug)]
pub(super) struct Header<'a> {
    pub(super) path: &'a [u8],
    /// The id of a version.
    pub(super) id: &'a [u8],
}

impl<'a> Header<'a> {
    /// Reads a line.
    pub(super) fn read(line: &'a [u8]) -> Option<Self> {
        let inner = line.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
        let at = memchr::memrchr(b'#', inner)?;
        let (path, id) = (inner[..at].trim_ascii(), &inner[at + 1..]);
        let is_id = (4..=64).contains(&id.len()) && id.iter().all(u8::is_ascii_hexdigit);
        (is_id && !path.is_empty()).then_some(Self { path, id })
    }
}

/// Returns whether a line begins edits by line numbers, above this one.
pub(super) fn begins(line: &[u8], next: &[u8]) -> bool {
    let is_header = |line: &[u8]| Header::read(line).is_some();
    is_header(line) && Change::begins(next.trim_ascii()) || line.trim_ascii() == BEGIN && is_header(next)
}

/// Operation of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change<'a> {
    /// Puts rows in the place of lines.
    Put(LineRange),
    /// Takes lines out.
    Cut(LineRange),
    /// Removes the file.
    Remove,
    /// Gives the file another path.
    Move(&'a [u8]),
}

impl<'a> Change<'a> {
    /// Returns whether a line, without white space around it, begins an edit.
    pub(super) fn begins(line: &[u8]) -> bool {
        let is_place =
            |rest: &[u8]| rest.first().is_some_and(|first| first.is_ascii_digit() || b"<>".contains(first));
        let behind = |word: &[u8]| line.strip_prefix(word).map(<[u8]>::trim_ascii_start);
        line == b"REM"
            || behind(b"MV ").is_some_and(|path| !path.is_empty())
            || behind(b"PUT ").is_some_and(|rest| is_place(rest) && rest.ends_with(b":"))
            || behind(b"CUT ").is_some_and(is_place)
    }

    /// Returns whether a line may be meant to begin an edit of numbered lines: a word in place of `PUT` or `CUT`,
    /// and behind it a range.
    pub(super) fn resembles(line: &[u8]) -> bool {
        let line = line.trim_ascii();
        let (word, rest) = line.split_at(line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count());
        let place = rest.trim_start_with(|char| matches!(char, ' ' | '<' | '>'));
        let end = place
            .trim_start_with(|char| char.is_ascii_digit() || matches!(char, '.' | '=' | '-' | '…' | ' '));
        let is_verb = [&b"PUT"[..], b"CUT"].iter().any(|verb| verb.eq_ignore_ascii_case(word));
        let is_other = word.len() > 2 && word.iter().all(u8::is_ascii_uppercase) && end == b":";
        place.first().is_some_and(u8::is_ascii_digit)
            && place.len() < rest.len()
            && (is_verb && matches!(end, b"" | b":") || is_other)
    }

    /// Reads a line that begins an edit.
    pub(super) fn read(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii();
        if line == b"REM" {
            return Some(Self::Remove);
        }
        if let Some(path) = line.strip_prefix(b"MV ") {
            return path.is_utf8().then(|| Self::Move(path.trim_ascii()));
        }
        let (word, rest) = line.split_once_str(" ")?;
        let place = rest.strip_suffix(b":").unwrap_or(rest).trim_ascii().to_str().ok()?;
        match word {
            b"CUT" => range(place).map(Self::Cut),
            _ => put(place).map(Self::Put),
        }
    }
}

/// `12.=14`, `<12`, `>12`, `>$`
fn put(place: &str) -> Option<LineRange> {
    let at = |line: usize| LineRange { first: line, end: line };
    if let Some(line) = place.strip_prefix('<') {
        return number(line)?.checked_sub(1).map(at);
    }
    match place.strip_prefix('>').map(str::trim) {
        Some("$") => Some(at(usize::MAX)),
        Some(line) => number(line).map(at),
        None => range(place),
    }
}

/// The lines from one number to another, which is not before it.
fn range(place: &str) -> Option<LineRange> {
    let sign = [".=", "..", "…", "-"].into_iter().find_map(|sign| place.split_once(sign));
    let (first, last) = match sign {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(place)?, number(place)?),
    };
    (1 <= first && first <= last).then(|| LineRange { first: first - 1, end: last })
}

fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())?
        .filter(|number| *number < usize::MAX)
}
