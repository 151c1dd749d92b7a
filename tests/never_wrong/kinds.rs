//! The kinds of cases.

use crate::{
    again,
    case::Case,
    change::{any, insertion, prose, removal, script, wide},
    corpus::Corpus,
    damage::{self, blank, breaks, characters, comments, echo, encoding, frame, indent, lines, trailing},
    decoy,
    draft::Draft,
    drift,
    made::{self, half, lookalike, since},
    part,
    random::Random,
    several::{commits, gap, overlap, undoing},
};

/// Makes a block and its file; none where the choices do not make one.
type Start = fn(&Corpus, &mut Random) -> Option<Draft>;

/// Changes the block or its file; none where it offers nothing to change so.
pub(crate) type Step = fn(&mut Draft, &mut Random) -> Option<()>;

/// Makes a whole case.
type Make = fn(&Corpus, &mut Random) -> Option<Case>;

enum How {
    Block(Start, &'static [Step]),
    Reply(Make),
}

/// A way to make cases.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    how: How,
}

impl Kind {
    /// A case of this kind.
    pub(crate) fn case(&self, corpus: &Corpus, seed: u64) -> Option<Case> {
        self.make(corpus, &mut Random::of(self.name, seed))
    }

    pub(crate) fn make(&self, corpus: &Corpus, random: &mut Random) -> Option<Case> {
        let (start, steps) = match self.how {
            How::Reply(make) => return make(corpus, random),
            How::Block(start, steps) => (start, steps),
        };
        let mut draft = start(corpus, random)?;
        if random.chance(35) {
            draft.commit();
        }
        steps.iter().try_for_each(|step| step(&mut draft, random))?;
        draft.is_sound().then(|| draft.case())
    }
}

const fn block(name: &'static str, start: Start, steps: &'static [Step]) -> Kind {
    Kind { name, how: How::Block(start, steps) }
}

const fn reply(name: &'static str, make: Make) -> Kind {
    Kind { name, how: How::Reply(make) }
}

/// Kinds of which the report counts the cases together.
pub(crate) type Group = (&'static str, &'static [Kind]);

/// All of them.
pub(crate) static GROUPS: &[Group] = &[
    ("damaged blocks as they are", DAMAGED),
    ("damaged so that nobody can be sure", UNSURE),
    ("with decoys beside the place", BESIDE),
    ("the change is made already", MADE),
    ("sent again without the record", AGAIN),
    ("several blocks", SEVERAL),
    ("the file has changed since", STALE),
];

pub(crate) static DAMAGED: &[Kind] = &[
    block("exact", any, &[]),
    block("trailing", any, &[trailing::of_the_block]),
    block("trailing-in-file", any, &[trailing::of_the_file]),
    block("trailing-everywhere", any, &[trailing::of_all_lines]),
    block("trailing-differs", any, &[trailing::that_differ]),
    block("hard-break", prose, &[trailing::of_changed_lines]),
    block("indent", any, &[indent::all]),
    block("first-line", any, &[indent::first_line]),
    block("uneven-indent", any, &[indent::stretch]),
    block("blank-dropped", wide, &[blank::dropped]),
    block("blank-added", wide, &[blank::added]),
    block("blank-edge", any, &[blank::edge]),
    block("blank-surplus", any, &[blank::surplus]),
    block("spacing", wide, &[characters::spacing]),
    block("quotes", any, &[characters::quotes]),
    block("typography", any, &[characters::typography]),
    block("typeset", any, &[characters::typeset]),
    block("special-blanks", any, &[characters::special_blanks]),
    block("special-edges", any, &[characters::special_edges]),
    block("semicolons", script, &[characters::semicolons]),
    block("comment-invented", wide, &[comments::invented]),
    block("comment-omitted", wide, &[comments::omitted]),
    block("comment-behind", wide, &[comments::behind]),
    block("line-doubled", wide, &[lines::doubled]),
    block("line-omitted", wide, &[lines::omitted]),
    block("elided", wide, &[lines::elided]),
    block("fence-search", any, &[frame::fence_search]),
    block("fence-replace", any, &[frame::fence_replace]),
    block("divider-in-prose", prose, &[frame::heading]),
    block("markers-indented", any, &[frame::indented]),
    block("bom", any, &[encoding::bom]),
    block("crlf", any, &[encoding::crlf]),
    block("latin-1", any, &[encoding::latin1]),
    block("part", part::any, &[part::plain]),
    block("joined", wide, &[breaks::joined]),
    block("wrapped", wide, &[breaks::wrapped]),
    block("cut", any, &[breaks::cut]),
    block("entities", any, &[echo::entities]),
    block("numbered", any, &[echo::numbered]),
    block("diff", any, &[frame::diff]),
    block("diff-damaged", wide, &[frame::diff, damage::lightly]),
    block("commas", any, &[characters::commas]),
    block("line-altered", wide, &[lines::altered]),
    block("line-beside-omitted", any, &[lines::omitted_beside]),
    block("comments-omitted", wide, &[comments::all_omitted]),
    block("comment-reworded", wide, &[comments::reworded]),
    block("endings-mixed", any, &[encoding::mixed]),
    block("tabs-mixed", any, &[indent::tabs]),
];

/// The lines that are left are no evidence for one place, or for the lines to write there: a careful person
/// would ask.
static UNSURE: &[Kind] = &[
    block("blank-for-head", any, &[blank::for_head]),
    block("below-head", any, &[blank::below_head]),
    block("search-indent", any, &[indent::search]),
    block("search-short", wide, &[lines::search_short]),
    block("elided-margin", wide, &[lines::elided_at_margin]),
    block("placeholder", wide, &[lines::placeholder]),
    block("two-paths", any, &[frame::two_paths]),
    block("part-overlaps", part::any, &[part::overlaps]),
    block("renamed", any, &[frame::renamed]),
    block("twin", any, &[decoy::twin, damage::lightly]),
    block("misquoted", wide, &[decoy::misquoted]),
    block("gone-differs", any, &[drift::gone, damage::lightly]),
];

static BESIDE: &[Kind] = &[
    block("decoy-other-line", wide, &[decoy::other_line, damage::lightly]),
    block("decoy-other-change", wide, &[decoy::other_change, damage::lightly]),
    block("decoy-indent", wide, &[decoy::indented, damage::lightly]),
    block("decoy-quotes", wide, &[decoy::requoted, damage::lightly]),
    block("decoy-comment", wide, &[decoy::commented, damage::lightly]),
    block("decoy-made", wide, &[decoy::made, damage::lightly]),
    block("decoy-of-diff", wide, &[frame::diff, decoy::other_line, damage::lightly]),
    block("decoy-part", wide, &[decoy::part, damage::lightly]),
];

static MADE: &[Kind] = &[
    block("made", any, &[made::whole]),
    block("made-of-diff", any, &[frame::diff, made::whole]),
    block("made-damaged", wide, &[damage::lightly, made::whole]),
    block("made-formatted", any, &[made::whole, since::formatted]),
    block("made-edited", any, &[made::whole, since::edited]),
    block("made-twin", any, &[decoy::alike, made::whole]),
    block("made-indent", removal, &[made::reindented]),
    block("made-wrapped", removal, &[made::wrapped]),
    block("half-inserted", insertion, &[half::inserted]),
    block("half-amid", insertion, &[half::amid]),
    block("half-beyond", any, &[half::beyond]),
    block("half-removed", any, &[half::removed]),
    block("half-replaced", any, &[half::replaced]),
    block("half-of-two", any, &[half::of_two]),
    block("by-chance", lookalike::by_chance, &[]),
    block("other-form", wide, &[lookalike::other_form]),
    block("nested-otherwise", lookalike::nested, &[]),
    block("part-made", part::any, &[part::made]),
];

static AGAIN: &[Kind] = &[
    reply("again-exact", again::exact),
    reply("again-damaged", again::damaged),
    reply("again-several", again::several),
];

pub(crate) static SEVERAL: &[Kind] = &[
    reply("commit", commits::one),
    reply("commit-shuffled", commits::shuffled),
    reply("commit-chain", commits::chain),
    reply("invented-chain", commits::invented),
    reply("one-gap", gap::two),
    reply("split-before-first", gap::before_first),
    reply("split-after-first", gap::after_first),
    reply("moved", undoing::moved),
    reply("put-back", undoing::put_back),
    reply("same-again", undoing::same_again),
    reply("beside-removed", undoing::beside_removed),
    reply("shared-lines", overlap::shared),
    reply("rewritten", overlap::rewritten),
    reply("wider-again", overlap::wider),
];

static STALE: &[Kind] = &[
    block("drifted", wide, &[drift::some]),
    block("drifted-copy", wide, &[drift::copied, drift::some]),
    block("drifted-of-diff", wide, &[frame::diff, drift::some]),
    block("drifted-damaged", wide, &[drift::some, damage::lightly]),
    block("moved-since", wide, &[drift::moved, damage::lightly]),
    reply("merged", commits::merged),
    reply("moved-removed", undoing::moved_since),
];
