//! The ladder: finds the place of a block's SEARCH section in a file.
//!
//! Tiers are tried in order, each more tolerant than the one before. The first that finds anything decides:
//! exactly one place, or none at all. There is no similarity matching; a score never decides where text goes.

mod evidence;
mod found;
mod ladder;
mod line;
mod nearest;
mod rung;
mod search;
mod slips;
mod tiers;
mod unlaid;

pub use evidence::{
    Beside, Carried, Presence, Since, all_went, carry, done_instead, is_comment, is_on_the_way, made_beside,
    only_replace, plain, plain_with, presence, presence_among, rival, went,
};
pub use found::{Found, Place};
pub use ladder::{EXACT, LADDER, up_to};
pub use line::{
    Budget, Edges, Lines, Looks, OverBudget, Places, Tolerance, are_equal_but_for_ends, key, places, scan,
};
pub use nearest::{Nearest, nearest};
pub use rung::{Answer, FileFind, Find, Hay, MatchNote, Needs, Rung, Site, Tier, Written};
pub use search::Search;
pub use slips::{
    Parted, at_margin, begins_alike, have_sign_over_blank, is_indented, leaves_out, part_head, placeholder,
    says_left_out,
};
pub use tiers::{repeats_rest, restyled};
pub use unlaid::{PartOf, Unlaid};
