//! The parts of a file that its lines head: functions, classes, rules, sections.

use crate::core::{
    fence::{Fence, is_fence},
    language::{
        Kind, Language,
        lexer::{Extent, Stretch, is_within, stretches},
    },
    text::{Text, indentation, is_blank},
};

/// Headings go before every line that opens a block, whatever its indentation.
const HEADINGS: usize = 7;

/// The lines of a file that head a part of it, and how far each part reaches.
pub(super) struct Outline<'t> {
    lines: Vec<&'t [u8]>,
    /// True for lines that begin in a comment, a string or a fenced block.
    in_text: Vec<bool>,
    /// The braces, where the language is known and they are in pairs.
    braces: Option<Braces>,
    has_headings: bool,
}

/// Number of open braces.
struct Braces {
    /// In front of each line, and behind the last one.
    before: Vec<usize>,
    /// The least within each line; a brace that begins a line is as if the line above ended with it.
    least: Vec<usize>,
}

/// The lines between a place and one above it, as far as they tell what heads the place.
pub(super) struct Between {
    /// The rank of the highest heads among them.
    rank: usize,
    /// The least number of open braces.
    braces: Option<usize>,
}

impl<'t> Outline<'t> {
    pub(crate) fn new(text: &'t Text, language: Option<&Language>) -> Self {
        let lines = text.all();
        let has_headings = language.is_some_and(Language::is_prose);
        let is_code = |language: &&Language| language.kind == Kind::Code;
        let (in_text, braces) = match language.filter(is_code) {
            Some(language) => {
                let texts = stretches(Some(language), &lines, Extent::File);
                let begins_in_text = |line: usize| is_within(&texts, (line, indentation(lines[line]).len()));
                ((0..lines.len()).map(begins_in_text).collect(), Braces::of(&lines, &texts))
            }
            None => (fenced(&lines), None),
        };
        Self { lines, in_text, braces, has_headings }
    }

    /// The line that heads a part where this one is, or is an attribute of it.
    pub(super) fn head(&self, line: usize) -> Option<usize> {
        let mut head = line;
        while self.is_attribute(head) {
            head = self.next(head)?;
        }
        self.rank(head).map(|_| head)
    }

    /// Nothing is between a place and its first line.
    pub(super) fn at(&self, first: usize) -> Between {
        let braces = self.braces.as_ref().and_then(|braces| braces.before.get(first).copied());
        Between { rank: usize::MAX, braces }
    }

    /// Adds the next line above.
    pub(super) fn pass(&self, line: usize, between: &mut Between) {
        if let Some(rank) = self.rank(line).filter(|_| !goes_on(self.lines[line].trim_ascii())) {
            between.rank = between.rank.min(rank);
        }
        if let (Some(least), Some(braces)) = (&mut between.braces, &self.braces) {
            *least = (*least).min(braces.least[line]);
        }
    }

    /// Returns whether a place is in the part that a line heads: within its braces, or no other head of its
    /// rank is nearer.
    pub(super) fn holds(&self, line: usize, between: &Between) -> bool {
        let is_within = |(least, braces): (usize, &Braces)| least > braces.least[line];
        self.rank(line).is_some_and(|rank| rank < between.rank)
            || between.braces.zip(self.braces.as_ref()).is_some_and(is_within)
    }

    /// The rank of a line that heads a part, which ends at the next head of the same rank or a lower one.
    fn rank(&self, line: usize) -> Option<usize> {
        let body = self.lines[line];
        if is_blank(body) || self.in_text[line] {
            return None;
        }
        let heading = if self.has_headings { self.level(line) } else { section(body) };
        let depth = indentation(body).len();
        let opens = || {
            let next = self.next(line)?;
            let below = self.lines[next];
            let has_brace = || self.braces.as_ref().is_some_and(|braces| braces.opens(line));
            let is_deeper = indentation(below).len() > depth;
            let goes_on = below.trim_ascii().starts_with(b"{") || is_clause(below.trim_ascii());
            (is_deeper || has_brace() || goes_on).then_some(HEADINGS + depth)
        };
        heading.or_else(opens)
    }

    /// The level of a heading of Markdown.
    fn level(&self, line: usize) -> Option<usize> {
        let body = self.lines[line].trim_ascii();
        let signs = body.iter().take_while(|sign| **sign == b'#').count();
        if (1..HEADINGS).contains(&signs) && body.get(signs).is_none_or(u8::is_ascii_whitespace) {
            return Some(signs);
        }
        let below = self.lines.get(line + 1).map_or(&b""[..], |below| below.trim_ascii());
        let is_underline = |sign: u8| below.len() > 1 && below.iter().all(|byte| *byte == sign);
        let levels = [(b'=', 1), (b'-', 2)];
        levels.into_iter().find(|(sign, _)| signs == 0 && is_underline(*sign)).map(|(_, level)| level)
    }

    fn is_attribute(&self, line: usize) -> bool {
        let body = self.lines[line].trim_ascii();
        !self.in_text[line]
            && (body.starts_with(b"#[") || matches!(body, [b'@', name, ..] if name.is_ascii_alphabetic()))
            && self.rank(line).is_none()
    }

    /// The next line that is not blank.
    fn next(&self, line: usize) -> Option<usize> {
        (line + 1..self.lines.len()).find(|&next| !is_blank(self.lines[next]))
    }
}

/// The level of a section's heading in brackets, as settings have them.
fn section(line: &[u8]) -> Option<usize> {
    (line.starts_with(b"[") && line.trim_ascii_end().ends_with(b"]")).then_some(1)
}

/// Returns whether a line goes on with the head above it.
fn goes_on(line: &[u8]) -> bool {
    line.first().is_some_and(|first| b")]{".contains(first)) || line.starts_with(b"</") || is_clause(line)
}

/// Returns whether a line is the clause between the head of a block and its brace.
fn is_clause(line: &[u8]) -> bool {
    line.strip_prefix(b"where").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Lines of a file of no known language that are in fences.
fn fenced(lines: &[&[u8]]) -> Vec<bool> {
    let mut open = None;
    let mut is_in_fence = |line| {
        let above = open;
        open = Fence::open_below(line, above).filter(|_| above.is_some() || is_fence(line));
        above.or(open).is_some()
    };
    lines.iter().map(|line| is_in_fence(line)).collect()
}

impl Braces {
    /// Counts them outside of comments and strings; none if they are not in pairs.
    fn of(lines: &[&[u8]], texts: &[Stretch]) -> Option<Self> {
        let mut open = 0_usize;
        let (mut before, mut least) = (Vec::with_capacity(lines.len() + 1), Vec::with_capacity(lines.len()));
        for (number, line) in lines.iter().enumerate() {
            let begins = indentation(line).len();
            before.push(open);
            let mut low = if line.get(begins) == Some(&b'{') { usize::MAX } else { open };
            for at in memchr::memchr2_iter(b'{', b'}', line) {
                if is_within(texts, (number, at)) {
                    continue;
                }
                open = if line[at] == b'{' { open + 1 } else { open.checked_sub(1)? };
                low = low.min(open);
            }
            least.push(low.min(open));
        }
        before.push(open);
        (open == 0).then_some(Self { before, least })
    }

    /// Returns whether a line opens one that it does not close.
    fn opens(&self, line: usize) -> bool {
        self.before[line + 1] > self.least[line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language;

    /// The lines, from 1, whose part has the last line of a text.
    fn heads(path: &str, text: &str) -> Vec<usize> {
        let text = Text::new(text.as_bytes().to_vec());
        let outline = Outline::new(&text, language::of(path.as_bytes()));
        let last = text.len() - 1;
        let mut between = outline.at(last);
        let mut found = Vec::new();
        for line in (0..last).rev() {
            if outline.holds(line, &between) {
                found.insert(0, line + 1);
            }
            outline.pass(line, &mut between);
        }
        found
    }

    #[test]
    fn a_part_reaches_to_the_next_head_of_its_depth() {
        assert_eq!(
            heads("a.py", "class A:\n    def f(self):\n        x\n\n    def g(self):\n        y\n"),
            [1, 5]
        );
        assert_eq!(heads("a.py", "def f(\n    a,\n):\n    x\n\ny\n"), [1, 3]);
        assert_eq!(heads("a.yml", "a:\n  b: 1\nc:\n  d: 2\n"), [3]);
        assert_eq!(heads("a.css", ".a {\n  x: y;\n}\n.b {\n  x: y;\n"), [4]);
        assert_eq!(heads("a.py", "if a:\n    x\nelse:\n    y\n"), [3]);
    }

    #[test]
    fn braces_tell_where_indentation_does_not() {
        assert_eq!(heads("a.go", "func f() {\nx()\n}\nfunc g() {\ny()\n}\n"), [4]);
        assert_eq!(heads("a.c", "int f(void)\n{\n  a();\nout:\n  b();\n}\n"), [1, 4]);
        assert_eq!(
            heads("a.rs", "fn f() {\n    s(\"}\");\n    // }\nlet x = 1;\n    y();\n}\n").first(),
            Some(&1)
        );
    }

    #[test]
    fn text_and_clauses_head_nothing() {
        let docs = "fn f() {\n    x();\n}\n\n/*\n * a\n */\ny\n";
        assert_eq!(heads("a.rs", docs), [1]);
        assert_eq!(heads("a.rs", "impl A for B\nwhere\n    B: C,\n{\n    x\n}\n"), [1, 2, 3, 4]);
    }

    #[test]
    fn headings_of_prose_and_settings_head_sections() {
        let markdown = "# A\n\n## B\n\nText\n----\n\n## C\n\n```\n# no\n```\n\nx\n";
        assert_eq!(heads("a.md", markdown), [1, 8]);
        assert_eq!(heads("a.md", "A title\n=====\n\nPart\n----\n\nx\n"), [1, 4]);
        assert_eq!(heads("a.md", "# A\n\n###### B\n\nx\n"), [1, 3]);
        // Seven signs, a word with a sign, and an item below a line.
        assert_eq!(heads("a.md", "# A longer title\n\n####### B\n\n#tag\n\nC\n-\n\nx\n"), [1]);
        // Rows of a table in brackets.
        assert_eq!(heads("a.toml", "[a]\nb = [\n[1, 2],\n[3, 4],\n]\nc = 1\n"), [1]);
        assert_eq!(heads("a.toml", "[a]\nb = 1\n\n[c]\nd = 2\n"), [4]);
    }

    #[test]
    fn nothing_in_a_fence_heads_a_part_of_a_file_of_no_known_language() {
        assert_eq!(heads("a", "[a]\n```\n[b]\n```\nx\n"), [1]);
        assert_eq!(heads("a", "[a]\n```\n[b]\n```\n[c]\nx\n"), [5]);
    }

    #[test]
    fn a_decorator_is_of_the_head_below_it() {
        let text = Text::new(b"@cached\ndef f():\n    x\n".to_vec());
        assert_eq!(Outline::new(&text, language::of(b"a.py")).head(0), Some(1));
    }

    #[test]
    fn attributes_are_of_the_head_below_them() {
        let text = Text::new(b"#[test]\n#[ignore]\nfn f() {\n    x();\n}\n#![x]\n".to_vec());
        let outline = Outline::new(&text, language::of(b"a.rs"));
        assert_eq!(
            [outline.head(0), outline.head(2), outline.head(3), outline.head(5)],
            [Some(2), Some(2), None, None]
        );
    }
}
