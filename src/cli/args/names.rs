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
        Self::all()
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.help()))
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
