//! Multi-line strings. In them white space is content, and there is no code.

use super::{
    pass::stretches,
    stretch::{Extent, Spot, TextKind},
};
use crate::core::language::{Feature, Language};

/// A multi-line string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core) struct Text {
    pub(in crate::core) kind: TextKind,
    /// The place where it opens.
    pub(in crate::core) opens: Spot,
    /// The last line of it.
    pub(in crate::core) last: usize,
}

/// The multi-line strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::core) struct Texts {
    /// For each line, the string that its white space in front is a part of.
    pub(in crate::core) of_line: Vec<Option<Text>>,
}

impl Texts {
    /// Finds those of a file in this language, or of a part of it. Where the entry of the language does not
    /// tell of all of them, those of any language are found.
    pub(in crate::core) fn new(language: Option<&Language>, lines: &[&[u8]], extent: Extent) -> Self {
        let mut of_line = vec![None; lines.len()];
        let language = language.filter(|language| language.has(Feature::AllStrings));
        let stretches = stretches(language, lines, extent);
        let texts = stretches.iter().map(|stretch| stretch.text + 1).max().unwrap_or(0);
        let mut known: Vec<Option<Text>> = vec![None; texts];
        for stretch in stretches.iter().filter(|stretch| stretch.kind != TextKind::Comment) {
            let begins = Text { kind: stretch.kind, opens: stretch.from, last: stretch.to.0 };
            let text = known[stretch.text].get_or_insert(begins);
            text.last = text.last.max(stretch.to.0);
        }
        for stretch in &stretches {
            let first = stretch.from.0 + usize::from(!stretch.begins_lines());
            if let Some(text) = known[stretch.text] {
                of_line[first..=stretch.to.0].fill(Some(text));
            }
        }
        Self { of_line }
    }
}

/// Words that languages know at the margin only, or that are written there by custom.
pub(in crate::core) fn counts_at_margin_only(line: &[u8]) -> bool {
    const WHOLE: [&[u8]; 4] = [b"=begin", b"=end", b"__END__", b"__DATA__"];
    const POD: [&[u8]; 6] = [b"=pod", b"=cut", b"=head", b"=over", b"=item", b"=back"];
    const DIRECTIVES: [&[u8]; 11] = [
        b"if", b"ifdef", b"ifndef", b"elif", b"else", b"endif", b"define", b"undef", b"include", b"pragma",
        b"error",
    ];
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let directive = word.strip_prefix(b"#").is_some_and(|word| DIRECTIVES.contains(&word));
    WHOLE.contains(&word) || POD.iter().any(|pod| word.starts_with(pod)) || directive
}
