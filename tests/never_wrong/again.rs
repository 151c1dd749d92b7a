//! Replies that are sent again where nothing remembers that they were applied.

use crate::{
    case::{Case, Right, Verdict},
    corpus::Corpus,
    damage,
    kinds::{Group, Kind},
    random::Random,
    several,
};

pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    [
        Kind::of(Group::Again, "again-exact", exact),
        Kind::of(Group::Again, "again-damaged", damaged),
        Kind::of(Group::Again, "again-several", blocks),
    ]
    .into_iter()
}

/// The same reply, where it was applied rightly. The commits may have the file as it was.
fn again(first: Case, random: &mut Random) -> Option<Case> {
    let judged = first.judge();
    if judged.verdict != Verdict::Right || judged.result == first.now() {
        return None;
    }
    let mut case = Case { right: vec![Right::of(judged.result.clone())], merge: None, ..first };
    case.versions = if random.chance(50) { vec![case.files[0].1.clone()] } else { Vec::new() };
    case.files[0].1 = judged.result;
    case.what.extend((!case.versions.is_empty()).then(|| "committed before".to_owned()));
    case.what.extend(judged.by.iter().map(|by| format!("first by {by}")));
    Some(case)
}

fn exact(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let first = damage::case("exact", corpus, random)?;
    again(first, random)
}

fn damaged(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let (name, ..) = *random.pick(damage::ALL)?;
    let mut first = damage::case(name, corpus, random)?;
    first.what.insert(0, name.to_owned());
    again(first, random)
}

fn blocks(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let first = several::any(corpus, random)?;
    again(first, random)
}
