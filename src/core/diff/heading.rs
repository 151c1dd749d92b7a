//! Headings of hunks: the line above that names a function or section, shown behind the numbers.

use regex_automata::{meta::Regex, util::syntax};

/// Rules by which a line is a heading.
#[derive(Clone, Debug, Default)]
pub enum Headings {
    /// It begins with a letter, `_` or `$`.
    #[default]
    Plain,
    /// By patterns.
    Patterns(Vec<Pattern>),
}

/// A pattern of `diff.<driver>.xfuncname`, or of a driver that git has built in.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    /// True if a line that it matches is no heading.
    is_negated: bool,
}

/// The most bytes of a heading that are shown.
const MOST: usize = 80;

/// Drivers that git has built in, with patterns that find the same lines.
const DRIVERS: [(&str, &str); 7] = [
    ("golang", "^[ \\t]*(func.*)$\n^[ \\t]*(type[ \\t].*(?:struct|interface)[ \\t]*\\{?)"),
    ("html", "^[ \\t]*(<[hH][1-6](?:[ \\t].*)?>.*)$"),
    ("markdown", "^ {0,3}#{1,6}[ \\t].*$"),
    (
        "php",
        "^[ \\t]*((?:(?:public|protected|private|static|abstract|final)[ \\t]+)*function.*)$\n\
         ^[ \\t]*((?:(?:final|abstract)[ \\t]+)?class.*)$\n\
         ^[ \\t]*((?:enum|interface|trait).*)$",
    ),
    ("python", "^[ \\t]*((?:class|(?:async[ \\t]+)?def)[ \\t].*)$"),
    ("ruby", "^[ \\t]*((?:class|module|def)[ \\t].*)$"),
    (
        "rust",
        "^[ \\t]*((?:pub(?:\\([^)]+\\))?[ \\t]+)?(?:(?:async|const|unsafe|extern[ \\t]+\"[^\"]+\")[ \\t]+)?\
         (?:struct|enum|union|mod|trait|fn|impl|macro_rules!)[< \\t][^;]*)$",
    ),
];

impl Headings {
    /// Those of one of git's own drivers; plain ones for a driver that is not known here.
    pub fn of_driver(name: &[u8]) -> Self {
        let known = DRIVERS.iter().find(|(known, _)| known.as_bytes() == name);
        known.and_then(|(_, patterns)| Self::of_patterns(patterns)).unwrap_or_default()
    }

    /// Those of a configured driver: patterns, a line each, of which the first that matches decides. None if
    /// one is not valid.
    pub fn of_patterns(patterns: &str) -> Option<Self> {
        let pattern = |line: &str| {
            let (line, is_negated) = line.strip_prefix('!').map_or((line, false), |rest| (rest, true));
            let bytes = syntax::Config::new().unicode(false).utf8(false);
            let regex = Regex::builder().syntax(bytes).build(line).ok()?;
            Some(Pattern { regex, is_negated })
        };
        patterns.lines().map(pattern).collect::<Option<_>>().map(Self::Patterns)
    }

    /// The part of a line to show, if it is a heading.
    pub(in crate::core) fn shown<'l>(&self, line: &'l [u8]) -> Option<&'l [u8]> {
        let body = line.strip_suffix(b"\n").unwrap_or(line);
        let body = body.strip_suffix(b"\r").filter(|rest| !rest.is_empty()).unwrap_or(body);
        let shown = match self {
            Self::Plain => {
                let begins = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$');
                line.first().filter(|byte| begins(byte)).map(|_| line)
            }
            Self::Patterns(patterns) => {
                let matches = |pattern: &&Pattern| pattern.regex.is_match(body);
                patterns.iter().find(matches).and_then(|pattern| pattern.shown(body))
            }
        }?;
        let shown = &shown[..shown.len().min(MOST)];
        let end = shown.iter().rposition(|byte| !b" \t\r\n".contains(byte)).map_or(0, |last| last + 1);
        Some(&shown[..end])
    }
}

impl Pattern {
    /// The first group of the match, or all of it.
    fn shown<'l>(&self, line: &'l [u8]) -> Option<&'l [u8]> {
        let mut captures = self.regex.create_captures();
        self.regex.captures(line, &mut captures);
        let span = captures.get_group(1).or_else(|| captures.get_group(0)).filter(|_| !self.is_negated)?;
        Some(&line[span.start..span.end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(headings: &Headings, line: &str) -> Option<String> {
        headings.shown(line.as_bytes()).map(|shown| String::from_utf8(shown.to_vec()).expect("text"))
    }

    #[test]
    fn a_plain_heading_begins_with_a_letter() {
        let plain = Headings::Plain;
        assert_eq!(shown(&plain, "fn a() {  \r\n").as_deref(), Some("fn a() {"));
        assert_eq!(shown(&plain, "$x = 1\n").as_deref(), Some("$x = 1"));
        assert_eq!(shown(&plain, "  fn a()\n"), None);
        assert_eq!(shown(&plain, "\n"), None);
        assert_eq!(shown(&plain, &"a".repeat(100)).map(|shown| shown.len()), Some(80));
    }

    #[test]
    fn the_patterns_of_every_driver_are_valid() {
        for (name, patterns) in DRIVERS {
            assert!(Headings::of_patterns(patterns).is_some(), "{name}");
        }
    }

    #[test]
    fn the_first_pattern_that_matches_decides() {
        let headings = Headings::of_patterns("!^no\n^(\\w+) section\n^section.*").expect("patterns");
        assert_eq!(shown(&headings, "no section\n"), None);
        assert_eq!(shown(&headings, "first section of all\n").as_deref(), Some("first"));
        assert_eq!(shown(&headings, "section 2\n").as_deref(), Some("section 2"));
        assert!(Headings::of_patterns("(").is_none());
    }
}
