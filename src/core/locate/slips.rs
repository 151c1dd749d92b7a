//! Slips of models that a block shows: placeholders for code, indentation that is lost, new lines between a
//! definition and its head.

mod heads;
mod outdent;
mod placeholder;

pub use heads::{Parted, part_head};
pub use outdent::{at_margin, begins_alike, have_sign_over_blank, is_indented};
pub(super) use placeholder::{is_dots, is_elision, may_stand_for_lines, trimmed};
pub use placeholder::{leaves_out, placeholder, says_left_out};
