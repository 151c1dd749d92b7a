//! The dress of a reply that all lines of REPLACE have, and those of SEARCH do not.

use std::collections::HashSet;

use crate::core::{
    language::{Feature, Kind, Language},
    locate::{Search, begins_alike},
    outcome::{Dress, Failure},
    plan::job::Job,
    text::{filled, has_letter, is_blank},
};

/// Signs of a diff, a quotation and a list.
const SIGNS: &[u8] = b"+->";

impl Job<'_, '_> {
    /// Refuses what all lines of REPLACE have and none of SEARCH. In sentences and data it may be text, but for
    /// numbers.
    pub(crate) fn refuse_dress(&self, language: Option<&Language>) -> Result<(), Failure> {
        let Search { search, replace, .. } = &self.search;
        let Some((dress, line)) = dress(search, replace) else { return Ok(()) };
        let is_number = dress == Dress::Prefix && line.trim_ascii_start()[0].is_ascii_digit();
        let is_code =
            language.is_some_and(|language| language.kind == Kind::Code && !language.has(Feature::Scalar));
        if is_number || is_code {
            Err(Failure::Dress { dress, text: line.trim_ascii().into() })
        } else {
            Ok(())
        }
    }
}

/// The dress of all lines of REPLACE, which are those of SEARCH or versions of them without it, and the first of them.
fn dress<'l>(search: &[&[u8]], replace: &[&'l [u8]]) -> Option<(Dress, &'l [u8])> {
    const EMPHASIS: &[u8] = b"**";
    let first = filled(replace.iter().copied()).next()?;
    let mut next = None;
    let mut unnumbered = |line| {
        let (number, rest) = numbered(line)?;
        next.replace(number + 1).is_none_or(|next| next == number).then_some(rest)
    };
    let sign = &first[..1];
    let mut unsigned = |line: &'l [u8]| {
        let rest = line.strip_prefix(sign).filter(|_| SIGNS.contains(&sign[0]))?;
        (!rest.starts_with(sign)).then_some(rest)
    };
    let mut plain = |line: &'l [u8]| line.trim_ascii().strip_prefix(EMPHASIS)?.strip_suffix(EMPHASIS);
    let is_open = |line: &[u8]| line.ends_with(b" ") || line.ends_with(b"\t");
    let may_pad = filled(replace.iter().copied()).count() > 1 && !search.iter().any(|line| is_open(line));
    let mut unpadded = |line: &'l [u8]| (may_pad && is_open(line)).then(|| line.trim_ascii_end());
    let kinds: [(Dress, &mut Undress<'_, 'l>); 4] = [
        (Dress::Prefix, &mut unnumbered),
        (Dress::Prefix, &mut unsigned),
        (Dress::Emphasis, &mut plain),
        (Dress::Padding, &mut unpadded),
    ];
    let mut kinds = kinds.into_iter();
    let found = kinds.find_map(|(dress, undress)| is_dressed(search, replace, undress).then_some(dress));
    let dress = found.or_else(|| is_spaced(search, replace).then_some(Dress::Spacing))?;
    Some((dress, first))
}

/// Takes a dress off a line that has it.
type Undress<'f, 'l> = dyn FnMut(&'l [u8]) -> Option<&'l [u8]> + 'f;

/// Returns whether all lines of REPLACE have something to take off, and are then lines of SEARCH or versions of them;
/// none is one as it is.
fn is_dressed<'l>(search: &[&[u8]], replace: &[&'l [u8]], undress: &mut Undress<'_, 'l>) -> bool {
    /// Lines of each section among which one is a version of another: all pairs are looked at.
    const MOST: usize = 100;
    let known: Vec<&[u8]> = filled(search.iter().copied()).map(<[u8]>::trim_ascii_start).collect();
    let as_is: HashSet<&[u8]> = known.iter().copied().collect();
    let mut proves = false;
    for (number, line) in filled(replace.iter().copied()).enumerate() {
        let Some(rest) = undress(line).map(<[u8]>::trim_ascii) else { return false };
        if as_is.contains(line.trim_ascii_start()) {
            return false;
        }
        let is_version = |known: &&[u8]| known.trim_ascii_end() == rest || begins_alike(rest, known);
        proves |= number < MOST && has_letter(rest) && known.iter().take(MOST).any(is_version);
    }
    proves
}

/// Returns whether each line of REPLACE has a blank line behind it, several that follow one another in SEARCH among
/// them, while other lines change.
fn is_spaced(search: &[&[u8]], replace: &[&[u8]]) -> bool {
    const LEAST: usize = 2;
    if search.iter().any(|line| is_blank(line))
        || replace.windows(2).any(|pair| is_blank(pair[0]) == is_blank(pair[1]))
    {
        return false;
    }
    let lines: Vec<&[u8]> = filled(replace.iter().copied()).collect();
    let known: HashSet<&[&[u8]]> = search.windows(2).collect();
    lines != search && lines.windows(2).filter(|pair| known.contains(pair)).count() >= LEAST
}

/// A line behind its number, and that.
fn numbered(line: &[u8]) -> Option<(usize, &[u8])> {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&line[..digits]).ok()?.parse().ok().filter(|_| digits < 8)?;
    let rest = line[digits..].trim_ascii_start();
    let signs = [&b"|"[..], b":", "\u{2502}".as_bytes(), "\u{2192}".as_bytes()];
    let rest = signs.iter().find_map(|sign| rest.strip_prefix(*sign));
    rest.or_else(|| line[digits..].strip_prefix(b"\t")).map(|rest| (number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: &str, replace: &str) -> Option<Dress> {
        let [search, replace] =
            [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
        dress(&search, &replace).map(|(dress, _)| dress)
    }

    #[test]
    fn what_is_in_front_of_all_lines_of_replace_alone_is_found() {
        let search = "  run(a);\n  stop(a);\n";
        for replace in [
            "+  run(b);\n+  stop(a);\n",
            ">   run(a);\n> \n>   stop(b);\n",
            "- run(b);\n",
            "12 |   run(a);\n13 |   stop(b);\n",
            " 9:   run(a);\n10:   stop(b);\n",
            "7\t  run(b);\n",
        ] {
            assert_eq!(found(search, replace), Some(Dress::Prefix), "{replace}");
        }
    }

    #[test]
    fn what_is_around_or_between_all_lines_of_replace_alone_is_found() {
        let search = "  run(a);\n  stop(a);\n  end(a);\n";
        for (replace, wanted) in [
            ("  **run(b);**\n  **stop(a);**\n", Some(Dress::Emphasis)),
            ("  **run(b);**\n  stop(a);\n", None),
            ("  other(**c);\n", None),
            ("  run(b);  \n  stop(a);  \n", Some(Dress::Padding)),
            ("  run(b);  \n  stop(a);\n", None),
            ("  run(b);  \n", None),
            ("  run(a);\n\n  stop(a);\n\n  end(a);\n\n  more();\n", Some(Dress::Spacing)),
            ("  run(a);\n\n  stop(a);\n\n  end(a);\n  more();\n", None),
            // Blank lines are put in on purpose, around a new line or alone.
            ("  run(a);\n  stop(a);\n\n  more();\n\n  end(a);\n", None),
            ("  run(a);\n\n  stop(a);\n\n  more();\n\n  end(a);\n", None),
            ("  run(a);\n\n  stop(a);\n\n  end(a);\n", None),
        ] {
            assert_eq!(found(search, replace), wanted, "{replace}");
        }
    }

    #[test]
    fn what_may_be_code_is_not() {
        let search = "  run(a);\n  stop(a);\n";
        for replace in [
            "  + run(b);\n",
            "-- run(a);\n-- stop(a);\n",
            "+  run(b);\n  stop(a);\n",
            "+other(c);\n",
            "12 | run(a);\n12 | stop(b);\n",
            "12 run(a);\n13 stop(b);\n",
        ] {
            assert_eq!(found(search, replace), None, "{replace}");
        }
        assert_eq!(found("+a b;\n", "+a c;\n"), None);
        assert_eq!(found("1: first\n2: second\n", "1: first\n2: third\n"), None);
    }
}
