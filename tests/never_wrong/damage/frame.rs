//! What stands around the sections: fences, markers, dividers.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, indent, kept, letters},
};

fn holds_fences(draft: &Draft) -> bool {
    draft.now().iter().any(|line| line.contains("```") || line.contains("~~~"))
}

/// SEARCH is fenced, REPLACE is not.
pub(super) fn fence_search(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.writing.fenced = (true, random.chance(30));
    (!holds_fences(draft)).then_some(())
}

/// REPLACE is fenced, SEARCH is not.
pub(super) fn fence_replace(draft: &mut Draft, _: &mut Random) -> Option<()> {
    draft.writing.fenced = (false, true);
    (!holds_fences(draft)).then_some(())
}

/// Headings of the file are underlined as a divider is, one of them is quoted, and not all is quoted exactly.
pub(super) fn heading(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let heading = |line: &str| line.strip_prefix("# ").or(line.strip_prefix("## ")).map(str::to_owned);
    let underlined = |lines: &[String]| -> Vec<String> {
        let two = |line: &String| match heading(line) {
            Some(title) => vec![title, "=======".into()],
            None => vec![line.clone()],
        };
        lines.iter().flat_map(two).collect()
    };
    draft.versions.clear();
    (draft.above, draft.below) = (underlined(&draft.above), underlined(&draft.below));
    let mut rows = Vec::new();
    for row in &draft.rows {
        let Some(title) = heading(row.text()) else {
            rows.push(row.clone());
            continue;
        };
        for line in [title.as_str(), "======="] {
            let mut part = row.clone();
            part.quote(|_| line.to_owned());
            part.format(|_| line.to_owned());
            rows.push(part);
        }
    }
    let is_quoted = rows.len() > draft.rows.len();
    draft.rows = rows;
    let fit: Vec<usize> =
        kept(&draft.rows).into_iter().filter(|at| letters(draft.rows[*at].text()) > 0).collect();
    let at = *random.pick(&fit)?;
    match random.below(4) {
        0 => draft.rows[at].quote(|line| format!("{line} ")),
        1 => draft.rows[at].quote(|line| line.replace(' ', "  ")),
        2 => draft.rows[at].quote(|line| format!("{line} also")),
        _ => {}
    }
    let is_divider_quoted = draft.rows.iter().any(|row| row.text() == "=======" && !row.is(Role::Omitted));
    (is_quoted && is_divider_quoted).then_some(())
}

/// The markers are indented as the code is, which may also stand at the margin elsewhere.
pub(super) fn indented(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines: Vec<&str> = draft.search().into_iter().chain(draft.replace()).collect();
    let indents = lines.iter().filter(|line| !line.trim().is_empty()).map(|line| indent(line));
    let by = indents.min_by_key(|by| by.len())?.to_owned();
    if by.is_empty() {
        return None;
    }
    if random.chance(50) {
        let twin: Vec<String> =
            draft.search().iter().map(|line| line.strip_prefix(&by).unwrap_or_default().to_owned()).collect();
        let side = if random.chance(50) { &mut draft.above } else { &mut draft.below };
        let at = if random.chance(50) { 0 } else { side.len() };
        side.splice(at..at, [vec![String::new()], twin, vec![String::new()]].concat());
        draft.versions.clear();
        draft.what.push("a twin at the margin".into());
    }
    draft.writing.indent = by;
    Some(())
}
