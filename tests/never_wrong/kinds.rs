//! The kinds of cases.

use crate::{
    again, beside, case::Case, corpus::Corpus, damage, drift, made, parts, paths, random::Random, several,
    stale,
};

/// What a kind belongs to in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// A damaged block, and the file as it quotes it.
    AsIs,
    /// Lines elsewhere that could be taken for those that are meant.
    Beside,
    /// The change, or a part of it, is made already.
    Made,
    /// A reply that is sent again where nothing remembers it.
    Again,
    /// Several blocks for one file.
    Several,
    /// The file has changed since the block was written.
    Stale,
}

impl Group {
    pub(crate) const ALL: [Self; 6] =
        [Self::AsIs, Self::Beside, Self::Made, Self::Again, Self::Several, Self::Stale];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AsIs => "damaged blocks as they are",
            Self::Beside => "with decoys beside the place",
            Self::Made => "the change is made already",
            Self::Again => "sent again without the record",
            Self::Several => "several blocks",
            Self::Stale => "the file has changed since",
        }
    }
}

/// Makes a case of a kind; none where the choices do not make one.
pub(crate) type Make = Box<dyn Fn(&Corpus, &mut Random) -> Option<Case> + Sync>;

/// A way to make cases.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) group: Group,
    pub(crate) make: Make,
}

impl Kind {
    pub(crate) fn of(
        group: Group,
        name: &'static str,
        make: fn(&Corpus, &mut Random) -> Option<Case>,
    ) -> Self {
        Self { name, group, make: Box::new(make) }
    }

    pub(crate) fn case(&self, corpus: &Corpus, seed: u64) -> Option<Case> {
        (self.make)(corpus, &mut Random::of(self.name, seed))
    }
}

/// All kinds, by group.
pub(crate) fn all() -> Vec<Kind> {
    damage::kinds()
        .chain(parts::kinds())
        .chain(paths::kinds())
        .chain(beside::kinds())
        .chain(made::kinds())
        .chain(again::kinds())
        .chain(several::kinds())
        .chain(stale::kinds())
        .chain(drift::kinds())
        .collect()
}
