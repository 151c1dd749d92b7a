//! Labels that say that the text below them is no change: `Before:`, `For example:`, `Do NOT do this:`
//!
//! Of a label, the last sentence counts. It says so if all of its words are known and one of them does, or by a few
//! forms that may go on with any words: a command not to do this, and a case that is only supposed. Words of a change
//! (`The old code is wrong; here is the fix:`) are none of those that are known.

mod table;

use bstr::ByteSlice as _;

pub(super) use self::table::OLD;
use self::table::{
    AGAINST, ALSO_PLAIN, ASKS, BAD, BESIDE, CHANGES, DRAFTS, DROPPED, EXAMPLE, GOES_ON, LAST, LEADS, MAKES,
    NEVER, OBJECTS, OLDER, PAST, PLAIN, REPORTED, SAID, SUPPOSES, TO_THIS, WHERE,
};
use super::{
    retraction::is_this_edit,
    sentence::{LONGEST, begins, has, is_one, lower, names_in, words},
    vocabulary::{BELOW, FAILS},
    wish,
};

/// A statement about the text below a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is that of a file as it was, or is.
    Old,
    /// It shows something, or is one of several ways.
    Example,
    /// It is not to be applied, whatever it is.
    Rejected,
}

/// The word in place of the name of a file.
const NAME: &str = "the-file";

/// A longer sentence is no label, in bytes.
const MOST_BYTES: usize = 300;

/// A label of more words is none of which all words are known.
const MOST_WORDS: usize = 16;

/// A line of fewer words may be a label without a sign of one.
const FEW_WORDS: usize = 4;

/// Role of words in a label of which all words are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Old,
    Example,
    Bad,
    Never,
    Makes,
    Past,
    Said,
    Last,
    Where,
    Plain,
}

/// The words of each role.
const ROLES: [(Role, &[&str]); 16] = [
    (Role::Old, &OLD),
    (Role::Old, &OLDER),
    (Role::Old, &BESIDE),
    (Role::Example, &EXAMPLE),
    (Role::Bad, &BAD),
    (Role::Bad, &AGAINST),
    (Role::Bad, &FAILS),
    (Role::Bad, &REPORTED),
    (Role::Never, &NEVER),
    (Role::Makes, &MAKES),
    (Role::Past, &PAST),
    (Role::Said, &SAID),
    (Role::Last, &LAST),
    (Role::Where, &WHERE),
    (Role::Plain, &PLAIN),
    (Role::Plain, &ALSO_PLAIN),
];

/// The verdict of a line on the text below it, if it is a label that says that this is no change.
pub(super) fn of(line: &[u8]) -> Option<Verdict> {
    if line.len() > LONGEST {
        return None;
    }
    let (bare, is_named) = without_names(line);
    if bare == NAME.as_bytes() {
        return None;
    }
    let text = plain(&bare);
    let text = text.trim_ascii_end().trim_end_with(|sign| "*_`".contains(sign)).trim_ascii_end();
    let (text, remark) = without_remark(text);
    let of_remark = remark.and_then(|remark| by_words(&words(remark)));
    if of_remark == Some(Verdict::Rejected) || of_remark.is_some() && !announces(text) {
        return of_remark;
    }
    let last = last_sentence(text);
    if last.len() > MOST_BYTES {
        return None;
    }
    let all = words(last);
    let front = text.len() - text.trim_start_with(|sign| !sign.is_alphanumeric()).len();
    let is_marked =
        is_named || text[..front].iter().any(|sign| b"#*_-+>|".contains(sign) || !sign.is_ascii());
    let is_statement = last.ends_with(b".") || last.ends_with(b"!");
    let is_label = !is_statement && (is_marked || last.ends_with(b":") || all.len() <= FEW_WORDS);
    if last.ends_with(b"?") || !is_label && !is_statement {
        return None;
    }
    if forbids(&all) || is_label && decides_against(&all) {
        return Some(Verdict::Rejected);
    }
    if !is_label {
        return None;
    }
    let is_change = || has(&all, &CHANGES);
    let supposes = || begins(&all, &SUPPOSES).is_some() && !has(&all, &ASKS);
    let is_beside = || has(&all, &BESIDE) && !is_change();
    by_words(&all)
        .or_else(|| supposes().then_some(Verdict::Example))
        .or_else(|| is_beside().then_some(Verdict::Old))
}

/// A line with one word in place of the names of files, and whether there are any.
fn without_names(line: &[u8]) -> (Vec<u8>, bool) {
    let (mut bare, mut rest) = (Vec::new(), line);
    for name in names_in(line) {
        if let Some((before, behind)) = rest.split_once_str(name) {
            bare.extend_from_slice(before);
            bare.extend_from_slice(NAME.as_bytes());
            rest = behind;
        }
    }
    let is_named = rest.len() < line.len();
    bare.extend_from_slice(rest);
    (bare, is_named)
}

/// Returns whether a line announces a change, so that it is none of a section that has others.
pub(super) fn announces(line: &[u8]) -> bool {
    let last = words(last_sentence(line));
    has(&last, &CHANGES) || has(&last, &wish::CHANGES)
}

/// A text in lower case without the tags of a summary, and with whole words for what a point shortens.
fn plain(text: &[u8]) -> Vec<u8> {
    let mut text = lower(text).replace("e.g.", "example").replace("like so", "like this");
    for tag in ["<summary>", "</summary>", "<details>", "</details>"] {
        text = text.replace(tag, "");
    }
    text
}

/// A text without the remark in brackets at its end, and that remark.
fn without_remark(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    let inner = text.trim_end_with(|sign| "*_`: ".contains(sign)).strip_suffix(b")");
    match inner.and_then(|inner| inner.rsplit_once_str("(")) {
        Some((before, remark)) if before.trim_ascii().is_empty() => (remark, Some(remark)),
        Some((before, remark)) => (before.trim_ascii_end(), Some(remark)),
        None => (text, None),
    }
}

/// The last sentence of a text.
fn last_sentence(text: &[u8]) -> &[u8] {
    let is_end = |two: &[u8]| b".!?;".contains(&two[0]) && two[1] == b' ';
    let at = text.windows(2).rposition(is_end).map_or(0, |at| at + 1);
    text[at..].trim_ascii()
}

/// The verdict of words which are all known.
fn by_words(all: &[Vec<u8>]) -> Option<Verdict> {
    if all.is_empty() || all.len() > MOST_WORDS {
        return None;
    }
    let (mut roles, mut at) = (Vec::new(), 0);
    while at < all.len() {
        let known = |(role, words): &(Role, &[&str])| Some((begins(&all[at..], words)?, *role));
        let (count, role) = if all[at].starts_with(b"head~") {
            (1, Role::Old)
        } else {
            ROLES.iter().filter_map(known).max_by_key(|(count, _)| *count)?
        };
        roles.push((role, at));
        at += count;
    }
    let is_any = |role: Role| roles.iter().any(|(known, _)| *known == role);
    let is_said = is_any(Role::Last) || is_any(Role::Said) && is_any(Role::Old);
    // A verb with its object, as in `Fix the wrong code:`
    let is_verb = |(role, at): &(Role, usize)| {
        *role == Role::Makes
            && (*at == 0
                || all.get(at + 1).is_some_and(|next| is_one(next, &["a", "an", "it", "the", "this"])))
    };
    let is_command = roles[0].0 == Role::Makes || !is_any(Role::Never) && roles.iter().any(is_verb);
    let forbids_file = is_any(Role::Never) && has(all, &[NAME]) && !has(all, &BELOW);
    if is_command || forbids_file || is_any(Role::Past) || is_any(Role::Where) && !is_said {
        return None;
    }
    if is_said {
        return (!is_any(Role::Bad)).then_some(Verdict::Rejected);
    }
    if is_any(Role::Never) || is_any(Role::Bad) && !is_any(Role::Old) {
        return (!is_any(Role::Old)).then_some(Verdict::Rejected);
    }
    let verdict = |(role, _): &(Role, usize)| match role {
        Role::Old => Some(Verdict::Old),
        Role::Example => Some(Verdict::Example),
        _ => None,
    };
    roles.iter().find_map(verdict).filter(|_| !is_any(Role::Makes))
}

/// Returns whether a sentence says not to do what is below it: `Don't write it like this, since it is slow:`
fn forbids(all: &[Vec<u8>]) -> bool {
    let passed = begins(all, &["discard", "disregard", "ignore", "please ignore", "skip"]);
    passed.is_some_and(|count| is_this_edit(&all[count..])) || is_not_to_be_applied(all) || {
        let leads = all.iter().take_while(|word| is_one(word, &LEADS)).count();
        (0..=leads).any(|at| all.get(at..).is_some_and(commands_not))
    }
}

/// Returns whether a sentence says of edits that they are not to be applied.
fn is_not_to_be_applied(all: &[Vec<u8>]) -> bool {
    let Some(at) = all.iter().position(|word| word == b"be") else { return false };
    let before = &all[..at];
    let is_applied = |word: &Vec<u8>| is_one(word, &["applied", "committed", "copied", "merged"]);
    let is_about_edits = all[0] == b"not" && at == 2 || has(before, &DRAFTS) && !has(before, &["above"]);
    all.get(at + 1).is_some_and(is_applied)
        && all.get(at + 2).is_none_or(|word| is_one(word, &GOES_ON))
        && has(before, &["not", "never", "shouldn't"])
        && is_about_edits
}

/// Returns whether words begin with a command not to do this.
fn commands_not(words: &[Vec<u8>]) -> bool {
    let Some(count) = begins(words, &NEVER) else { return false };
    let is_adverb = |word: &&Vec<u8>| is_one(word, &["actually", "ever", "just", "simply"]);
    let from = count + words[count..].iter().take_while(is_adverb).count();
    let verb = words.get(from).filter(|word| is_one(word, &MAKES));
    let is_bare = is_one(&words[0], &["avoid", "not"]) && from == count;
    let object = &words[(from + usize::from(verb.is_some())).min(words.len())..];
    if object.is_empty() {
        return verb.is_some_and(|verb| is_one(verb, &["apply", "commit", "copy", "merge"]));
    }
    let between = object.iter().take_while(|word| is_one(word, &TO_THIS)).count();
    let Some((this, behind)) = object[between..].split_first() else { return false };
    let goes_on = match behind {
        [] => true,
        [to, name, ..] if to == b"to" && name == NAME.as_bytes() => true,
        [next, ..] => is_one(next, &GOES_ON),
    };
    let is_other = has(behind, &CHANGES) || has(behind, &["above"]);
    (verb.is_some() || is_bare) && is_one(this, &BELOW) && goes_on && !is_other
}

/// Returns whether a sentence says that what is below it was considered or tried, and not taken.
fn decides_against(all: &[Vec<u8>]) -> bool {
    let is_ours = all.first().is_some_and(|word| is_one(word, &["i", "we", "considered", "tried"]));
    let is_considered = || all.iter().take(FEW_WORDS).any(|word| word == b"considered");
    let is_against = |at: usize| {
        let count = begins(&all[at..], &AGAINST).or_else(|| begins(&all[at..], &DROPPED));
        count.is_some_and(|count| all.get(at + count).is_none_or(|word| is_one(word, &OBJECTS)))
    };
    is_ours && !has(all, &CHANGES) && (is_considered() || (0..all.len()).any(is_against))
}

#[cfg(test)]
mod tests;
