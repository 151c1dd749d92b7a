//! The command line as it was typed, which hints name again with other options.

use std::{ffi::OsString, path::PathBuf};

use bstr::BString;

use super::{
    hint::{Again, Hint},
    shell::git_sr,
    words::{continue_with, quoted, shell_word},
};

/// The command line as it was typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    /// All words but the name of the program.
    words: Vec<OsString>,
    /// The definition by which they were parsed, in which their command has its options. It is needed until
    /// the process ends, which frees it at once.
    definition: Option<&'static clap::Command>,
}

/// One option with its value, or one argument that is none.
struct TypedPart {
    /// The long names of the options in it; none of an argument.
    names: Vec<String>,
    words: Vec<OsString>,
}

impl Typed {
    /// `words` begin with the name of the program.
    pub(super) fn new(words: &[OsString], definition: clap::Command) -> Self {
        let definition: &'static clap::Command = Box::leak(Box::new(definition));
        Self { words: words.iter().skip(1).cloned().collect(), definition: Some(definition) }
    }

    /// Returns whether this is the last word.
    pub(super) fn ends_with(&self, word: &str) -> bool {
        self.words.last().is_some_and(|last| last == word)
    }

    /// Words of a hint, and of one in front of it that the command line gives cause for.
    pub(super) fn hints(&self, hint: &Hint) -> Vec<String> {
        let before = if matches!(hint, Hint::ReplyOrCopied(_)) { self.swallowed() } else { None };
        before.into_iter().chain([self.hint(hint)]).collect()
    }

    /// Words of a hint.
    fn hint(&self, hint: &Hint) -> String {
        match hint {
            Hint::Text(text) => text.clone(),
            Hint::Again(again) => self.changed(again),
            Hint::Configured(lead, value) => {
                let command = self.again(&[], &[]);
                let rest = command.strip_prefix("git").unwrap_or(&command);
                format!("{lead}: git -c {value}{rest}")
            }
            Hint::Reply(lead) => {
                let mut command = self.command().unwrap_or_else(|| "apply".to_owned());
                // Without it the reply would be another batch.
                if self.parts().iter().any(|part| part.is("continue")) {
                    command += " --continue";
                }
                let [named, piped] = ["<reply>", "-"].map(|reply| git_sr(&format!("{command} {reply}")));
                format!("{lead}: {named}; or pipe it into '{piped}'")
            }
            Hint::NamedReply(lead, name) => match self.value(name) {
                Some(value) => format!("is {} meant?", quoted(value.as_bytes())),
                None => self.hint(&Hint::Reply(lead)),
            },
            Hint::ReplyOrCopied(lead) => {
                let copied = if self.verb().is_none_or(|verb| self.has_option(verb, "--clipboard")) {
                    "; --clipboard reads what was copied"
                } else {
                    ""
                };
                self.hint(&Hint::Reply(lead)) + copied
            }
            Hint::Finish(asked) => format!("finish it: {}", continue_with(asked, &self.replies())),
        }
    }

    /// Words of a hint that names this command with other options.
    fn changed(&self, Again { lead, without, with }: &Again) -> String {
        format!("{lead}: {}", self.again(without, with))
    }

    /// The name of the command; none if there is none.
    pub(super) fn command(&self) -> Option<String> {
        let at = self.verb()?;
        self.words[at].to_str().map(str::to_owned)
    }

    /// A hint that names the file which an option took as its value, where no reply is named: it may be the reply.
    pub(super) fn swallowed(&self) -> Option<String> {
        let at = self.verb()?;
        let verb = self.definition?.find_subcommand(&self.words[at])?;
        let parts = parts(verb, &self.words[at + 1..]);
        if !parts.iter().all(TypedPart::is_option) {
            return None;
        }
        let taken = |part: &TypedPart| {
            let [_, value] = part.words.as_slice() else { return None };
            let name = part.names.last()?;
            let known = verb.get_arguments().find(|known| known.get_long() == Some(name.as_str()))?;
            let takes = known.get_value_names()?.first()?;
            // Other files are what these are for.
            let is_for_files = ["file", "glob"].contains(&takes.as_str());
            (!is_for_files && self.start().join(value).is_file()).then(|| takes.to_string())
        };
        let (at_part, takes) = (0..).zip(&parts).find_map(|(at, part)| Some((at, taken(part)?)))?;
        let [option, value] = parts[at_part].words.as_slice() else { return None };
        let words_of = |(at, part): (usize, &TypedPart)| match at == at_part {
            true => format!("{} <{takes}>", word(option)),
            false => part.words.iter().map(word).collect::<Vec<_>>().join(" "),
        };
        let before = self.words[..=at].iter().map(word);
        let words = before.chain((0..).zip(&parts).map(words_of)).chain([word(value)]);
        Some(format!(
            "{} is the value of {} here; if it is the reply: git sr {}",
            quoted(value.as_encoded_bytes()),
            quoted(option.as_encoded_bytes()),
            words.collect::<Vec<_>>().join(" ")
        ))
    }

    /// The folder that names of files start from.
    fn start(&self) -> PathBuf {
        let mut pairs = self.words.windows(2).filter(|pair| pair[0] == "-C");
        pairs.next_back().map_or_else(PathBuf::new, |pair| PathBuf::from(&pair[1]))
    }

    /// The option in front of this argument with it as its value, if it takes one behind a `=` alone.
    fn value(&self, name: &BString) -> Option<String> {
        let verb = self.definition?.find_subcommand(&self.words[self.verb()?])?;
        let takes = |part: &TypedPart| {
            let option = part.names.last()?;
            let known = verb.get_arguments().find(|known| known.get_long() == Some(option.as_str()))?;
            let is_alone = part.words.len() == 1 && !part.words[0].as_encoded_bytes().contains(&b'=');
            (is_alone && known.is_require_equals_set()).then(|| part.words[0].to_string_lossy().into_owned())
        };
        let parts = self.parts();
        let pair = parts.windows(2).find(|pair| {
            !pair[1].is_option()
                && pair[1].words.first().is_some_and(|word| word.as_encoded_bytes() == &name[..])
        })?;
        takes(&pair[0]).map(|option| {
            // git takes the value of a letter directly behind it.
            let sign = if option.starts_with("--") { "=" } else { "" };
            format!("{option}{sign}{name}")
        })
    }

    /// The place of the verb.
    fn verb(&self) -> Option<usize> {
        let definition = self.definition?;
        let is_verb = |word: &OsString| definition.find_subcommand(word).is_some();
        // The value of `-C` may be the name of a verb.
        let is_value = |at: usize| at > 0 && self.words[at - 1] == "-C";
        (0..self.words.len()).find(|&at| is_verb(&self.words[at]) && !is_value(at))
    }

    /// Returns whether the verb at this place has the option with which these words begin, if they do with one.
    fn has_option(&self, verb: usize, words: &str) -> bool {
        let Some(option) = words.strip_prefix("--").and_then(|words| words.split([' ', '=']).next()) else {
            return true;
        };
        let verb = self.definition.and_then(|definition| definition.find_subcommand(&self.words[verb]));
        verb.is_some_and(|verb| verb.get_arguments().any(|known| known.get_long() == Some(option)))
    }

    /// The parts behind the verb, without the way in which the reply came or is corrected.
    fn parts(&self) -> Vec<TypedPart> {
        let verb = self.verb().and_then(|at| Some((at, self.definition?.find_subcommand(&self.words[at])?)));
        let mut parts = verb.map(|(at, verb)| parts(verb, &self.words[at + 1..])).unwrap_or_default();
        let once = ["stream", "retry", "retries", "retry-timeout"];
        parts.retain(|part| !part.names.iter().any(|name| once.contains(&name.as_str())));
        parts
    }

    /// Returns whether a reply comes from standard input, which hints name `-`.
    pub(super) fn reads_input(&self) -> bool {
        let parts = self.parts();
        let is_alone = parts.iter().all(TypedPart::is_option) && !reads_clipboard(&parts);
        is_alone || parts.iter().any(|part| !part.is_option() && part.words == ["-"])
    }

    /// The long names of all options.
    pub(super) fn option_names(&self) -> Vec<String> {
        self.parts().into_iter().flat_map(|part| part.names).collect()
    }

    /// The options, a word each, without some.
    pub(super) fn options(&self, without: &[&str]) -> Vec<BString> {
        let stays = |part: &TypedPart| {
            !part.names.is_empty() && !part.names.iter().any(|name| without.contains(&name.as_str()))
        };
        let words = self.parts().into_iter().filter(stays).flat_map(|part| part.words);
        words.map(|word| word.as_encoded_bytes().into()).collect()
    }

    /// The replies, fit for a shell; a placeholder if none is named.
    fn replies(&self) -> String {
        let replies: Vec<String> = self
            .parts()
            .iter()
            .filter(|part| !part.is_option())
            .flat_map(|part| part.words.iter().map(word))
            .collect();
        if replies.is_empty() { self.next_reply().to_owned() } else { replies.join(" ") }
    }

    /// The place of the next reply, as in this command: a placeholder, or the clipboard.
    pub(super) fn next_reply(&self) -> &'static str {
        if reads_clipboard(&self.parts()) { "--clipboard" } else { "<reply>" }
    }

    /// The command with other options: `git sr apply --feedback reply.md`. Standard input that was not named
    /// is `-`. A command that only looks and lacks one of the options becomes `apply -n`, which has all of
    /// them; `encode` does so without its own options.
    fn again(&self, without: &[&str], with: &[String]) -> String {
        let Some(verb) = self.verb() else {
            return git_sr(&format!("apply {} <reply>", with.join(" ")));
        };
        let before = &self.words[..verb];
        let encodes = self.words[verb] == "encode";
        let looks = encodes || self.words[verb] == "check" || self.words[verb] == "diff";
        // The format of `encode` is that in which it writes.
        let has =
            |words: &String| self.has_option(verb, words) && !(encodes && words.starts_with("--format"));
        let becomes = looks && !with.iter().all(has);
        let names = if becomes { vec!["apply".into(), "-n".into()] } else { vec![self.words[verb].clone()] };
        let mut parts = self.parts();
        parts.retain(|part| !becomes || !encodes || !part.is_option());
        let mut last = None;
        if reads_clipboard(&parts) {
            // The message for the model has taken the place of the reply.
            if parts.iter().any(|part| part.is("feedback")) {
                parts.retain(|part| !part.is("clipboard"));
                last = Some("<reply>".to_owned());
            }
        } else if parts.iter().all(TypedPart::is_option) {
            last = Some("-".to_owned());
        }
        // A value that is typed needs no placeholder.
        let is_typed = |words: &&String| match words.split_once(' ') {
            Some((option, value)) => {
                value.starts_with('<') && parts.iter().any(|part| part.is(option.trim_start_matches("--")))
            }
            None => false,
        };
        let with = with.iter().filter(|words| !is_typed(words));
        let stays = |part: &&TypedPart| !part.names.iter().any(|name| without.contains(&name.as_str()));
        let words = before.iter().chain(&names).map(word).chain(with.cloned());
        let words = words.chain(parts.iter().filter(stays).flat_map(|part| part.words.iter().map(word)));
        words.chain(last).fold("git sr".to_owned(), |line, word| line + " " + &word)
    }
}

impl TypedPart {
    fn is_option(&self) -> bool {
        !self.names.is_empty() || self.words == ["--"]
    }

    fn is(&self, option: &str) -> bool {
        self.names == [option]
    }
}

/// Returns whether a command with these parts reads its reply from the clipboard.
fn reads_clipboard(parts: &[TypedPart]) -> bool {
    parts.iter().all(TypedPart::is_option) && parts.iter().any(|part| part.is("clipboard"))
}

fn word(word: &OsString) -> String {
    shell_word(word.as_encoded_bytes())
}

/// The parts behind a verb, each option together with its value.
fn parts(verb: &clap::Command, typed: &[OsString]) -> Vec<TypedPart> {
    let mut parts: Vec<TypedPart> = Vec::new();
    let mut rest = typed.iter();
    let mut are_options = true;
    while let Some(next) = rest.next() {
        let text = next.to_string_lossy();
        let found = if are_options { options(verb, &text) } else { Vec::new() };
        are_options &= text != "--";
        let takes_next = found.last().is_some_and(|(_, takes_next)| *takes_next);
        let names = found.into_iter().map(|(name, _)| name).collect();
        let value = if takes_next { rest.next() } else { None };
        parts.push(TypedPart { names, words: [next].into_iter().chain(value).cloned().collect() });
    }
    parts
}

/// The options in a word, by their long names, each with true if its value is the next word.
fn options(verb: &clap::Command, text: &str) -> Vec<(String, bool)> {
    let takes_value = |option: &clap::Arg| option.get_action().takes_values();
    let found = |option: Option<&clap::Arg>, is_last: bool| {
        let name = option.and_then(clap::Arg::get_long).unwrap_or("?").to_owned();
        (name, is_last && option.is_some_and(|option| takes_value(option) && !option.is_require_equals_set()))
    };
    let of = |is: &dyn Fn(&clap::Arg) -> bool| verb.get_arguments().find(|option| is(option));
    if let Some(long) = text.strip_prefix("--").filter(|long| !long.is_empty()) {
        let (name, is_last) = long.split_once('=').map_or((long, true), |(name, _)| (name, false));
        return vec![found(of(&|option| option.get_long() == Some(name)), is_last)];
    }
    let mut options = Vec::new();
    let letters = text.strip_prefix('-').unwrap_or_default();
    for (at, letter) in letters.char_indices() {
        let option = of(&|option| option.get_short() == Some(letter));
        options.push(found(option, at + letter.len_utf8() == letters.len()));
        // The rest is its value.
        if option.is_none_or(takes_value) {
            break;
        }
    }
    options
}

#[cfg(test)]
mod tests;
