//! White space at the ends of lines.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, letters, some},
};

fn blanks(random: &mut Random) -> &'static str {
    [" ", "  ", "    ", "\t"][random.below(4)]
}

/// Lines of SEARCH have blanks that the file does not have.
pub(super) fn of_the_block(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let quoted: Vec<usize> = (0..draft.rows.len()).filter(|at| draft.rows[*at].search.is_some()).collect();
    let blanks = blanks(random);
    for at in some(&quoted, random)? {
        draft.rows[at].quote(|line| format!("{line}{blanks}"));
    }
    Some(())
}

/// Lines of the file have blanks that the block does not have.
pub(super) fn of_the_file(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let there: Vec<usize> = (0..draft.rows.len()).filter(|at| draft.rows[*at].now.is_some()).collect();
    let blanks = blanks(random);
    for at in some(&there, random)? {
        let row = &mut draft.rows[at];
        let Some(now) = &mut row.now else { continue };
        now.push_str(blanks);
        if row.role == Role::Kept {
            row.right.clone_from(&row.now);
        }
    }
    // A line in the place of another may keep what is behind it; where a line is there twice, it is open which is which.
    let texts: Vec<String> = draft.rows.iter().map(|row| row.text().trim_end().to_owned()).collect();
    let is_open = (1..texts.len()).any(|at| texts[..at].contains(&texts[at]));
    for (row, text) in draft.rows.iter_mut().zip(texts) {
        if is_open || row.is(Role::New) {
            row.or = vec![format!("{text}{blanks}"), text];
        }
    }
    Some(())
}

/// A quoted line has blanks in one section only, while another line makes it plain that blanks tell nothing.
pub(super) fn that_differ(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let kept: Vec<usize> = (0..draft.rows.len())
        .filter(|at| draft.rows[*at].is(Role::Kept) && letters(draft.rows[*at].text()) > 0)
        .collect();
    let at = *random.pick(&kept)?;
    let (in_search, in_file, blanks) = (random.chance(50), random.chance(30), blanks(random));
    let row = &mut draft.rows[at];
    let section = if in_search { &mut row.search } else { &mut row.replace };
    section.as_mut()?.push_str(blanks);
    if in_file {
        row.format(|line| format!("{line}{blanks}"));
    }
    let others: Vec<usize> =
        (0..draft.rows.len()).filter(|other| *other != at && draft.rows[*other].search.is_some()).collect();
    let other = *random.pick(&others)?;
    draft.rows[other].quote(|line| format!("{line} "));
    Some(())
}

/// A line that changes ends in the two blanks that are a line break in Markdown, which the block does not show.
pub(super) fn of_changed_lines(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let mut done = false;
    for at in 1..draft.rows.len() {
        let (before, after) = draft.rows.split_at_mut(at);
        let (old, new) = (before.last_mut()?, &mut after[0]);
        let is_pair =
            old.is(Role::Gone) && new.is(Role::New) && letters(old.text()) > 0 && letters(new.text()) > 0;
        if is_pair && ![&*old, &*new].iter().any(|row| row.text().ends_with(' ')) {
            old.now.as_mut()?.push_str("  ");
            new.right.as_mut()?.push_str("  ");
            done = true;
        }
    }
    let count = |role| draft.rows.iter().filter(|row| row.is(role)).count();
    (done && count(Role::Gone) == 1 && count(Role::New) == 1).then_some(())
}
