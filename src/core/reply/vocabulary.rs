//! Words of sentences that several readers know, each meaning in one place.
//!
//! A list that means a little more or less stays where it is read: `GONE` of `excerpt.rs` has beginnings of words, as a
//! sentence in any form may say that code goes, and `wish.rs` has the verbs of commands alone.

/// Verbs that want a file to go or to move.
pub(super) const GO: [&str; 4] = ["delete", "move", "remove", "rename"];

/// Interjections of a writer who sees a mistake.
pub(super) const OOPS: [&str; 8] =
    ["actually", "correction", "hmm", "hold on", "oops", "sorry", "wait", "whoops"];

/// Nouns for an edit.
pub(super) const EDITS: [&str; 12] = [
    "attempt", "block", "blocks", "change", "changes", "diff", "edit", "edits", "one", "patch", "snippet",
    "version",
];

/// Words for the text below a label.
pub(super) const BELOW: [&str; 4] = ["below", "following", "these", "this"];

/// Words that say of an edit that it fails.
pub(super) const FAILS: [&str; 8] = [
    "does not work", "doesn't work", "will not work", "won't work", "would break", "would fail",
    "would not work", "wouldn't work",
];
