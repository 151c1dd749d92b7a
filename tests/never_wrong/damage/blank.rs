//! Blank lines.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, inner},
};

fn is_blank(row: &Row) -> bool {
    row.text().trim().is_empty()
}

/// A blank line of the file is not quoted.
pub(super) fn dropped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let blank: Vec<usize> = inner(&draft.rows).into_iter().filter(|at| is_blank(&draft.rows[*at])).collect();
    let at = *random.pick(&blank)?;
    draft.rows[at] = Row::omitted(draft.rows[at].text());
    Some(())
}

/// A blank line is quoted that the file does not have.
pub(super) fn added(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let between: Vec<usize> = inner(&draft.rows)
        .into_iter()
        .filter(|at| draft.rows[at - 1..at + 1].iter().all(|row| !is_blank(row)))
        .collect();
    let at = *random.pick(&between)?;
    draft.rows.insert(at, Row::invented(""));
    Some(())
}

/// Both sections begin or end with a blank line that the file does not have there.
pub(super) fn edge(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let is_kept = |row: Option<&Row>| row.is_some_and(|row| row.is(Role::Kept) && !is_blank(row));
    let beyond = |line: Option<&String>| line.is_some_and(|line| !line.trim().is_empty());
    let first = is_kept(draft.rows.first()) && beyond(draft.above.last()) && random.chance(60);
    let last = is_kept(draft.rows.last()) && beyond(draft.below.first()) && (!first || random.chance(30));
    if first {
        draft.rows.insert(0, Row::invented(""));
    }
    if last {
        draft.rows.push(Row::invented(""));
    }
    (first || last).then_some(())
}

/// Lines come between a blank line and the head of a definition, whose comments, attributes or decorators the block does
/// not quote: they stay with the definition.
pub(super) fn for_head(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines: Vec<String> = draft.now().into_iter().map(str::to_owned).collect();
    let heads: Vec<(usize, usize)> =
        (1..lines.len().saturating_sub(1)).filter_map(|at| head(&lines, at)).collect();
    let (from, to) = *random.pick(&heads)?;
    let definition = &lines[to];
    let by = crate::rows::indent(definition);
    let mut rows = vec![Row::kept(&lines[from - 1])];
    let name = format!("added_{}", random.below(1_000));
    for line in ["(one, two);", "(three, four);"] {
        rows.push(Row::new(&format!("{by}{name}{line}")));
    }
    rows.push(Row::new(""));
    rows.extend(lines[from..to].iter().map(|line| Row::omitted(line)));
    rows.push(Row::kept(definition));
    rows.extend(lines[to + 1..].iter().take(random.below(3)).map(|line| Row::kept(line)));
    draft.above = lines[..from - 1].to_vec();
    draft.below = lines[from - 1 + rows.iter().filter(|row| row.now.is_some()).count()..].to_vec();
    draft.rows = rows;
    draft.found().is_empty().then_some(())
}

/// The lines that belong to a definition whose first is `from`, which follows a blank line, and the definition's own.
fn head(lines: &[String], from: usize) -> Option<(usize, usize)> {
    let belongs = |line: &str| {
        let line = line.trim_start();
        ["///", "//", "#[", "@", "# "].iter().any(|start| line.starts_with(start))
    };
    let defines = |line: &str| {
        let words = ["fn ", "def ", "class ", "struct ", "function ", "func ", "const ", "static "];
        words.iter().any(|word| line.trim_start().trim_start_matches("pub ").starts_with(word))
    };
    let count = lines[from..].iter().take_while(|line| belongs(line)).count();
    let is_head = lines[from - 1].is_empty() && (1..6).contains(&count);
    (is_head && defines(lines.get(from + count)?)).then_some((from, from + count))
}
