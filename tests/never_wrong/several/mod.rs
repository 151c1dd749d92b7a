//! Replies with several blocks for one file.

mod commits;
mod gap;
mod undoing;

pub(crate) use commits::with;

use crate::{
    case::{Case, Right},
    change,
    corpus::Corpus,
    draft::{Draft, Writing},
    kinds::{Group, Kind},
    random::Random,
    rows::letters,
};

type Make = fn(&Corpus, &mut Random) -> Option<Case>;

const ALL: &[(&str, Make)] = &[
    ("commit", commits::one),
    ("commit-chain", commits::chain),
    ("made-chain", commits::made_chain),
    ("one-gap", gap::two),
    ("split-before-first", gap::before_first),
    ("split-after-first", gap::after_first),
    ("moved", undoing::moved),
    ("put-back", undoing::put_back),
    ("same-again", undoing::same_again),
    ("beside-removed", undoing::beside_removed),
];

pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    ALL.iter().map(|(name, make)| Kind::of(Group::Several, name, *make))
}

/// A case of any of these kinds.
pub(crate) fn any(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let (name, make) = random.pick(ALL)?;
    let mut case = make(corpus, random)?;
    case.what.insert(0, (*name).to_owned());
    Some(case)
}

/// The sections of a block.
struct Block {
    search: Vec<String>,
    replace: Vec<String>,
}

impl Block {
    fn new(search: &[String], replace: &[String]) -> Self {
        Self { search: search.to_vec(), replace: replace.to_vec() }
    }

    fn of(draft: &Draft) -> Self {
        let own = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
        Self { search: own(draft.search()), replace: own(draft.replace()) }
    }

    /// Whether SEARCH tells something and stands in these lines once.
    fn is_found_once(&self, file: &[String]) -> bool {
        let told: usize = self.search.iter().map(|line| letters(line)).sum();
        told >= 8 && file.windows(self.search.len()).filter(|window| *window == self.search).count() == 1
    }
}

/// A case of several blocks; each of the results is right.
fn case(path: &str, now: &[String], blocks: &[Block], right: &[Vec<String>]) -> Case {
    let text =
        |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes();
    let block = |block: &Block| {
        let search: Vec<&str> = block.search.iter().map(String::as_str).collect();
        let replace: Vec<&str> = block.replace.iter().map(String::as_str).collect();
        Writing::to(path).block(&search, &replace)
    };
    Case {
        files: vec![(path.to_owned(), text(now))],
        versions: Vec::new(),
        reply: blocks.iter().flat_map(block).collect(),
        right: right.iter().map(|lines| Right::of(text(lines))).collect(),
        merge: None,
        what: Vec::new(),
    }
}

/// Lines that are inserted into a file of a real or a made change: a block that only adds.
fn insertion(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    change::any(corpus, 4, random).filter(Draft::only_adds)
}
