//! The words for failures: message, place, cause and hint.
//!
//! One table for people, for JSON and for the model. Everything that comes from a reply, a path or a file is
//! escaped here.

mod again;
mod around;
mod check;
mod clipboard;
mod evidence;
mod failure;
mod fault;
mod guard;
mod hook;
mod left_out;
mod message;
mod note;
mod origin;
mod phrase;
mod prompt;
mod scene;
mod syntax;
mod table;
mod terms;
mod uncorrected;
mod usage;

pub(super) use super::shell::{in_work_tree, shell_word};
pub(super) use again::{REACH, continue_with};
pub(super) use check::{
    finding, finding_hint, findings_hint, meant, more, place, too_large, turn_off, unknown_rule, unmerged,
};
pub(super) use clipboard::{if_not_taken, uncopied};
pub(super) use failure::{failure, unreadable};
pub(super) use fault::{draft, fault, no_blocks};
pub(super) use guard::{blocked, lift_command, rule_words, verdict};
pub(super) use hook::{activation, addition, owner};
pub(super) use left_out::{left_out, need, need_option};
pub(super) use message::Words;
pub(super) use note::{file_note, is_said, note};
use phrase::lines;
pub(super) use phrase::{capitalised, close, count, day, left, quoted, thousands};
pub(super) use prompt::{
    is_below_a_path, not_kept, prompt_rules, refused_files, rule_of_commands, search_of,
};
pub(super) use scene::FailureScene;
pub(super) use syntax::{column, evidence as syntax_evidence};
pub(super) use table::BlockForm;
pub(super) use terms::Terms;
pub(super) use uncorrected::{failed_places, not_corrected};
pub(super) use usage::{UsageScene, usage};

#[cfg(test)]
mod tests;
