//! The lines of one hunk.

use std::borrow::Cow;

use super::{ends::Ends, files};
use crate::core::{
    fence::is_fence,
    reply::{
        edit::{Edit, Hints},
        format::{
            range::{self, Ranges},
            whole::Opener,
        },
        hunk::Hunk,
        malformed::Malformed,
        rows::{Row, Rows},
    },
    text::{Ending, Span, is_blank},
};

/// The lines of a hunk.
pub(super) struct Lines<'a> {
    /// Its first line.
    pub(super) first: Row<'a>,
    /// The offset behind its last one.
    pub(super) end: usize,
    /// A line below that may belong to it, and is not read.
    pub(super) stray: Option<Row<'a>>,
    hunk: Hunk,
    ranges: Option<Ranges>,
    /// True if one line alone may begin the next file, as one began this.
    is_alone: bool,
    /// True if its file comes: empty lines do too.
    creates: bool,
    /// The line that it names behind them.
    heading: Option<&'a [u8]>,
    /// Number of lines so far, in the old and in the new file.
    counts: [usize; 2],
    /// True if a line without a sign is taken for one that stays.
    is_loose: bool,
    /// True if it has more lines than its ranges say.
    is_longer: bool,
    /// True for the file, old and new, that has no newline at its end.
    open: [bool; 2],
    /// The sign of the last line.
    last: u8,
    /// True if the last line ends in CRLF.
    is_last_crlf: bool,
    /// True if the line above the hunk's lines, with its ranges, ends in CRLF.
    is_crlf: bool,
    ends: Ends,
}

/// An edit that makes an empty file.
pub(super) fn nothing<'a>() -> Edit<'a> {
    Hunk::default().edit(Hints::default())
}

impl<'a> Lines<'a> {
    /// Reads the next hunk, of a file that comes where it `creates`; none if another line is next. The first of a file
    /// may lack the line with its ranges.
    pub(super) fn read(
        rows: &mut Rows<'a>,
        fence: Option<Opener<'a>>,
        is_first: bool,
        is_alone: bool,
        creates: bool,
    ) -> Option<Self> {
        let first = rows.peek()?;
        let is_fenced = fence.is_some();
        let is_headed = files::is_hunk(first.text);
        let is_bare = is_first
            && is_fenced
            && matches!(first.text.first(), Some(b' ' | b'+' | b'-'))
            && !begins_file(rows, is_alone);
        if !is_headed && !is_bare {
            return None;
        }
        let mut lines = Self {
            first,
            end: first.end(),
            stray: None,
            hunk: Hunk::new(creates),
            ranges: Ranges::read(first.text),
            is_alone,
            creates,
            heading: range::heading(first.text),
            counts: [0, 0],
            is_loose: false,
            is_longer: false,
            open: [false; 2],
            last: b' ',
            is_last_crlf: false,
            is_crlf: rows.ends_in_crlf(first),
            ends: Ends::default(),
        };
        if is_headed {
            rows.inside();
        }
        let mut is_over = false;
        while let Some(row) = rows.peek() {
            if files::is_hunk(row.text)
                || begins_file(rows, is_alone)
                || fence.is_some_and(|open| open.is_closed_by(row.text))
            {
                break;
            }
            is_over = is_over || lines.is_over(rows, row.text, fence);
            // What follows in its fence is passed over.
            let is_passed = is_over && is_fenced;
            if !is_passed && (is_over || !lines.take(row, rows.ends_in_crlf(row), is_fenced)) {
                break;
            }
            rows.inside();
        }
        lines.stray = lines.lost(rows, fence);
        Some(lines)
    }

    /// Returns whether it is a head alone, without ranges and words: nothing is missing where the diff ends below it.
    pub(super) fn says_nothing(&self) -> bool {
        let is_mark = |byte: &u8| b"@. ".contains(byte);
        self.hunk.is_empty() && self.ranges.is_none() && self.first.text.iter().all(is_mark)
    }

    /// Returns whether the hunk has as many lines as it says, or more.
    pub(super) fn is_full(&self) -> bool {
        self.ranges.is_some_and(|ranges| self.counts[0] >= ranges.old && self.counts[1] >= ranges.new)
    }

    /// Returns whether the hunk has as many lines as it says, but for empty ones at its end.
    fn is_exact(&self) -> bool {
        let blank = self.hunk.pending();
        let fits = |count: usize, said: usize| count - blank.min(count) <= said && said <= count;
        self.ranges.is_some_and(|ranges| fits(self.counts[0], ranges.old) && fits(self.counts[1], ranges.new))
    }

    /// Returns whether the hunk has fewer lines than it says.
    pub(super) fn is_short(&self) -> bool {
        self.ranges.is_some() && !self.is_full()
    }

    /// Returns whether the hunk ends above the next line, as its ranges say, and no change is below: that line
    /// is the end of a mail, one without a sign in a fence, or else a rule.
    fn is_over(&mut self, rows: &Rows<'a>, next: &[u8], fence: Option<Opener<'a>>) -> bool {
        if self.is_longer || !self.is_exact() {
            return false;
        }
        let mut below = rows.below().skip(1).peekable();
        let is_signature = next.trim_ascii_end() == b"--" && below.peek().is_none_or(|line| is_version(line));
        let has_sign = matches!(next.first(), None | Some(b' ' | b'+' | b'-' | b'\\'));
        if !is_signature && (if fence.is_some() { has_sign } else { !is_rule(next) }) {
            return false;
        }
        while let Some(line) = below.next() {
            let is_end = fence.map_or(is_blank(line), |open| open.is_closed_by(line));
            if is_end || files::is_hunk(line) || below.peek().is_some_and(|below| files::begins(line, below))
            {
                break;
            }
            self.is_longer |= matches!(line.first(), Some(b'+' | b'-'));
            if self.is_longer {
                break;
            }
        }
        !self.is_longer
    }

    /// Takes in the next line, unless the hunk ends in front of it.
    fn take(&mut self, row: Row<'a>, is_crlf: bool, is_fenced: bool) -> bool {
        let goes_on = is_fenced || self.ranges.is_some() && !self.is_full();
        let (sign, text) = row.text.split_first().map_or((b'\0', row.text), |(sign, text)| (*sign, text));
        if matches!(sign, b' ' | b'+' | b'-') {
            self.ends.count(sign, text, is_crlf);
        }
        match sign {
            b' ' => self.hunk.keep_signed(row.text, row.number),
            b'+' => self.hunk.add(text, row.number),
            b'-' => self.hunk.remove(text, row.number),
            b'\\' if text.starts_with(b" ") => {
                self.ends.uncount(self.last, self.is_last_crlf);
                self.open[0] |= self.last != b'+';
                self.open[1] |= self.last != b'-';
                self.end = row.end();
                return true;
            }
            _ if !goes_on => return false,
            b'\0' => self.hunk.blank(row.number),
            _ => {
                self.is_loose = true;
                self.hunk.keep(row.text, row.number);
            }
        }
        let comes = sign == b'+' || self.creates && is_blank(row.text);
        self.counts[0] += usize::from(!comes);
        self.counts[1] += usize::from(sign != b'-');
        (self.last, self.is_last_crlf) = (sign, is_crlf);
        if sign != b'\0' {
            self.end = row.end();
        }
        true
    }

    /// The next line, if it may belong to the hunk although that seems to end above it.
    fn lost(&self, rows: &Rows<'a>, fence: Option<Opener<'a>>) -> Option<Row<'a>> {
        let next =
            rows.peek().filter(|next| !files::is_hunk(next.text) && !begins_file(rows, self.is_alone))?;
        let has_sign = |line: &[u8]| matches!(line.first(), Some(b' ' | b'+' | b'-')) && !is_blank(line);
        let mut below = rows.below();
        // Below a fence, an item of a list, a rule or another file may follow.
        let goes_on = |line: &[u8]| {
            matches!(line, [b'+' | b'-', next, ..] if !b" +-".contains(next))
                && !self.is_full()
                && self.ranges.is_some()
        };
        let is_list = |line: &[u8]| matches!(line, [b'+' | b'-', b' ', next, ..] if *next != b' ');
        let is_lost = if let Some(open) = fence {
            let text: Vec<&[u8]> =
                below.skip(1).take_while(|line| !is_blank(line) && !is_fence(line)).collect();
            let is_text = |line: &[u8]| !has_sign(line) || is_list(line) || is_rule(line);
            let is_change = |line: &&[u8]| !line.starts_with(b" ") && !is_text(line);
            let below = rows.below().skip(1 + text.len()).find(|line| !is_blank(line));
            open.is_closed_by(next.text)
                && (text.first().is_some_and(|line| !is_text(line))
                    || text.iter().any(is_change)
                    || below.is_some_and(goes_on))
        } else if is_rule(next.text) {
            false
        } else if is_blank(next.text) {
            // Behind a blank line, a line may be an item of a list, or a rule.
            let line = below.find(|line| !is_blank(line));
            line.is_some_and(|line| has_sign(line) && !(self.is_full() && (is_list(line) || is_rule(line))))
        } else {
            below.skip(1).take_while(|line| !is_blank(line)).any(has_sign)
        };
        is_lost.then_some(next)
    }

    /// The part of the reply that is plainly the hunk: each of its lines has a sign.
    pub(super) fn owned(&self) -> Option<Span> {
        let is_plain = !self.is_loose && self.stray.is_none();
        is_plain.then_some(Span { start: self.first.start, end: self.end })
    }

    /// Number of lines that lost their sign: one of the two files has as many lines as the ranges say, and the other
    /// more by those, which come if it is the old one, and go if it is the new one.
    fn unsigned(&self) -> i32 {
        let Some(ranges) = self.ranges else { return 0 };
        // Empty lines at the end may be none of the hunk.
        let over = |blank: usize| {
            let more =
                |count: usize, said: usize| count.saturating_sub(blank).wrapping_sub(said).cast_signed();
            [more(self.counts[0], ranges.old), more(self.counts[1], ranges.new)]
        };
        let lost = |blank: usize| match over(blank) {
            [old, 0] if old > 0 => Some(old),
            [0, new] if new > 0 => Some(-new),
            _ => None,
        };
        let lost = lost(self.hunk.pending()).or_else(|| lost(0)).unwrap_or(0);
        i32::try_from(lost).unwrap_or(0)
    }

    /// Number of lines that the hunk adds, less those that it removes.
    pub(super) fn growth(&self) -> isize {
        self.counts[1].wrapping_sub(self.counts[0]).cast_signed()
    }

    /// The edit of the hunk, in a file that comes, goes or changes, whose hunks above make it longer by `moved` lines.
    pub(super) fn edit(self, creates: bool, removes: bool, moved: isize) -> Result<Edit<'a>, Malformed> {
        let unsigned = self.unsigned();
        let Self { hunk, ranges, heading, is_loose, open, last, ends, is_crlf, .. } = self;
        let is_empty = hunk.is_empty();
        let fills = ranges.is_some_and(|ranges| ranges.old == 0 && ranges.line == 0);
        let finds = !hunk.finds_nothing();
        let fits = match (creates, removes) {
            (true, _) => hunk.only_adds(),
            (_, true) => finds && hunk.only_removes(),
            _ => finds || fills && hunk.only_adds(),
        };
        if is_empty {
            return Err(Malformed::Empty);
        }
        if !fits {
            return Err(if creates || removes { Malformed::WholeFile } else { Malformed::NoContext });
        }
        if ends.change() {
            return Err(Malformed::Endings);
        }
        // In a diff whose own lines end in LF, a CR is text. A line without one beside it must not get one.
        let has_crlf = ends.crlf[1] > 0 && !finds && !is_crlf;
        if has_crlf && ends.lf[1] > 0 {
            return Err(Malformed::Endings);
        }
        // Without lines that stay below, git takes the end of the file alone. No line begins at 0. Where both numbers do
        // not name one line, git goes by the new one and `patch` by the old one.
        let is_one = |ranges: &Ranges| ranges.line.checked_add_signed(moved) == Some(ranges.new_line);
        let is_at = |line: &usize| *line > 0 && finds && !removes && last == b' ';
        let line = ranges.filter(is_one).map(|ranges| ranges.line).filter(is_at);
        let final_newline = match open {
            [false, true] => Some(false),
            [true, false] if !removes => Some(true),
            _ => None,
        };
        let hints = Hints {
            line,
            heading: heading.filter(|_| finds && !removes).map(Cow::Borrowed),
            whole: removes,
            keeps_emptied: !removes,
            exact: is_loose,
            final_newline,
            ending: has_crlf.then_some(Ending::CrLf),
            unsigned,
            ..Hints::default()
        };
        Ok(hunk.edit(hints))
    }
}

/// Returns whether a line is the version of git that ends a mail.
fn is_version(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_digit) && line.contains(&b'.')
}

/// Returns whether a line is a rule, or what ends the text of a mail.
fn is_rule(line: &[u8]) -> bool {
    let dashes = line.trim_ascii_end();
    dashes.len() > 1 && dashes.iter().all(|sign| *sign == b'-')
}

/// Returns whether the next line begins the header of a file. In a hunk, the lines below must too, as `-- x`
/// may go. Where one line alone began the file before, one may begin this.
fn begins_file(rows: &Rows<'_>, is_alone: bool) -> bool {
    let mut lines = rows.below();
    let (Some(line), below) = (lines.next(), lines.next().unwrap_or_default()) else { return false };
    let mut is_hunk_next = || lines.next().is_none_or(|third| files::is_hunk(third) || third.is_empty());
    is_alone && files::alone(line, below).is_some()
        || files::begins(line, below) && (line.starts_with(b"diff ") || is_hunk_next())
}
