//! Values of options, with their help.

use std::sync::LazyLock;

use clap::{ValueEnum, builder::PossibleValue};

use crate::core::{
    locate::Tier,
    plan::Partial,
    reply::{Format, Writer},
};

/// The part of a batch to apply if some blocks fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PartialName {
    /// Files whose blocks are all good
    File,
    /// All good blocks
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

/// Condition for colours.
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

/// Choice of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum FormatName {
    /// As its text says.
    Auto,
    /// In this format alone.
    Only(&'static Format),
}

impl FormatName {
    /// The format that is read and no other.
    pub(in crate::cli) fn only(self) -> Option<&'static Format> {
        match self {
            Self::Auto => None,
            Self::Only(format) => Some(format),
        }
    }
}

impl ValueEnum for FormatName {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<FormatName>> = LazyLock::new(|| {
            std::iter::once(FormatName::Auto).chain(Format::readable().map(FormatName::Only)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Self::Auto => ("auto", "The format that the reply has; edits in two formats are refused"),
            Self::Only(format) => (format.id, format.help()?),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// Format of a written reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct WriterName(pub(in crate::cli) &'static Writer);

impl ValueEnum for WriterName {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<WriterName>> = LazyLock::new(|| Writer::all().map(WriterName).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.id).help(self.0.help))
    }
}

pub(in crate::cli) fn fence(value: &str) -> Result<(String, String), &'static str> {
    match value.split_once("..") {
        Some((open, close)) if !open.is_empty() && !close.is_empty() => {
            Ok((open.to_owned(), close.to_owned()))
        }
        _ => Err("a fence is written as <open>..<close>"),
    }
}
