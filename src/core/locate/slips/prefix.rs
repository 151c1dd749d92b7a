//! Signs or numbers in front of the lines of REPLACE that those of SEARCH do not have.

use super::outdent::begins_alike;
use crate::core::text::{filled, has_letter, is_blank};

/// Signs of a diff, a quotation and a list.
const SIGNS: &[u8] = b"+->";

/// The first line of REPLACE, from 0, if all of them have one sign at the margin, or numbers that count up, in front of
/// lines of SEARCH or versions of them.
pub fn prefixed(search: &[&[u8]], replace: &[&[u8]]) -> Option<usize> {
    let first = replace.iter().position(|line| !is_blank(line))?;
    let sign = *replace[first].trim_ascii_start().first()?;
    if !sign.is_ascii_digit() && !SIGNS.contains(&sign) {
        return None;
    }
    let known: Vec<&[u8]> = filled(search.iter().copied()).map(<[u8]>::trim_ascii).collect();
    let mut next = None;
    let mut proves = false;
    for line in filled(replace.iter().copied()) {
        let rest = if sign.is_ascii_digit() {
            let (number, rest) = numbered(line)?;
            if next.replace(number + 1).is_some_and(|next| next != number) {
                return None;
            }
            rest
        } else {
            line.strip_prefix(&[sign]).filter(|rest| !rest.starts_with(&[sign]))?
        };
        let rest = rest.trim_ascii();
        proves |= has_letter(rest) && known.iter().any(|known| *known == rest || begins_alike(rest, known));
        if known.contains(&line.trim_ascii()) {
            return None;
        }
    }
    proves.then_some(first)
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

    fn found(search: &str, replace: &str) -> Option<usize> {
        let [search, replace] =
            [search, replace].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
        prefixed(&search, &replace)
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
            assert_eq!(found(search, replace), Some(0), "{replace}");
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
