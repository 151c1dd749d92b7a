//! Words that an option takes, each with its meaning.

use clap::{ValueEnum, builder::PossibleValue};

use crate::core::{locate::Tier, plan::Partial};

/// What is applied where a part of the batch is bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PartialName {
    /// Every file whose blocks are all good
    File,
    /// Every good block
    Block,
    /// Nothing, whatever `sr.partial` says
    No,
}

impl From<PartialName> for Partial {
    fn from(name: PartialName) -> Self {
        match name {
            PartialName::File => Self::File,
            PartialName::Block => Self::Block,
            PartialName::No => Self::No,
        }
    }
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum When {
    Always,
    Never,
    Auto,
}

impl ValueEnum for Tier {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(about(*self)))
    }
}

/// What a tier lets pass, each on top of those before it.
fn about(tier: Tier) -> &'static str {
    match tier {
        Tier::Exact => "Equal but for line endings",
        Tier::Trailing => "Also but for white space at the ends of lines",
        Tier::Indent => "Also but for one mapping of leading white space",
        Tier::Unicode => "Also but for compatible characters, quotes, dashes and special spaces",
        Tier::Blank => "Also but for blank edges, and fences at the edges, that both sections have",
        Tier::Elided => "Also with `...` in both sections for the lines in between",
        Tier::History => {
            "Also where an older version has it, and the change made there merges with the file as it is"
        }
        Tier::Context => {
            "Also with quoted lines that differ, where all that changes and its neighbours are there"
        }
        Tier::Partial => "Also one line that is a part of one line of the file",
    }
}

/// A format by name. What they are told apart by stands in the reply, but for blocks without paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum FormatName {
    /// Detect it
    Auto,
    /// The path line stands above the fence
    Diff,
    /// The path line is the first line inside the fence
    DiffFenced,
    /// As `diff`
    EditorDiff,
    /// As `diff-fenced`
    EditorDiffFenced,
    /// Blocks without paths, for the file of `--path`
    Pathless,
}

pub(in crate::cli) fn fence(value: &str) -> Result<(String, String), &'static str> {
    match value.split_once("..") {
        Some((open, close)) if !open.is_empty() && !close.is_empty() => {
            Ok((open.to_owned(), close.to_owned()))
        }
        _ => Err("a fence is written as <open>..<close>"),
    }
}
