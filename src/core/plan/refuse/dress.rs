//! The dress of a reply that lines of REPLACE have, and those of SEARCH do not.

mod escapes;

use std::collections::HashSet;

use self::escapes::{entities, escaped_quotes, unescaped};
use crate::core::{
    fence::Fence,
    language::{Feature, Kind, Language, lexer::is_word},
    locate::{Search, begins_alike},
    outcome::{Dress, Failure},
    plan::job::Job,
    reply::Extent,
    text::{filled, has_letter, indentation, is_blank, split},
};

/// Lines of each section among which one is a version of another: all pairs are looked at.
const MOST: usize = 100;

/// Signs of a diff, a quotation and a list.
const SIGNS: &[u8] = b"+->";

impl Job<'_, '_> {
    /// Refuses what all lines of REPLACE have and none of SEARCH, the signs of a diff in front of all new ones, the
    /// number of a line in front of a new version of it, and characters that are escaped in lines that stay too, or no
    /// longer. In sentences and data some of that may be text.
    pub(crate) fn refuse_dress(&self, language: Option<&Language>) -> Result<(), Failure> {
        let is_lines = self.edit.hints.extent == Extent::Lines;
        // A block is read without a fence around a section, and the text of a call as it is.
        let fenced = || {
            language.filter(|language| !is_lines && !language.is_prose())?;
            let [search, replace] = [self.exact.search, self.exact.replace].map(split);
            fenced(&search, &replace).map(|line| (Dress::Fence, line))
        };
        match dressed(&self.search, language, is_lines).or_else(fenced) {
            Some((dress, line)) => Err(Failure::Dress { dress, text: line.trim_ascii().into() }),
            None => Ok(()),
        }
    }
}

/// The first line of REPLACE in such a dress; `is_lines` if the sections are whole lines.
fn dressed<'l>(
    sections: &Search<'l>,
    language: Option<&Language>,
    is_lines: bool,
) -> Option<(Dress, &'l [u8])> {
    let Search { search, replace, .. } = sections;
    let is_prose = language.is_none_or(Language::is_prose);
    let is_code =
        language.is_some_and(|language| language.kind == Kind::Code && !language.has(Feature::Scalar));
    // In prose a plus may be that of an item, but hardly in front of a line that is indented in SEARCH.
    let is_line = |line: &&[u8]| {
        line.strip_prefix(b"+").is_some_and(|rest| rest.starts_with(b"  ") && search.contains(&rest))
    };
    let is_item = |line: &[u8]| is_prose && line.starts_with(b"+ ") && !replace.iter().any(is_line);
    let signed = || signed(search, replace).filter(|line| !is_item(line));
    let cut = || cut(search, replace).filter(|_| is_lines);
    let raw = || if is_lines { None } else { unescaped(search, replace) };
    let prefixed = || {
        let is_number = |line: &&[u8]| line.trim_ascii_start()[0].is_ascii_digit();
        prefixed(search, replace).filter(|line| is_code || is_number(line))
    };
    let numbered = || numbered_version(search, replace).filter(|_| is_code);
    let is_markup = is_prose || language.is_some_and(|language| language.has(Feature::Tags));
    let prefix = signed().or_else(prefixed).or_else(numbered).map(|line| (Dress::Prefix, line));
    prefix
        .or_else(|| Some((Dress::Cut, cut()?)))
        .or_else(|| Some((Dress::Entity, entities(search, replace, is_markup)?)))
        .or_else(|| Some((Dress::Escape, escaped_quotes(search, replace)?)))
        .or_else(|| Some((Dress::Raw, raw()?)))
}

/// The first line of REPLACE, if it opens a fence that the last one closes, and SEARCH has none.
fn fenced<'l>(search: &[&[u8]], replace: &[&'l [u8]]) -> Option<&'l [u8]> {
    let mut lines = filled(replace.iter().copied());
    let first = lines.next()?;
    let closes = Fence::read(lines.last()?.trim_ascii())?.closes(Fence::read(first.trim_ascii())?);
    (closes && !search.iter().any(|line| Fence::read(line.trim_ascii()).is_some())).then_some(first)
}

/// A line of REPLACE with a number in front that is without it a version of a line of SEARCH, which goes, at the
/// indentation of that.
fn numbered_version<'l>(search: &[&[u8]], replace: &[&'l [u8]]) -> Option<&'l [u8]> {
    let is_version = |rest: &[u8], known: &[u8]| {
        let deep = |line: &[u8]| indentation(line).len();
        let may_be = deep(rest) == deep(known) || rest.starts_with(b" ") && deep(rest) == deep(known) + 1;
        may_be && !replace.contains(&known) && begins_alike(rest.trim_ascii_start(), known.trim_ascii_start())
    };
    let of_search = |rest: &[u8]| search.iter().take(MOST).any(|known| is_version(rest, known));
    let mut with_number = replace.iter().filter_map(|line| Some((line, numbered(line)?.1))).take(MOST);
    let (found, _) = with_number.find(|(_, rest)| has_letter(rest) && of_search(rest))?;
    search.iter().all(|line| numbered(line).is_none()).then_some(*found)
}

/// The first line of REPLACE, if all of them have a number or a sign in front, and are without it those of SEARCH or
/// versions of them.
fn prefixed<'l>(search: &[&[u8]], replace: &[&'l [u8]]) -> Option<&'l [u8]> {
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
    let is_prefixed =
        is_dressed(search, replace, &mut unnumbered) || is_dressed(search, replace, &mut unsigned);
    is_prefixed.then_some(first)
}

/// Takes a dress off a line that has it.
type Undress<'f, 'l> = dyn FnMut(&'l [u8]) -> Option<&'l [u8]> + 'f;

/// Returns whether all lines of REPLACE have something to take off, and are then lines of SEARCH or versions of them;
/// none is one as it is.
fn is_dressed<'l>(search: &[&[u8]], replace: &[&'l [u8]], undress: &mut Undress<'_, 'l>) -> bool {
    let lines = || filled(replace.iter().copied());
    let undressed: Option<Vec<&[u8]>> = lines().map(|line| Some(undress(line)?.trim_ascii())).collect();
    let Some(undressed) = undressed else { return false };
    let known: Vec<&[u8]> = filled(search.iter().copied()).map(<[u8]>::trim_ascii_start).collect();
    let as_is: HashSet<&[u8]> = known.iter().copied().collect();
    if lines().any(|line| as_is.contains(line.trim_ascii_start())) {
        return false;
    }
    undressed.into_iter().take(MOST).any(|rest| {
        let is_version = |known: &&[u8]| known.trim_ascii_end() == rest || begins_alike(rest, known);
        has_letter(rest) && known.iter().take(MOST).any(is_version)
    })
}

/// The first line of REPLACE that has the sign of a diff in front, if all lines that SEARCH does not have are so:
/// a plus, or a minus in front of a line of SEARCH.
fn signed<'l>(search: &[&[u8]], replace: &[&'l [u8]]) -> Option<&'l [u8]> {
    let is_plus = |line: &[u8]| line.starts_with(b"+");
    if !replace.iter().any(|line| is_plus(line)) {
        return None;
    }
    let known: HashSet<&[u8]> = search.iter().map(|line| line.trim_ascii()).collect();
    let is_kept = |line: &&&[u8]| is_blank(line) || known.contains(line.trim_ascii());
    let is_signed = |line: &[u8]| match line.split_first() {
        Some((b'+', rest)) => !rest.first().is_some_and(|next| *next == b'+' || next.is_ascii_digit()),
        Some((b'-', rest)) => has_letter(rest) && known.contains(rest.trim_ascii()),
        _ => false,
    };
    let mut new = replace.iter().filter(|line| !is_kept(line));
    // A minus alone may make an item of a line.
    let says = new.clone().any(|line| is_plus(line) && has_letter(line));
    let is_in_search = search.iter().any(|line| is_plus(line));
    let is_all = says && !search.is_empty() && !is_in_search && new.all(|line| is_signed(line));
    replace.iter().find(|line| !is_kept(line)).filter(|_| is_all).copied()
}

/// The last line of REPLACE, if it is that of SEARCH up to within a word, without the sign at the end of that.
fn cut<'l>(search: &[&[u8]], replace: &[&'l [u8]]) -> Option<&'l [u8]> {
    let (old, new) = (search.last()?, *replace.last()?);
    let rest = old.strip_prefix(new)?;
    let front = new.iter().rev().take_while(|sign| is_word(**sign));
    let back = rest.iter().take_while(|sign| is_word(**sign));
    let is_within = [front.clone().count(), back.clone().count()].iter().all(|count| *count > 0);
    // A number may well get fewer digits.
    let is_number = front.chain(back).all(u8::is_ascii_hexdigit);
    let goes_on = rest.trim_ascii_end().last().is_some_and(|last| b";,:=([{".contains(last));
    (is_within && !is_number && goes_on).then_some(new)
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

    fn is_found(search: &str, replace: &str) -> bool {
        let [search, replace] =
            [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
        prefixed(&search, &replace).is_some()
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
            "1234567 |   run(a);\n1234568 |   stop(b);\n",
        ] {
            assert!(is_found(search, replace), "{replace}");
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
            "20240101 | run(a);\n20240102 | stop(b);\n",
            "*  run(a);\n*  stop(b);\n",
        ] {
            assert!(!is_found(search, replace), "{replace}");
        }
        assert!(!is_found("+a b;\n", "+a c;\n"));
        assert!(!is_found("-output a b\n", "--output a b\n"));
        // SEARCH has the line with its sign too.
        assert!(!is_found("run(a);\n- run(a);\n", "- run(a);\n"));
        assert!(!is_found("{\n}\n", "- {\n- }\n"));
        assert!(!is_found("1: first\n2: second\n", "1: first\n2: third\n"));
    }

    #[test]
    fn a_number_in_front_of_a_version_of_a_line_is_that_of_the_line() {
        let found = |replace: &str| {
            let [search, replace] = ["  let a = one(x)\n  stop(a)\n", replace]
                .map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            numbered_version(&search, &replace).is_some()
        };
        assert!(found("   4\u{2192}  let a = one(x, y)\n  stop(a)\n"));
        assert!(found("4 |   let a = one(x, y)\n  stop(a)\n"));
        // Another depth, no version, and one of a line that stays.
        assert!(!found("4:let a = one(x, y)\n  stop(a)\n"));
        assert!(!found("4: first(),\n  stop(a)\n"));
        assert!(!found("  let a = one(x)\n4:   let a = one(x, y)\n  stop(a)\n"));
    }

    #[test]
    fn a_last_line_that_ends_within_a_word_of_that_of_search_is_cut_off() {
        let found = |old: &str, new: &str| cut(&[b"a", old.as_bytes()], &[new.as_bytes()]).is_some();
        assert!(found("  return finish(x, true);", "  return fin"));
        assert!(found("    if (is_ready(x)) {", "    if (is_re"));
        // The first half alone may be a number.
        assert!(found("  return decode(x, true);", "  return dec"));
        for (old, new) in [
            ("  return finish(x, true);", "  return finish"),
            ("  return finish(x, true);", "  return finish(x, true);"),
            ("  return finish(x, true);", ""),
            ("  user.name_of(x)", "  user.name"),
            ("  port: 8080,", "  port: 80"),
            ("  color: #ffffff;", "  color: #fff"),
        ] {
            assert!(!found(old, new), "{new}");
        }
    }

    #[test]
    fn signs_in_front_of_new_lines_alone_are_those_of_a_diff() {
        let found = |search: &str, replace: &str| {
            let [search, replace] =
                [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            signed(&search, &replace).is_some()
        };
        let search = "  a: 1\n  b: 2\n";
        assert!(found(search, "  a: 1\n+ c: 3\n  b: 2\n"));
        assert!(found(search, "  a: 1\n\n+ c: 3\n  b: 2\n"));
        assert!(found(search, "  a: 1\n-  b: 2\n+  b: 3\n"));
        // Lines of code, some without a sign, an item of a list, and signs that SEARCH has.
        assert!(!found(search, "  a: 1\n  + 1\n"));
        assert!(!found(search, "  a: 1\n+ c: 3\n  d: 4\n"));
        assert!(!found(search, "  a: 1\n- d: 4\n"));
        assert!(!found(search, "  a: 1\n- b: 2\n"));
        assert!(!found("+a\n", "+a\n+b\n"));
        assert!(!found(search, "  a: 1\n"));
        // Operators and numbers, brackets that may be text, and lines that no SEARCH section shows to be code.
        assert!(!found(search, "  a: 1\n++c;\n"));
        assert!(!found(search, "  a: 1\n+1 c\n"));
        assert!(!found(search, "  a: 1\n+}\n"));
        assert!(!found("{\n  a: 1\n}\n", "{\n+ c: 3\n-}\n"));
        assert!(!found(search, "  a: 1\n+ c: 3\n- d: 4\n"));
        assert!(!found("", "+ c: 3\n"));
    }

    #[test]
    fn the_line_that_is_shown_is_the_first_with_a_sign() {
        let line = signed(&[b"  a: 1"], &[b"  a: 1", b"+ c: 3", b"+ d: 4"]);
        assert_eq!(line, Some(&b"+ c: 3"[..]));
    }
}
