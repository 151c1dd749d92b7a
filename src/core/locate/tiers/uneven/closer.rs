//! Tells lines that close something which a section opens, by signs that many languages have in common.
//!
//! The indentation of a closing line tells a reader which construct it closes. Where SEARCH and the file
//! differ in it, they may mean different things, and the lines behind it would belong elsewhere.

use crate::core::text::{indentation, is_blank};

/// Words that close what other words open; which those are is not known here.
const WORDS: [&[u8]; 10] = [
    b"end",
    b"fi",
    b"done",
    b"esac",
    b"endif",
    b"endfor",
    b"endforeach",
    b"endwhile",
    b"endswitch",
    b"until",
];

/// Number of lines looked at upwards at most, so that the work has a bound.
const FARTHEST: usize = 2000;

/// Returns whether a line closes nothing, or something that a line above it, in the same section and as deep, opens.
pub(super) fn closes_known(section: &[&[u8]], number: usize) -> bool {
    let line = section[number].trim_ascii();
    let level = indentation(section[number]).len();
    // From here up to the line that it is a part of.
    let mut beside = section[..number]
        .iter()
        .rev()
        .take(FARTHEST)
        .filter(|line| !is_blank(line))
        .map(|line| (indentation(line).len(), line.trim_ascii()))
        .take_while(|(depth, _)| *depth >= level)
        .filter(|(depth, _)| *depth == level)
        .map(|(_, line)| line);
    if let Some(tag) = line.strip_prefix(b"</") {
        return opens_tag(beside, name(tag));
    }
    let opener = match line.first() {
        Some(b'}') => b'{',
        Some(b')') => b'(',
        Some(b']') => b'[',
        Some(b'>') => return beside.next().is_some_and(|above| above.starts_with(b"<")),
        Some(b'/') if line.starts_with(b"/>") => {
            return beside.next().is_some_and(|above| above.starts_with(b"<"));
        }
        _ => {
            let count = |signs: &[u8]| line.iter().filter(|byte| signs.contains(byte)).count();
            let word = line.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').next();
            return count(b")]}") <= count(b"([{")
                && !word.is_some_and(|word| WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)));
        }
    };
    beside.next().is_some_and(|above| above.last() == Some(&opener))
}

/// Returns whether the nearest of these lines, upwards, that opens a tag of this name without closing it is left open.
fn opens_tag<'l>(lines: impl Iterator<Item = &'l [u8]>, tag: &[u8]) -> bool {
    let opens = |other: &[u8]| other.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'>');
    let mut closed = 0;
    for line in lines {
        if line.strip_prefix(b"</").is_some_and(|other| name(other) == tag) {
            closed += 1;
        } else if line.strip_prefix(b"<").is_some_and(|other| opens(other) && name(other) == tag) {
            let end = [b"</", tag].concat();
            let whole = line.ends_with(b"/>") || memchr::memmem::find(line, &end).is_some();
            match closed {
                _ if whole => {}
                0 => return true,
                _ => closed -= 1,
            }
        }
    }
    false
}

/// The name that a text begins with.
fn name(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"_-.:".contains(byte));
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(section: &str) -> bool {
        let lines: Vec<&[u8]> = section.lines().map(str::as_bytes).collect();
        closes_known(&lines, lines.len() - 1)
    }

    #[test]
    fn what_the_section_opens_as_deep_is_known() {
        for section in [
            "x;",
            "f(a, [b]);",
            "if x {\n  y;\n}",
            "if x\n{\n  y;\n}",
            "f(|| {\n  y;\n});",
            "if x {\n  y;\n} else {\n  z;\n}",
            "{a.map((b) => (\n  <li />\n))}",
            "<p>\n  <p>a</p>\n</p>",
            "<ul>\n</ul>\n<ul>\n</ul>",
            "<a\n  href\n>\n  b\n</a>",
            "<a\n  href\n/>",
            "<>\n  <p>\n  </p>\n</>",
            "endless();",
        ] {
            assert!(known(section), "{section}");
        }
    }

    #[test]
    fn what_is_opened_above_the_section_or_elsewhere_is_not_known() {
        for section in [
            "}",
            "  y;\n}",
            "if (x)\n  y;\n}",
            "if (x) {\n  y;\n)",
            "  if x {\n    y;\n}",
            "{\n}\nx\n}",
            "<p>a</p>\n</p>",
            "<ul>\n</ul>\n</ul>",
            "<li>\n</ul>",
            "<p />\n</p>",
            "  <>\n  </>\n</p>\n<!-- a -->\n</>",
            "END IF;",
            "b)",
            "/>",
            "end",
            "  fi",
            "done < file",
            "end.join",
        ] {
            assert!(!known(section), "{section}");
        }
    }
}
