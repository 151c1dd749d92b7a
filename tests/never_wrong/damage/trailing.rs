//! White space at the ends of lines.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, letters, some},
};

fn blanks(random: &mut Random) -> &'static str {
    [" ", "  ", "    ", "\t"][random.below(4)]
}

/// Lines of SEARCH have blanks that the file does not have.
pub(crate) fn of_the_block(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (quoted, blanks) = (draft.which(|row| row.search.is_some()), blanks(random));
    for at in some(&quoted, random)? {
        draft.rows[at].quote(|line| format!("{line}{blanks}"));
    }
    Some(())
}

/// All lines of the block end in blanks, the new ones too, as a chat client or a terminal writes them; the last of
/// each section may do without. In Markdown it takes more than one line of SEARCH to tell.
pub(crate) fn of_all_lines(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (blanks, pads) = (blanks(random), random.chance(20));
    let (marks_blank, spares_last) = (random.chance(50), random.chance(20));
    let padded = |line: &str| match pads {
        true => format!("{line:<120}"),
        false => format!("{line}{blanks}"),
    };
    let is_plain = |row: &Row| !row.text().ends_with([' ', '\t']) && row.text().len() < 110;
    let quoted = draft.which(|row| row.search.is_some() && !row.is_blank());
    if !draft.rows.iter().all(is_plain) || draft.lacks(Role::New) || quoted.len() <= usize::from(spares_last)
    {
        return None;
    }
    let (search, replace) = (
        draft.rows.iter().rposition(|row| row.search.is_some()),
        draft.rows.iter().rposition(|row| row.replace.is_some()),
    );
    for (at, row) in draft.rows.iter_mut().enumerate() {
        if !row.is_blank() || marks_blank {
            for (section, last) in [(&mut row.search, search), (&mut row.replace, replace)] {
                if let Some(line) = section.as_mut().filter(|_| !(spares_last && last == Some(at))) {
                    *line = padded(line);
                }
            }
        }
    }
    Some(())
}

/// Lines of the file have blanks that the block does not have.
pub(crate) fn of_the_file(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (there, blanks) = (draft.which(|row| row.now.is_some()), blanks(random));
    for at in some(&there, random)? {
        draft.rows[at].format(|line| format!("{line}{blanks}"));
    }
    // A line in the place of another may keep what is behind it.
    let is_open = draft.is_open();
    for row in draft.rows.iter_mut().filter(|row| is_open || row.is(Role::New)) {
        let text = row.text().trim_end().to_owned();
        row.or = vec![format!("{text}{blanks}"), text];
    }
    Some(())
}

/// A quoted line has blanks in one section only, while another line makes it plain that blanks tell nothing.
pub(crate) fn that_differ(draft: &mut Draft, random: &mut Random) -> Option<()> {
    if draft.has_twins() {
        return None;
    }
    let telling = draft.which(|row| row.is(Role::Kept) && letters(row.text()) > 0);
    let at = *random.pick(&telling)?;
    let (in_search, in_file, blanks) = (random.chance(50), random.chance(30), blanks(random));
    let row = &mut draft.rows[at];
    let section = if in_search { &mut row.search } else { &mut row.replace };
    section.as_mut()?.push_str(blanks);
    if in_file {
        row.format(|line| format!("{line}{blanks}"));
    }
    let mut others = draft.which(|row| row.search.is_some());
    others.retain(|other| *other != at);
    draft.rows[*random.pick(&others)?].quote(|line| format!("{line} "));
    Some(())
}

/// A line that changes ends in the two blanks that are a line break in Markdown, which the block does not
/// show.
pub(crate) fn of_changed_lines(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let (gone, new) = (draft.which(|row| row.is(Role::Gone)), draft.which(|row| row.is(Role::New)));
    let ([gone], [new]) = (&gone[..], &new[..]) else { return None };
    let is_fit = |at: usize| letters(draft.rows[at].text()) > 0 && !draft.rows[at].text().ends_with(' ');
    let is_pair = gone + 1 == *new && is_fit(*gone) && is_fit(*new);
    draft.rows[*gone].now.as_mut()?.push_str("  ");
    draft.rows[*new].right.as_mut()?.push_str("  ");
    is_pair.then_some(())
}
