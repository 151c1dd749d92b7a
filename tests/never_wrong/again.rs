//! Replies that are sent again where nothing remembers that they were applied.

use crate::{
    case::{Case, Right, Verdict},
    corpus::Corpus,
    kinds::{DAMAGED, Kind, SEVERAL},
    random::Random,
};

/// A case of one of these kinds again, where it was applied rightly. The commits may have the file as it was.
fn again(corpus: &Corpus, kinds: &[Kind], random: &mut Random) -> Option<Case> {
    let kind = random.pick(kinds)?;
    let mut case = kind.make(corpus, random)?;
    let judged = case.judge();
    if judged.verdict != Verdict::Right || judged.result == case.now() {
        return None;
    }
    case.what.push(format!("{}, first by {:?}", kind.name, judged.by));
    case.right = vec![Right::of(&judged.result)];
    case.versions = if random.chance(50) { vec![case.now().to_vec()] } else { Vec::new() };
    case.files[0].1 = judged.result;
    Some(case)
}

pub(crate) fn exact(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    again(corpus, &DAMAGED[..1], random)
}

pub(crate) fn damaged(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    again(corpus, &DAMAGED[1..], random)
}

pub(crate) fn several(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    again(corpus, SEVERAL, random)
}
