//! The ladder: finds the place of a block's SEARCH section in a file.
//!
//! Tiers are tried in order, each more tolerant than the one before. The first that finds anything decides:
//! exactly one place, or none at all. There is no similarity matching; a score never decides where text goes.

mod alignment;
mod already;
mod carry;
mod equivalence;
mod folding;
mod found;
mod heads;
mod index;
mod keys;
mod ladder;
mod lines;
mod looks;
mod nearest;
mod outdent;
mod placeholder;
mod presence;
mod rival;
mod rung;
mod scan;
mod search;
mod since;
mod tiers;
mod unlaid;
mod word;

pub use already::{all_went, done_instead, stands_instead, went};
pub use carry::{Carried, carry, is_on_the_way, plain, plain_with};
pub use equivalence::{Edges, Tolerance, are_equal_but_for_ends};
pub use folding::{folded, folded_lines, is_plain};
pub use found::{Found, Place};
pub use heads::part_head;
pub use keys::key;
pub use ladder::{EXACT, LADDER, up_to};
pub use lines::{Hay, Lines};
pub use looks::Looks;
pub use nearest::{Nearest, nearest};
pub use outdent::outdented;
pub use placeholder::{leaves_out, placeholder, says_placeholder};
pub use presence::{Beside, Presence, is_amid, is_comment, made_beside, presence, presence_among};
pub use rival::rival;
pub use rung::{Answer, FileFind, Find, MatchNote, Needs, Rung, Site, Tier, Written};
pub use scan::{Budget, OverBudget, Places, scan};
pub use search::Search;
pub use since::Since;
pub use unlaid::{PartOf, Unlaid};
