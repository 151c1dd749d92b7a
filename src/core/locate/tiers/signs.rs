//! Characters of a reply in place of others of the file, learnt from the lines that it quotes.
//!
//! A reply that was typeset has `“` where the file has `"`, in its new lines too. These get the file's
//! characters where all quoted lines agree in what a character is in the file.

use std::{borrow::Cow, collections::HashMap, ops::Range};

use bstr::ByteSlice as _;

use crate::core::{
    language::Language,
    locate::evidence::is_comment,
    text::{indentation, is_blank},
    typeset::{fold, fold_text},
};

/// The characters and lines of SEARCH, and what the file has in their place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// None for a character of which the quoted lines do not agree.
    signs: HashMap<char, Option<String>>,
    /// None for a line that is in the file in several forms.
    lines: HashMap<Vec<u8>, Option<Vec<u8>>>,
    /// A character of SEARCH is a plain one in the file.
    is_typeset: bool,
    /// Its lines are sentences, in which a character may be any.
    is_prose: bool,
}

impl Signs {
    /// Learns from lines of SEARCH and those of the file that they are.
    pub(super) fn learn(file: &[&[u8]], search: &[&[u8]]) -> Self {
        let mut this = Self::default();
        for (there, wanted) in file.iter().zip(search).filter(|(_, wanted)| !is_blank(wanted)) {
            let text = |line| -> &[u8] { &line[edges(line, wanted)] };
            if begins_specially(there) && !begins_specially(wanted) {
                this.know(wanted.trim_ascii_end(), there.trim_ascii_end());
                // At another depth. Without indentation it is the same text, which the file has in one form.
                if !indentation(wanted).is_empty() {
                    this.know(text(wanted), without_blanks_in_front(text(there)));
                }
            } else {
                this.know(text(wanted), text(there));
            }
            if there != wanted
                && let (Ok(there), Ok(wanted)) = (there.to_str(), wanted.to_str())
            {
                this.compare(wanted, there);
            }
        }
        this
    }

    fn know(&mut self, wanted: &[u8], there: &[u8]) {
        let known = self.lines.entry(wanted.to_vec()).or_insert_with(|| Some(there.to_vec()));
        known.take_if(|known| known != there);
    }

    /// The same for a file of a language.
    pub(super) fn in_language(self, language: Option<&Language>) -> Self {
        Self { is_prose: language.is_some_and(Language::is_prose), ..self }
    }

    fn compare(&mut self, mut wanted: &str, mut there: &str) {
        while let (Some(sign), Some(other)) = (wanted.chars().next(), there.chars().next()) {
            let after =
                |text: &str, folded: &str| text.get(..folded.len()).is_some_and(|text| text == folded);
            let (of_sign, of_other) = (plain(sign), plain(other));
            let (mut from_wanted, mut from_there) = (sign.len_utf8(), other.len_utf8());
            if fold(of_sign.as_bytes()) == fold(of_other.as_bytes()) {
                self.note(sign, other.to_string());
            } else if of_sign.len() > 1 && after(there, &of_sign) {
                from_there = of_sign.len();
                self.note(sign, of_sign);
            } else if of_other.len() > 1 && after(wanted, &of_other) {
                from_wanted = of_other.len();
                self.doubt(other);
            } else if sign.is_whitespace() {
                self.doubt(sign);
                from_there = 0;
            } else if other.is_whitespace() {
                from_wanted = 0;
            } else {
                wanted.chars().chain(there.chars()).for_each(|sign| self.doubt(sign));
                return;
            }
            (wanted, there) = (&wanted[from_wanted..], &there[from_there..]);
        }
    }

    /// Notes what a character of SEARCH is in the file.
    fn note(&mut self, sign: char, other: String) {
        if let Some(other) = other.chars().next().filter(|other| *other != sign) {
            self.doubt(other);
        }
        if is_lookalike(sign) {
            self.is_typeset |= other.is_ascii();
            let known = self.signs.entry(sign).or_insert_with(|| Some(other.clone()));
            known.take_if(|known| *known != other);
        }
    }

    fn doubt(&mut self, sign: char) {
        if is_lookalike(sign) {
            self.signs.insert(sign, None);
        }
    }

    /// The text in the file of a line of SEARCH that this new line repeats, and its place in the new line.
    pub(super) fn quoted(&self, line: &[u8]) -> Option<(Range<usize>, &[u8])> {
        let whole = 0..line.trim_ascii_end().len();
        [whole, edges(line, line)].into_iter().find_map(|text| {
            let there = self.lines.get(&line[text.clone()])?.as_deref()?;
            Some((text, there))
        })
    }

    /// A new line, or a part of it, with the file's characters. The error is a character of which it is not
    /// known what the file would have, in code.
    pub(super) fn written<'t>(&self, part: &'t [u8], line: &[u8]) -> Result<Cow<'t, [u8]>, char> {
        let text = part.to_str().unwrap_or_default();
        if !self.is_typeset || !text.contains(is_lookalike) {
            return Ok(Cow::Borrowed(part));
        }
        let may_stay = self.is_prose || is_comment(line);
        let mut written = String::with_capacity(text.len());
        for sign in text.chars() {
            // A line that has both is one of which the reply makes a difference between them.
            let is_clear =
                |known: &&String| !matches!(known.as_str(), "'" | "\"") || !line.contains_str(known);
            match self.signs.get(&sign).and_then(Option::as_ref).filter(is_clear) {
                Some(known) => written.push_str(known),
                None if is_lookalike(sign) && !may_stay => return Err(sign),
                None => written.push(sign),
            }
        }
        Ok(Cow::Owned(written.into_bytes()))
    }
}

/// The part of a line that is compared, where `quoted` is what SEARCH has: without white space at its edges, but
/// with all in front if that has special blanks.
fn edges(line: &[u8], quoted: &[u8]) -> Range<usize> {
    let start = if begins_specially(quoted) { 0 } else { indentation(line).len() };
    start..line.trim_ascii_end().len().max(start)
}

/// Returns whether special blanks are in front of a line.
pub(super) fn begins_specially(line: &[u8]) -> bool {
    indentation(line).len() < indentation(&fold(line)).len()
}

fn without_blanks_in_front(line: &[u8]) -> &[u8] {
    line.to_str().map_or(line, |text| text.trim_start().as_bytes())
}

/// Returns whether a character looks like plain ones.
fn is_lookalike(sign: char) -> bool {
    !sign.is_ascii() && fold_text(sign.encode_utf8(&mut [0; 4])).is_ascii()
}

fn plain(sign: char) -> String {
    fold_text(sign.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The new line as it is written beside quoted lines, each as it is in the file and in SEARCH; or the
    /// character in doubt.
    fn written(quoted: &[(&str, &str)], line: &str) -> Result<String, char> {
        let (file, search): (Vec<&[u8]>, Vec<&[u8]>) =
            quoted.iter().map(|(file, search)| (file.as_bytes(), search.as_bytes())).unzip();
        let written = Signs::learn(&file, &search).written(line.as_bytes(), line.as_bytes())?.into_owned();
        Ok(String::from_utf8(written).expect("text"))
    }

    #[test]
    fn new_lines_get_the_characters_that_the_file_has_in_quoted_ones() {
        let quotes = [("  echo \"hello\"", "  echo “hello”")];
        assert_eq!(written(&quotes, "  rm “$DIR”"), Ok("  rm \"$DIR\"".into()));
        assert_eq!(written(&[("case 'a':", "case ‘a’:")], "case ‘b’:"), Ok("case 'b':".into()));
        assert_eq!(written(&[("ls -l x", "ls –l x")], "ls –a y"), Ok("ls -a y".into()));
        assert_eq!(written(&[("  a", "\u{a0}\u{a0}a")], "\u{a0}\u{a0}b"), Ok("  b".into()));
        assert_eq!(written(&[("f(...)", "f(…)")], "g(…)"), Ok("g(...)".into()));
    }

    #[test]
    fn a_character_that_no_quoted_line_explains_is_in_doubt() {
        let quotes = [("echo \"hello\"", "echo “hello”")];
        assert_eq!(written(&quotes, "ls –a"), Err('–'));
        assert_eq!(written(&quotes, "# as it is – or not"), Ok("# as it is – or not".into()));
        let two = [("echo \"a\" 'b'", "echo “a” “b”")];
        assert_eq!(written(&two, "echo “c”"), Err('“'));
        let both = [("echo \"a\" “b”", "echo “a” “b”")];
        assert_eq!(written(&both, "echo “c”"), Err('“'));
        assert_eq!(written(&quotes, "echo \"say “c”\""), Err('“'));
        assert_eq!(written(&[("\ta", "\u{a0}a"), ("'b'", "‘b’")], "\u{a0}c"), Err('\u{a0}'));
    }

    #[test]
    fn a_reply_that_is_plain_where_the_file_is_not_may_have_any_character() {
        assert_eq!(written(&[("// it’s", "// it's")], "f(\"a – b\")"), Ok("f(\"a – b\")".into()));
        assert_eq!(written(&[("a", "a")], "“b”"), Ok("“b”".into()));
        let kept = [("t(\"“a”\", '')", "t(\"“a”\", ‘’)")];
        assert_eq!(written(&kept, "t(“b”)"), Ok("t(“b”)".into()));
    }

    #[test]
    fn a_quoted_line_is_the_files_where_it_has_one_form() {
        let file: [&[u8]; 3] = [b"  say('a')", b"b(\"x\")", b"b('x')"];
        let search = ["say(‘a’)".as_bytes(), "b(‘x’)".as_bytes(), "b(‘x’)".as_bytes()];
        let signs = Signs::learn(&file, &search);
        assert_eq!(signs.quoted("    say(‘a’)  ".as_bytes()), Some((4..16, &b"say('a')"[..])));
        assert_eq!(signs.quoted(search[1]), None);
    }

    #[test]
    fn a_quoted_line_keeps_the_special_blanks_of_the_file_where_it_is_as_deep_as_it_was() {
        let there = "\u{3000}\u{3000}  say(1)".as_bytes();
        let signs = Signs::learn(&[there], &[b"  say(1)"]);
        assert_eq!(signs.quoted(b"  say(1)"), Some((0..8, there)));
        assert_eq!(signs.quoted(b"    say(1)"), Some((4..10, &b"say(1)"[..])));
        let there = "\u{3000}say(1)".as_bytes();
        assert_eq!(Signs::learn(&[there], &[b"say(1)"]).quoted(b"say(1)"), Some((0..6, there)));
    }
}
