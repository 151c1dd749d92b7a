//! The place that is meant of those where SEARCH is: by the line, the heading and the anchors that a block names, and by what
//! comes of each.

mod added;
mod among;
mod bounds;
mod line;
mod named;
mod outline;
mod versions;
