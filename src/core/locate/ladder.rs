//! The table of all rungs, in the order in which they are tried.
//!
//! A new rung is an entry here, and a file in `tiers/` that finds places.

use std::sync::LazyLock;

use super::{
    line::{Edges, Tolerance},
    rung::{Find, Needs, Rung, Tier, Written},
    tiers::{context, elided, lines, partial},
};

const NOTHING: Needs = Needs { telling: false, unfound: false };
const TELLING: Needs = Needs { telling: true, ..NOTHING };
const TELLING_AND_UNFOUND: Needs = Needs { telling: true, unfound: true };

/// The first rung.
pub const EXACT: Rung = Rung {
    tier: Tier::Exact,
    name: "exact",
    help: "Equal but for line endings",
    needs: NOTHING,
    tolerates: Tolerance::Endings,
    edges: Edges::Quoted,
    written: Written::Lines,
    in_versions: true,
    find: Find::Lines(lines::find),
};

/// All rungs, in the order in which they are tried. The first that finds anything decides. What an entry does not say
/// is as in the first.
pub static LADDER: &[Rung] = &[
    EXACT,
    Rung {
        tier: Tier::Trailing,
        name: "trailing",
        help: "Also but for white space at the ends of lines",
        tolerates: Tolerance::TrailingSpace,
        ..EXACT
    },
    Rung {
        tier: Tier::Indent,
        name: "indent",
        help: "Also but for one mapping of leading white space",
        needs: TELLING,
        tolerates: Tolerance::Indentation,
        ..EXACT
    },
    Rung {
        tier: Tier::Indent,
        name: "uneven",
        help: "With lines that have other indentations, where that says nothing",
        needs: TELLING_AND_UNFOUND,
        tolerates: Tolerance::Indentation,
        edges: Edges::Quoted,
        written: Written::Nothing,
        in_versions: false,
        find: Find::File(context::uneven),
    },
    Rung {
        tier: Tier::Unicode,
        name: "unicode",
        help: "Also but for compatible characters, quotes, dashes and special spaces",
        needs: TELLING,
        tolerates: Tolerance::Characters,
        written: Written::Characters,
        ..EXACT
    },
    Rung {
        tier: Tier::Blank,
        name: "blank",
        help: "Also but for blank edges, and fences at the edges, that both sections have",
        needs: TELLING,
        tolerates: Tolerance::Characters,
        edges: Edges::Dropped,
        written: Written::Characters,
        ..EXACT
    },
    Rung {
        tier: Tier::Elided,
        name: "elided",
        help: "Also with `...` in both sections for the lines in between",
        needs: TELLING,
        tolerates: Tolerance::Characters,
        edges: Edges::Dropped,
        written: Written::Elisions,
        in_versions: false,
        find: Find::Lines(elided::find),
    },
    // It lays nothing, so that every last tier allows it.
    Rung {
        tier: Tier::Exact,
        name: "recorded",
        help: "In the record of an earlier batch, whose change is there",
        written: Written::Nothing,
        in_versions: false,
        find: Find::Record,
        ..EXACT
    },
    Rung {
        tier: Tier::History,
        name: "history",
        help: "Also where an older version has it, and the change made there merges with the file as it is",
        needs: TELLING,
        tolerates: Tolerance::Characters,
        edges: Edges::Dropped,
        written: Written::Nothing,
        in_versions: false,
        find: Find::History,
    },
    // It lays nothing, so that every last tier allows it.
    Rung {
        tier: Tier::Exact,
        name: "already",
        help: "With REPLACE in the place of SEARCH",
        needs: NOTHING,
        tolerates: Tolerance::TrailingSpace,
        edges: Edges::Dropped,
        written: Written::Nothing,
        in_versions: false,
        find: Find::Already,
    },
    Rung {
        tier: Tier::Context,
        name: "context",
        help: "Also with other white space and comments in lines that stay",
        needs: TELLING_AND_UNFOUND,
        tolerates: Tolerance::Characters,
        edges: Edges::Quoted,
        written: Written::Nothing,
        in_versions: false,
        find: Find::File(context::find),
    },
    Rung {
        tier: Tier::Partial,
        name: "partial",
        help: "Also one line that is a part of one line of the file",
        needs: TELLING,
        tolerates: Tolerance::Characters,
        edges: Edges::Dropped,
        written: Written::Anything,
        in_versions: false,
        find: Find::Lines(partial::find),
    },
];

/// The rungs that are tried where `last` is the last tier allowed, in order.
pub fn up_to(last: Tier) -> impl Iterator<Item = &'static Rung> {
    let position = |tier: Tier| LADDER.iter().position(|rung| rung.tier == tier);
    LADDER.iter().filter(move |rung| position(rung.tier) <= position(last))
}

impl Tier {
    /// All tiers, in the order of their first rungs.
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Tier>> = LazyLock::new(|| {
            let mut all = Vec::new();
            for rung in LADDER {
                if !all.contains(&rung.tier) {
                    all.push(rung.tier);
                }
            }
            all
        });
        &ALL
    }

    /// The most tolerant tier.
    pub fn last() -> Self {
        Self::all().last().copied().unwrap_or(Self::Exact)
    }

    /// The rung that gives the tier its words.
    fn head(self) -> Option<&'static Rung> {
        LADDER.iter().find(|rung| rung.tier == self)
    }

    /// The name used in options, configuration and JSON.
    pub fn name(self) -> &'static str {
        self.head().map_or("", |rung| rung.name)
    }

    /// One line of help: the tolerance of the tier, on top of those before it.
    pub fn help(self) -> &'static str {
        self.head().map_or("", |rung| rung.help)
    }
}

impl serde::Serialize for Tier {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::locate::search::Search;

    #[test]
    fn every_tier_has_a_rung_and_every_rung_a_name_of_its_own() {
        assert_eq!(Tier::all().len(), 9);
        let mut names: Vec<&str> = LADDER.iter().map(|rung| rung.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), LADDER.len());
    }

    #[test]
    fn a_block_that_says_little_is_taken_only_as_it_is() {
        let short = Search::new(b"b();\n", b"d();\n");
        let takes = LADDER.iter().filter(|rung| rung.takes(&short)).map(|rung| rung.name);
        assert_eq!(takes.collect::<Vec<_>>(), ["exact", "trailing", "recorded", "already"]);
    }

    #[test]
    fn the_last_tier_allows_the_rungs_of_tiers_up_to_it_wherever_they_are() {
        let names = |last| up_to(last).map(|rung| rung.name).collect::<Vec<_>>();
        assert_eq!(names(Tier::Indent), ["exact", "trailing", "indent", "uneven", "recorded", "already"]);
        assert!(names(Tier::Context).ends_with(&["already", "context"]));
        assert_eq!(names(Tier::Partial).len(), LADDER.len());
    }
}
