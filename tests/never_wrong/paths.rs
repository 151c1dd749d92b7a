//! Sentences that name two files, the block being for one of them.

use crate::{
    case::Case,
    change,
    corpus::Corpus,
    kinds::{Group, Kind},
    random::Random,
};

/// The first file of each is the one that is meant.
const SENTENCES: [&str; 7] = [
    "Change `{a}`, since it is now in `{b}`:",
    "### {a}\n\nThe same as in `{b}`:",
    "In `{a}`, do it as in `{b}`:",
    "Update `{a}` (not `{b}`):",
    "`{a}` needs the same change as `{b}`:",
    "**{a}**\n\nThis goes with `{b}`:",
    "Fix `{a}` so that it agrees with `{b}`.",
];

pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    [Kind::of(Group::AsIs, "two-paths", two)].into_iter()
}

fn two(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = change::any(corpus, 4, random)?;
    let extension = draft.extension().to_owned();
    let (a, b) = (format!("src/first.{extension}"), format!("src/second.{extension}"));
    draft.writing.head = SENTENCES[random.below(7)].replace("{a}", &a).replace("{b}", &b);
    // The other file has the same lines and one more.
    let mut other = draft.clone();
    other.below.push("and more".into());
    let mut case = draft.case();
    case.files = vec![(a, case.files.remove(0).1), (b, other.form.file(other.now()))];
    Some(case)
}
