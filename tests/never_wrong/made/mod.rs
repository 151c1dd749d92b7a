//! Changes that are made already.

pub(crate) mod half;
pub(crate) mod lookalike;
pub(crate) mod since;

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent},
};

/// The change is made as the block has it.
pub(crate) fn whole(draft: &mut Draft, _: &mut Random) -> Option<()> {
    draft.make(|_| true);
    Some(())
}

/// Lines are to be indented otherwise, which they are already.
pub(crate) fn reindented(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let by = ["  ", "    "][random.below(2)];
    let adds = random.chance(50);
    for line in draft.search() {
        let shifted = if adds { format!("{by}{line}") } else { line.strip_prefix(by)?.to_owned() };
        draft.rows.push(Row::new(Role::New, shifted));
    }
    draft.make(|_| true);
    draft.found().is_empty().then_some(())
}

/// Lines are to be wrapped in a statement, which they are already; some of the statement may differ.
pub(crate) fn wrapped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines = draft.search();
    let by = indent(lines.first()?);
    let is_even = lines.iter().all(|line| line.starts_with(by));
    let (head, colon, tail) = match draft.extension() {
        "py" => ("with guard(", "):", None),
        "rs" | "go" => ("if is_ready(", ") {", Some(format!("{by}}}"))),
        _ => ("if (is_ready(", ")) {", Some(format!("{by}}}"))),
    };
    let opener = draft.rows.len();
    draft.rows.push(Row::new(Role::New, format!("{by}{head}one{colon}")));
    draft.rows.extend(lines.iter().map(|line| Row::new(Role::New, format!("    {line}"))));
    draft.rows.extend(tail.map(|tail| Row::new(Role::New, tail)));
    draft.make(|_| true);
    if random.chance(40) {
        // It is there with another argument: what is missing is to be made, or nothing.
        draft.rows[opener].now = Some(format!("{by}{head}two{colon}"));
        draft.what.push("another head".into());
    }
    is_even.then_some(())
}
