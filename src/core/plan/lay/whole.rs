//! Blocks that give a whole file which is there.

use crate::core::{
    language::{self, Gone, Kind, Language, lexer},
    outcome::{Failure, Limit, Outcome},
    plan::{files::File, job::Job, refuse},
    script::{self, Op},
    splice::Hunk,
    syntax,
    text::{filled, is_blank},
};

/// A text that is not known to be a whole file has at least one in so many of the file's lines.
const KEPT: usize = 2;

/// A text with all that the code of a file is made of has at least so many of its lines: three for four.
const LENGTH: [usize; 2] = [3, 4];

/// At the beginning or the end of a file, such a text leaves out less than one in so many of its lines.
const EDGE: usize = 4;

/// The same where it leaves out several, such as the last function.
const LONG_EDGE: usize = 8;

/// As many lines are several, or a notice where they are comments at the beginning.
const SEVERAL: [usize; 2] = [5, 3];

/// A text without functions and types leaves out at least so many lines at one place.
const LOST: usize = 3;

impl<'r> Job<'_, 'r> {
    /// Returns whether REPLACE is the whole file, as the blocks so far leave it.
    pub(crate) fn is_written(&self, file: &File<'r>) -> bool {
        match &file.edits.parts(&file.text, file.text.len())[..] {
            [] => file.text.all() == self.search.replace,
            whole => whole.iter().all(|part| file.edits.result(&file.text, part) == self.search.replace),
        }
    }

    /// Puts REPLACE in the place of all that is in the file.
    pub(crate) fn put_whole(&self, file: &mut File<'r>) -> Result<Outcome, Failure> {
        self.refuse_second_text(file)?;
        if let Some(merged) = self.refuse_reverting(file)? {
            return Ok(merged);
        }
        if self.settings.overwrite || self.is_file() {
            self.refuse_lost_edits(file)?;
        }
        let text = &file.text;
        let whole = text.all();
        let empty = file.edits.is_empty() && whole.iter().all(|line| is_blank(line));
        if !empty && !self.settings.overwrite && !self.is_file() {
            return Err(Failure::Exists);
        }
        if !empty {
            self.refuse_part(&whole, file.language)?;
            refuse::limit_shrink(text.bytes(), &self.search.replace, self.settings.max_shrink)?;
        }
        self.refuse_markers(&whole)?;
        let hunks = Hunk::between(&whole, &self.search.replace, 0);
        // REPLACE is the whole new file, so changes of earlier blocks go.
        file.forget_edits();
        if file.text.is_empty() {
            file.ending = self.edit.hints.ending.unwrap_or(file.ending);
            file.final_newline = self.edit.hints.final_newline;
        }
        let outcome = self.add(file, hunks, None, None)?;
        file.given = self.is_file().then_some(self.number);
        Ok(outcome)
    }

    /// Refuses a whole text for a file that has another one by an earlier block: either may be meant.
    fn refuse_second_text(&self, file: &File<'r>) -> Result<(), Failure> {
        let Some(block) = file.given.filter(|_| self.is_file()) else { return Ok(()) };
        let first = file.edits.result(&file.text, &file.edits.whole(&file.text));
        let (equal, _) = script::common_edges(&first, &self.search.replace);
        Err(Failure::Overlap { block, line: equal })
    }

    /// Refuses a whole text without the changes that earlier blocks make: nothing says that they are to go.
    fn refuse_lost_edits(&self, file: &mut File<'r>) -> Result<(), Failure> {
        if file.edits.is_empty() {
            return Ok(());
        }
        let (new, text) = (&self.search.replace, &file.text);
        let ops = script::difference(&text.all(), new);
        for run in file.edits.runs() {
            let added: Vec<&[u8]> = run.new.iter().map(|line| &*line.body).collect();
            let next = ops.partition_point(|op| op.old.end < run.old.end);
            let op = ops.get(next).filter(|op| op.old.start <= run.old.start);
            let lines = op.map_or(&[][..], |op| &new[op.new.clone()]);
            file.budget.spend(lines.len())?;
            let is_there = added.is_empty() || lines.windows(added.len()).any(|part| part == added);
            if op.is_none() || !is_there {
                let block = run.blocks.first().copied().unwrap_or_default();
                return Err(Failure::Overlap { block, line: run.old.start });
            }
        }
        Ok(())
    }

    /// Refuses a text that has little of the file, or nothing of its beginning or its end, or is cut off within
    /// brackets, or that uses what it leaves out, or leaves out what stays by the sentences beside it: it may be a part.
    fn refuse_part(&self, old: &[&[u8]], language: Option<&Language>) -> Result<(), Failure> {
        if !self.may_be_part() {
            return Ok(());
        }
        let [old, new] =
            [old, &self.search.replace].map(|lines| filled(lines.iter().copied()).collect::<Vec<_>>());
        let ops = script::difference(&old, &new);
        let all = old.len();
        let kept = all - ops.iter().map(|op| op.old.len()).sum::<usize>();
        let [top, bottom] = edges(&old, &ops);
        let edge = top.max(bottom);
        let is_part = kept * KEPT < all && !is_rewritten(&old, &new, language)
            || top > 0 && bottom > 0
            || edge * EDGE >= all
            || edge >= SEVERAL[0] && edge * LONG_EDGE >= all
            || is_notice(&old[..top], language)
            || is_code(language) && language::lacks_end_of(&new, &old)
            || language.is_some_and(|language| syntax::is_cut(language, &old, &new))
            || language::are_missed(&old, gone(&old, &ops), &new, language)
            || self.leaves_out(&old, &new, &ops, language);
        if is_part { Err(Failure::Limit(Limit::Part { lines: [kept, all] })) } else { Ok(()) }
    }

    /// Returns whether the text leaves out something that stays, by the sentences beside it: of code a function or a
    /// type, of any text several lines with nothing in their place.
    fn leaves_out(&self, old: &[&[u8]], new: &[&[u8]], ops: &[Op], language: Option<&Language>) -> bool {
        let Some(said) = &self.edit.hints.said else { return false };
        let has_outline = is_code(language) && language::has_outline(old);
        let least = if has_outline { SEVERAL[0] } else { LOST };
        let is_cut = ops.iter().any(|op| op.new.is_empty() && op.old.len() >= least)
            && (said.is_part || said.rest_stays && !said.something_goes());
        if is_cut || !has_outline {
            return is_cut;
        }
        let gone = Gone::between(old, new);
        let (gone_words, staying) = (said.gone_words(), said.staying_names());
        let is_unsaid = |name: &[u8]| !gone_words.contains(&plain(name).to_ascii_lowercase());
        let unsaid = |names: &[&[u8]]| names.iter().filter(|name| is_unsaid(name)).count();
        let is_less = gone.names.len() > gone.come.len();
        // Where these were, nothing begins that may be the same under another name.
        let begins = |op: &Op| {
            let next = gone.new_heads.partition_point(|line| *line < op.new.start);
            gone.new_heads.get(next).is_some_and(|line| *line < op.new.end)
        };
        let is_cut = |line: usize| {
            let op = ops.get(ops.partition_point(|op| op.old.end <= line));
            op.is_some_and(|op| op.old.contains(&line) && !begins(op))
        };
        let mut cut = gone.heads.iter().filter(|(line, _)| is_cut(*line));
        is_less && (said.is_part || gone.names.iter().any(|name| staying.contains(plain(name))))
            || said.rest_stays && !said.declared_goes && unsaid(&gone.names) > unsaid(&gone.come)
            || (said.is_part || said.rest_stays && !said.declared_goes)
                && cut.any(|(_, name)| is_unsaid(name))
    }
}

/// Returns whether new lines are code that does all that the old ones do, in other words, or no fewer lines that cannot
/// come into the file beside those.
fn is_rewritten(old: &[&[u8]], new: &[&[u8]], language: Option<&Language>) -> bool {
    let is_as_long = |part: [usize; 2]| new.len() * part[1] >= old.len() * part[0];
    is_code(language)
        && (is_as_long(LENGTH) && language::has_all_of(new, old)
            || is_as_long([1, 1]) && language::replaces(new, old))
}

/// The last word of a name, which may have a receiver in front.
fn plain(name: &[u8]) -> &[u8] {
    name.rsplit(|byte| !lexer::is_word(*byte)).next().unwrap_or(name)
}

fn is_code(language: Option<&Language>) -> bool {
    language.is_some_and(|language| language.kind == Kind::Code)
}

/// The lines that go.
fn gone<'l>(old: &[&'l [u8]], ops: &[Op]) -> impl Iterator<Item = &'l [u8]> {
    ops.iter().flat_map(|op| old[op.old.clone()].to_vec())
}

/// Returns whether the first lines of a file are a notice, such as that of its licence: models that write out a
/// file leave it out.
fn is_notice(lines: &[&[u8]], language: Option<&Language>) -> bool {
    let are_comments = |language| {
        let read = lexer::read(language, lines, lexer::Extent::File, lexer::State::default());
        read.iter().all(|line| line.is_comment(language))
    };
    lines.len() >= SEVERAL[1] && language.is_some_and(are_comments)
}

/// Number of lines at the beginning and at the end that go, with nothing in their place.
fn edges(old: &[&[u8]], ops: &[Op]) -> [usize; 2] {
    let removes = |op: &&Op| op.new.is_empty();
    // Equal lines beside it may as well be the ones that go.
    let top = ops.first().filter(removes).filter(|op| {
        let before = &old[..op.old.start];
        old[..op.old.end].ends_with(before)
    });
    let bottom = ops.last().filter(removes).filter(|op| {
        let after = &old[op.old.end..];
        old[op.old.start..].starts_with(after)
    });
    [top, bottom].map(|op| op.map_or(0, |op| op.old.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_go_at_the_edges_have_nothing_in_their_place() {
        let edges = |old: &str, new: &str| {
            let [old, new] = [old, new].map(|text| text.as_bytes().chunks(1).collect::<Vec<_>>());
            edges(&old, &script::difference(&old, &new))
        };
        assert_eq!(edges("abcd", "cd"), [2, 0]);
        assert_eq!(edges("abcd", "ab"), [0, 2]);
        // Of equal lines, either may be the one that goes.
        assert_eq!(edges("aabc", "abc"), [1, 0]);
        assert_eq!(edges("abcc", "abc"), [0, 1]);
        assert_eq!(edges("abcd", "ad"), [0, 0]);
        assert_eq!(edges("abcd", "xbcy"), [0, 0]);
    }

    #[test]
    fn several_comments_are_a_notice() {
        let is_notice = |lines: &[&str]| {
            let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
            is_notice(&lines, language::of(b"a.rs"))
        };
        assert!(is_notice(&["// Copyright", "// by", "// somebody"]));
        assert!(!is_notice(&["// Copyright", "// by"]));
        assert!(!is_notice(&["// Copyright", "mod a;", "// somebody"]));
    }
}
