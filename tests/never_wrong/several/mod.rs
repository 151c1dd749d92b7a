//! Replies with several blocks for one file.

pub(crate) mod commits;
pub(crate) mod gap;
pub(crate) mod overlap;
pub(crate) mod undoing;

use crate::{
    case::{Case, Right},
    draft::Draft,
    rows::letters_of,
    writing::{Form, Writing},
};

/// The sections of a block.
#[derive(Clone)]
struct Block {
    search: Vec<String>,
    replace: Vec<String>,
}

impl Block {
    fn new(search: &[String], replace: &[String]) -> Self {
        Self { search: search.to_vec(), replace: replace.to_vec() }
    }

    fn of(draft: &Draft) -> Self {
        Self { search: draft.search(), replace: draft.replace() }
    }

    /// Returns whether SEARCH tells something and is in these lines once.
    fn is_found_once(&self, file: &[String]) -> bool {
        let found = || file.windows(self.search.len()).filter(|window| *window == self.search).count();
        letters_of(&self.search) >= 8 && found() == 1
    }
}

/// A case of several blocks; each of the results is right.
fn case(path: &str, now: &[String], blocks: &[Block], right: &[Vec<String>]) -> Case {
    let form = Form::default();
    let block = |block: &Block| Writing::to(path).block(&block.search, &block.replace);
    Case {
        files: vec![(path.to_owned(), form.file(now))],
        versions: Vec::new(),
        reply: blocks.iter().flat_map(block).collect(),
        right: right.iter().map(|lines| Right::of(&form.file(lines))).collect(),
        what: Vec::new(),
    }
}

/// The same, where each block is found once in the file.
fn plain_case(path: &str, now: &[String], blocks: &[Block], right: &[Vec<String>]) -> Option<Case> {
    blocks.iter().all(|block| block.is_found_once(now)).then(|| case(path, now, blocks, right))
}
