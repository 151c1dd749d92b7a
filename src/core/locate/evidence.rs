//! Evidence that a file gives of a change: that it was made already, or that another part of the file is meant.

mod alignment;
mod already;
mod carry;
mod presence;
mod rival;
mod since;

pub use already::{all_went, done_instead, only_replace, went};
pub use carry::{Carried, carry, is_on_the_way, plain, plain_with};
pub(super) use presence::brackets;
pub use presence::{Beside, Presence, is_comment, made_beside, presence, presence_among};
pub(super) use rival::densest;
pub use rival::rival;
pub use since::Since;
