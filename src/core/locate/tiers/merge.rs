//! A line of REPLACE in place of one of the file: what it has in common with the line of SEARCH that it changes is
//! written as the file has that.
//!
//! Models write `"` where a file has `“`, and other blanks between the parts of a line. SEARCH tells, word by word
//! and sign by sign, what the file has in their place.

use bstr::ByteSlice as _;

use crate::core::{
    language::{Part, are_alike, is_within_word, parts, unspaced},
    script::{self, Op},
    text::{indentation, is_blank},
    typeset::fold_text,
};

/// The most comparisons of parts for one line.
const MOST_COMPARED: usize = 10_000;

/// The REPLACE line with the file's characters where it agrees with the SEARCH line. `mapped` is the REPLACE
/// line with the indentation that it gets, and `written` gives new text the file's characters. None where SEARCH
/// does not read as the line of the file, or where half of what the file has in another form would change.
pub(super) fn merge(
    file: &[u8],
    search: &[u8],
    replace: &[u8],
    mapped: &[u8],
    written: &dyn Fn(&str) -> Result<Vec<u8>, char>,
) -> Option<Result<Vec<u8>, char>> {
    if is_blank(replace) {
        return Some(Ok(mapped.to_vec()));
    }
    let (file_indent, file_text, file_trail) = split(file)?;
    let (search_indent, wanted, search_trail) = split(search)?;
    let (replace_indent, new, replace_trail) = split(replace)?;
    let merge = Merge::new(parts(file_text), parts(wanted), parts(new))?;
    // Special blanks in front of a line go where its first word does.
    let is_special = [file_text, wanted, new].iter().any(|text| text.starts_with(char::is_whitespace));
    let keeps = search_indent == replace_indent && (!is_special || merge.gap(0) == Some(0));
    let indent = if keeps { file_indent } else { indentation(mapped) };
    let trail = if search_trail == replace_trail { file_trail } else { replace_trail };
    let merged = merge.text(keeps, written).map(|text| [indent, &text, trail].concat());
    // It must read as the line that is wanted: the file's characters change nothing else.
    Some(merged).filter(|merged| merged.as_ref().map_or(true, |line| unspaced(line) == unspaced(replace)))
}

/// Returns whether two lines read the same but for the blanks between their parts.
pub(super) fn read_alike(file: &[u8], search: &[u8]) -> bool {
    let (Some((_, file, _)), Some((_, search, _))) = (split(file), split(search)) else { return false };
    are_alike(&parts(file), &parts(search))
}

/// A line's leading white space, its text and its trailing white space, special blanks among it.
fn split(line: &[u8]) -> Option<(&[u8], &str, &[u8])> {
    let (indent, rest) = line.split_at(indentation(line).len());
    let rest = rest.to_str().ok()?;
    let (text, trail) = rest.split_at(rest.trim_end().len());
    Some((indent, text, trail.as_bytes()))
}

/// A line of the file, the lines of the block, and what they have in common.
struct Merge<'l> {
    file: Vec<Part<'l>>,
    search: Vec<Part<'l>>,
    replace: Vec<Part<'l>>,
    /// For each part of REPLACE the one of SEARCH that it is.
    kept: Vec<Option<usize>>,
    /// For each part of SEARCH the one of REPLACE that it is.
    stays: Vec<Option<usize>>,
}

impl<'l> Merge<'l> {
    fn new(file: Vec<Part<'l>>, search: Vec<Part<'l>>, replace: Vec<Part<'l>>) -> Option<Self> {
        if !are_alike(&file, &search) {
            return None;
        }
        let (mut kept, mut stays) = (vec![None; replace.len()], vec![None; search.len()]);
        let (mut old, mut new) = (0, 0);
        let end = Op { old: search.len()..search.len(), new: replace.len()..replace.len() };
        for op in difference(&search, &replace).into_iter().chain([end]) {
            for (old, new) in (old..op.old.start).zip(new..) {
                (kept[new], stays[old]) = (Some(old), Some(new));
            }
            (old, new) = (op.old.end, op.new.end);
        }
        let this = Self { file, search, replace, kept, stays };
        (0..this.search.len()).all(|at| !this.differs(at) || this.is_sure(at)).then_some(this)
    }

    /// Returns whether a part is in the file with other characters.
    fn differs(&self, at: usize) -> bool {
        self.file[at].text != self.search[at].text
    }

    /// Returns whether a part that the file has in another form may stay, or go: quotes of the other kind in pairs,
    /// around what means the same between both, and other signs where they do not become a part of a new one.
    fn is_sure(&self, at: usize) -> bool {
        const SPECIAL: [char; 9] = ['"', '\'', '`', '\\', '$', '#', '%', '{', '}'];
        let is_plain = |new: usize| self.kept[new].is_some() || !self.replace[new].text.contains(SPECIAL);
        let is_other_quote = self.search[at].is_quote() && self.file[at].text.is_ascii();
        match (self.search[at].quotes.filter(|_| is_other_quote), self.stays[at]) {
            (Some((open, close)), _) => match (self.stays[open], self.stays[close]) {
                (Some(open), Some(close)) => (open..close).all(is_plain),
                (open, close) => open == close,
            },
            (None, Some(new)) if is_other_quote => {
                is_within_word(&self.search, at) && is_within_word(&self.replace, new)
                    || self.kept.len() == self.stays.len() && !self.kept.contains(&None)
            }
            (None, Some(new)) => {
                !joins(&self.search, &self.stays, at) && !joins(&self.replace, &self.kept, new)
            }
            (None, None) => true,
        }
    }

    /// The merged text, with the file's special blanks in front if it keeps them.
    fn text(
        &self,
        keeps_front: bool,
        written: &dyn Fn(&str) -> Result<Vec<u8>, char>,
    ) -> Result<Vec<u8>, char> {
        let mut text = Vec::new();
        for (at, part) in self.replace.iter().enumerate() {
            match self.gap(at).filter(|_| at > 0 || keeps_front) {
                Some(old) => text.extend(self.file[old].gap.as_bytes()),
                None => text.extend(written(part.gap)?),
            }
            match self.kept[at] {
                Some(old) => text.extend(self.file[old].text.as_bytes()),
                None => text.extend(written(part.text)?),
            }
        }
        Ok(text)
    }

    /// The part of the file with the blanks that a part of REPLACE has in front of it; none where the change brings
    /// its own.
    fn gap(&self, at: usize) -> Option<usize> {
        let kept = *self.kept.get(at)?;
        // The blanks in front of a line are no others.
        let old = kept.filter(|old| (at == 0) == (*old == 0)).or_else(|| {
            let before = self.kept[at.checked_sub(1)?]?;
            let opens = matches!(&*self.search[before].folded, "(" | "[" | "{");
            (opens || self.stays.get(before + 1) == Some(&None)).then_some(before + 1)
        })?;
        let is_same = |search: &Part<'_>| fold_text(search.gap) == fold_text(self.replace[at].gap);
        self.search.get(old).is_some_and(is_same).then_some(old)
    }
}

/// Returns whether a part, and one of those next to it that only one of the lines has, may be one sign: `—` for the
/// first `-` of a new `->`.
fn joins(parts: &[Part<'_>], others: &[Option<usize>], at: usize) -> bool {
    let is_sign = |part: &Part<'_>| part.folded.starts_with(|first: char| "-+=<>|~.:!*/&".contains(first));
    let touches = |before: usize, behind: usize, other: usize| {
        parts.get(behind).is_some_and(|part| part.gap.is_empty())
            && others[other].is_none()
            && (is_sign(&parts[before]) && is_sign(&parts[behind])
                || parts[at].is_quote() && parts[before].folded == parts[behind].folded)
    };
    at > 0 && touches(at - 1, at, at - 1) || touches(at, at + 1, at + 1)
}

/// The difference between the parts of two lines.
fn difference(search: &[Part<'_>], replace: &[Part<'_>]) -> Vec<Op> {
    let texts = |parts: &[Part<'_>]| parts.iter().map(|part| part.text.to_owned()).collect::<Vec<_>>();
    let (search, replace) = (texts(search), texts(replace));
    let (front, back) = script::common_edges(&search, &replace);
    let (old, new) = (search.len() - front - back, replace.len() - front - back);
    if old * new > MOST_COMPARED {
        return vec![Op { old: front..front + old, new: front..front + new }];
    }
    script::difference(&search, &replace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(file: &str, search: &str, replace: &str) -> Option<String> {
        let replace = replace.as_bytes();
        let as_it_is = |part: &str| Ok(part.as_bytes().to_vec());
        let line = merge(file.as_bytes(), search.as_bytes(), replace, replace, &as_it_is)?.ok()?;
        Some(String::from_utf8(line).expect("text"))
    }

    proptest::proptest! {
        #[test]
        fn a_merged_line_reads_as_the_one_that_is_wanted(
            file in "[ab \"'“—(\\-\u{a0}\u{3000}]{0,8}",
            search in "[ab \"'“—(\\-\u{a0}\u{3000}]{0,8}",
            replace in "[ab \"'“—(\\-\u{a0}\u{3000}]{0,8}",
        ) {
            for search in [&file, &file.replace(['\u{a0}', '\u{3000}'], " "), &file.replace(['“', '\''], "\""), &search] {
                if let Some(line) = merged(&file, search, &replace) {
                    proptest::prop_assert_eq!(unspaced(line.as_bytes()), unspaced(replace.as_bytes()));
                    let front = |line: &str| line[..line.len() - line.trim_start().len()].to_owned();
                    let fronts = [front(&file), front(&replace)];
                    let has_blank = [&file, search, &replace].iter().any(|line| line.trim().is_empty());
                    proptest::prop_assert!(has_blank || fronts.contains(&front(&line)));
                }
            }
        }
    }

    #[test]
    fn a_line_that_changes_in_part_keeps_the_files_characters_elsewhere() {
        assert_eq!(
            merged("say “hi” now", "say \"hi\" now", "say \"hi\" later").as_deref(),
            Some("say “hi” later")
        );
        assert_eq!(merged("“a” – b  ", "\"a\" - b", "\"c\" - b").as_deref(), Some("“c” – b  "));
    }

    #[test]
    fn a_line_whose_special_blanks_go_is_indented_as_it_is_written() {
        assert_eq!(merged("\u{a0}  },", "  },", "  )),").as_deref(), Some("  )),"));
        assert_eq!(merged("\u{a0}    - a: 1", "    - a: 1", "  - b: 1").as_deref(), Some("  - b: 1"));
    }

    #[test]
    fn special_blanks_in_front_of_a_line_are_none_within_it() {
        let made = merged(" */", "\u{3000}*/", "\u{3000}x(T *);");
        assert!(made.is_none_or(|made| made.ends_with("x(T *);")));
    }

    #[test]
    fn a_line_of_special_blanks_alone_has_no_parts() {
        assert_eq!(merged("\u{3000}x", "\u{a0}x", "\u{a0}").as_deref(), Some("\u{a0}"));
    }

    #[test]
    fn a_special_blank_at_the_end_of_a_quoted_line_is_no_part_of_what_is_kept() {
        let made = merged("run: cargo test", "run: cargo test\u{2009}", "  cargo test\u{2009}");
        assert_eq!(made.as_deref(), Some("  cargo test"));
    }

    #[test]
    fn a_word_or_sign_that_folding_splits_is_taken_whole() {
        assert_eq!(merged("wait… now", "wait... now", "wait.. now").as_deref(), Some("wait.. now"));
        assert_eq!(merged("ﬁne", "fine", "fane").as_deref(), Some("fane"));
    }

    #[test]
    fn quotes_of_another_kind_are_kept_in_pairs() {
        assert_eq!(merged("f(“a”) now", "f(\"a\") now", "g(\"b\") now").as_deref(), Some("g(“b”) now"));
        assert_eq!(merged("f(“a”) now", "f(\"a\") now", "g() now").as_deref(), Some("g() now"));
    }

    #[test]
    fn a_sign_is_not_made_of_a_dash_of_the_file_and_a_new_part() {
        for new in ["break->here", "break-=here", "break>-here"] {
            assert_eq!(merged("break—here", "break-here", new), None, "{new}");
        }
        assert_eq!(merged("break—here", "break-here", "break--here").as_deref(), Some("break--here"));
        assert_eq!(merged("a—>b", "a->b", "a-b"), None);
        assert_eq!(merged("a — b", "a - b", "a - c").as_deref(), Some("a — c"));
        assert_eq!(merged("one–two", "one-two", "one-three").as_deref(), Some("one–three"));
    }

    #[test]
    fn straight_quotes_of_the_other_kind_are_kept_in_pairs() {
        let file = "t = \"#{n}/#{m[\"k\"]}\"";
        let made = merged(file, "t = \"#{n}/#{m['k']}\"", "t = \"-#{m['k']}/#{n}\"");
        assert_eq!(made.as_deref(), Some("t = \"-#{m[\"k\"]}/#{n}\""));
        assert_eq!(merged("f(\"a\", b)", "f('a', b)", "f('a', c)").as_deref(), Some("f(\"a\", c)"));
        assert_eq!(merged("f(b, \"a\")", "f(b, 'a')", "f(c, 'a')").as_deref(), Some("f(c, \"a\")"));
        for new in ["say('he said \"hi\"')", "say('$HOME')", "say('it\\'s')"] {
            assert_eq!(merged("say(\"hi\")", "say('hi')", new), None, "{new}");
        }
        assert_eq!(
            merged("say(\"hi\")", "say('hi')", "say('hi there')").as_deref(),
            Some("say(\"hi there\")")
        );
    }

    #[test]
    fn an_apostrophe_is_no_quote() {
        for (file, search, replace, after) in [
            ("so it's not any", "so it’s not any", "so it’s not", "so it's not"),
            ("it's, isn't it", "it’s, isn’t it", "it’s it", "it's it"),
            ("// it's 'a'", "// it’s 'a'", "// it’s 'b'", "// it's 'b'"),
        ] {
            assert_eq!(merged(file, search, replace).as_deref(), Some(after));
        }
        assert_eq!(merged("f('a", "f(’a", "f(’b"), None);
    }

    #[test]
    fn a_change_ends_between_graphemes() {
        assert_eq!(merged("e\u{301} “x”", "e\u{301} \"x\"", "e \"x\"").as_deref(), Some("e “x”"));
    }

    #[test]
    fn a_line_that_changes_in_part_keeps_the_files_blanks() {
        for (file, search, replace, after) in [
            ("a_long     = false", "a_long = false", "a_long = true", "a_long     = true"),
            ("<a b=\"1\" />", "<a b=\"1\"/>", "<a b=\"2\"/>", "<a b=\"2\" />"),
            (
                "set({}, { mode = \"k\" })", "set({}, {mode = \"k\"})", "set({}, {mode = \"v\"})",
                "set({}, { mode = \"v\" })",
            ),
            ("f: { 'a': true },", "f: {'a': true},", "f: {'a': true, 'b': 1},", "f: { 'a': true, 'b': 1 },"),
            ("f: { a },", "f: {a},", "f: {x, a},", "f: { x, a },"),
            ("  at: 1 / -1;", "  at: 1/-1;", "  at: 1/-2;", "  at: 1 / -2;"),
            ("f (a) {", "f(a) {", "f(a = {}) {", "f (a = {}) {"),
            ("x=1", "x = 1", "x == 1", "x==1"),
        ] {
            assert_eq!(merged(file, search, replace).as_deref(), Some(after));
        }
    }

    #[test]
    fn blanks_in_texts_are_a_part_of_them() {
        assert_eq!(merged("say(\"a  b\", 1)", "say(\"a b\", 1)", "say(\"a b\", 2)"), None);
        assert!(
            read_alike(b"say( \"a b\" )", b"say('a b')") && !read_alike(b"say(\"a  b\")", b"say(\"a b\")")
        );
    }
}
