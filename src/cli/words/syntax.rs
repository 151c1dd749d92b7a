//! Words for syntax errors that a change brings in.

use super::{Terms, Words, count, evidence::visible};
use crate::core::{
    outcome::Class,
    syntax::{Broken, What},
};

/// Words for a block that breaks a file.
pub(super) fn failure(class: Class, broken: &Broken, path: &str, terms: &Terms) -> Words {
    let Terms { replace, replace_section, .. } = terms;
    let language = broken.language.name;
    let mut words = if broken.error.what == What::Outside {
        Words::new(
            class,
            format!("{path} would have {}", error(broken)),
            "indent it as the methods of the class; or use --no-syntax to write the file as it is",
        )
        .tell(format!(
            "The change puts {} of the file as it would be. Indent the lines of the REPLACE section as the methods of \
             the class are.",
            error(broken)
        ))
    } else if is_leftover(broken) {
        Words::new(
            class,
            format!("{path} would have {}", error(broken)),
            format!(
                "quote all lines that {replace} takes the place of, and leave them out of {replace}; or use --no-syntax \
                 to write the file as it is"
            ),
        )
        .tell(format!(
            "The change leaves {} of the file as it would be. SEARCH must quote all lines that REPLACE takes the \
             place of, and REPLACE must leave them out.",
            error(broken)
        ))
    } else {
        Words::new(
            class,
            format!("{path} would not be valid {language}: {}", error(broken)),
            format!("correct the {replace_section}; or use --no-syntax to write the file as it is"),
        )
        .tell(format!(
            "The file would not be valid {language}: {} of the file as it would be.",
            error(broken)
        ))
    };
    words.evidence = evidence(broken);
    words
}

/// Words for a file that a block may break.
pub(super) fn note(broken: &Broken) -> String {
    if is_leftover(broken) {
        return format!("leaves {}", error(broken));
    }
    format!("may not be valid {} now: {}", broken.language.name, error(broken))
}

/// Returns whether the change leaves something behind that it was to replace.
fn is_leftover(broken: &Broken) -> bool {
    matches!(broken.error.what, What::Outside | What::Unreached | What::SecondName | What::SecondImport)
}

/// `unexpected text at line 12, column 5 (and 2 more errors)`
pub(super) fn error(broken: &Broken) -> String {
    let line = broken.error.line + 1;
    format!("{} at line {line}, column {}{}", what(broken), column(broken), more(broken))
}

/// The same where the line is named already.
pub(super) fn in_line(broken: &Broken) -> String {
    format!("{} at column {}{}", what(broken), column(broken), more(broken))
}

fn what(broken: &Broken) -> String {
    match broken.error.what {
        What::Missing(token) if token.bytes().all(|byte| byte.is_ascii_punctuation()) => {
            format!("missing '{token}'")
        }
        What::Missing(token) => format!("missing {}", token.trim_start_matches('_').replace('_', " ")),
        What::Indentation => "unexpected indent".to_owned(),
        What::NoBody => "missing body".to_owned(),
        What::SecondValue => "a second value".to_owned(),
        What::SecondKey => "duplicate key".to_owned(),
        What::Outside => "a method outside of its class".to_owned(),
        What::SecondName => "a second declaration of the same name".to_owned(),
        What::SecondImport => "a second import of the same".to_owned(),
        What::Comment => "a comment".to_owned(),
        What::Unreached => "code that nothing reaches".to_owned(),
        What::Unexpected => "unexpected text".to_owned(),
    }
}

fn more(broken: &Broken) -> String {
    match broken.more {
        0 => String::new(),
        more => format!(" (and {})", count(more, "more error")),
    }
}

/// The column of the error, from 1, in characters.
pub(in crate::cli) fn column(broken: &Broken) -> usize {
    let line = broken.text.get(broken.error.line - broken.lines.start);
    let before = line.map_or(&b""[..], |line| &line[..broken.error.column.min(line.len())]);
    String::from_utf8_lossy(before).chars().count() + 1
}

/// The lines around the error, each with its number, and where it is.
pub(in crate::cli) fn evidence(broken: &Broken) -> Vec<String> {
    let width = broken.lines.end.to_string().len();
    let line = |(at, text): (usize, &bstr::BString)| {
        let mark = if at == broken.error.line { '>' } else { ' ' };
        format!("{mark} {:>width$} {}", at + 1, visible(text, false)).trim_end().to_owned()
    };
    broken.lines.clone().zip(&broken.text).map(line).collect()
}
