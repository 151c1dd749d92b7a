//! Comments.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Row, indent, inner, kept},
};

/// What begins and ends a comment that is a line.
pub(crate) fn marks(extension: &str) -> Option<(&'static str, &'static str)> {
    match extension {
        "rs" | "js" | "mjs" | "ts" | "tsx" | "jsx" | "c" | "h" | "go" | "java" => Some(("// ", "")),
        "py" | "rb" | "sh" | "toml" | "yml" | "yaml" => Some(("# ", "")),
        "css" => Some(("/* ", " */")),
        "html" => Some(("<!-- ", " -->")),
        _ => None,
    }
}

const WORDS: [&str; 5] = ["the usual case", "see above", "check the input", "helper", "update the state"];

/// The block has a comment in a line of its own that the file does not have.
pub(super) fn invented(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (open, close) = marks(draft.extension())?;
    let at = *random.pick(&inner(&draft.rows))?;
    let line = draft.rows[at].text();
    let comment = format!("{}{open}{}{close}", indent(line), WORDS[random.below(5)]);
    draft.rows.insert(at, Row::invented(&comment));
    Some(())
}

/// The block lacks a comment of the file.
pub(super) fn omitted(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (open, close) = marks(draft.extension())?;
    let is_comment = |line: &str| line.trim_start().starts_with(open.trim_end()) && line.ends_with(close);
    let comments: Vec<usize> =
        inner(&draft.rows).into_iter().filter(|at| is_comment(draft.rows[*at].text())).collect();
    let at = *random.pick(&comments)?;
    draft.rows[at] = Row::omitted(draft.rows[at].text());
    Some(())
}

/// A quoted line has a comment behind it in the block only, or in the file only.
pub(super) fn behind(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (open, close) = marks(draft.extension())?;
    let code = |at: &usize| {
        let line = draft.rows[*at].text();
        line.ends_with([';', ')', ',', '{', ':'])
            && !line.contains(['"', '\'', '`'])
            && !line.contains(open.trim_end())
    };
    let fit: Vec<usize> = kept(&draft.rows).into_iter().filter(code).collect();
    let at = *random.pick(&fit)?;
    let word = WORDS[random.below(5)];
    let with = |line: &str| format!("{line}  {open}{word}{close}");
    if random.chance(50) {
        draft.rows[at].quote(with);
    } else {
        draft.rows[at].format(with);
    }
    Some(())
}
