//! Lines that texts have twice in succession.

use super::{
    balance::is_balanced,
    known::{acts, brackets},
};
use crate::core::{
    language::lexer::words,
    locate::line::Lines,
    text::{has_letter, is_one_of},
};

/// Returns whether a line may well be next to the same one: a value in a list, a word of prose, a sign that opens and
/// closes nothing, a statement, or one that the file has so somewhere. Of all others, such as `} else {`, `break;`
/// and `#[test]`, files have one in a thousand so, or none.
pub(super) fn comes_twice(line: &[u8], whole: &dyn Lines) -> bool {
    /// The most lines that are looked through: a file may be long, and have many places.
    const MOST: usize = 5000;
    let is_same = |other: &&[u8]| other.trim_ascii_end() == line.trim_ascii_end();
    is_value(line.trim_ascii())
        || acts(line) && brackets([line]) == [0; 3]
        || is_balanced(line)
            && whole.bodies(0..whole.count().min(MOST)).windows(2).any(|pair| pair.iter().all(is_same))
}

/// Words that are no value: they lead to something, or are said once.
const NO_VALUES: &str = "begin break continue default do done else end ensure esac exit fi finally next pass return \
                         self super then this try";

/// Returns whether a line without white space at its edges is a value in a list, or a word of prose.
pub(super) fn is_value(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"- ").unwrap_or(line);
    if line.first().is_some_and(|first| b")]}>".contains(first)) || !is_balanced(line) {
        return false;
    }
    let mut names = words(line).filter(|word| !word[0].is_ascii_digit());
    let is_name = names.next().is_none_or(|name| !is_one_of(name, NO_VALUES)) && names.next().is_none();
    let is_plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b" .,!?+-_'\"`[]{}()".contains(byte);
    !has_letter(line)
        || is_name && line.iter().all(is_plain)
        || line.starts_with(b"<") && !line.starts_with(b"</")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::text::Text;

    #[test]
    fn values_and_statements_come_twice() {
        let comes_twice =
            |line: &str| comes_twice(line.as_bytes(), &Text::new(b"&x,\n&x,\n</g>\n</g>\n".to_vec()));
        for line in [
            "0,", "  None,", "\"\",", "[0, 1],", "{},", "now,", "word", "+", "//", "<br/>", "<td></td>",
            "a++;", "&x,", "",
        ] {
            assert!(comes_twice(line), "{line}");
        }
        for line in [
            "} else {", "</g>", "</ul>", "<ul>", "/>", "*/", "#endif", "end,", "&self,", "#[test]", "@dec",
            "break;", "pass", "else:", "\"\"\"", "```", "try {", "key:", "g(a,",
        ] {
            assert!(!comes_twice(line), "{line}");
        }
    }
}
