//! What SEARCH quotes otherwise than the file has it: whether it says the same.

use std::collections::HashSet;

use super::{
    language::Language,
    lex::{Line, State, Token, lex},
};
use crate::core::text::is_blank;

/// Which line of the file each line of SEARCH is.
pub(super) type Pairs = Vec<Option<usize>>;

/// A file and a SEARCH section as they read.
pub(super) struct Reading<'s> {
    language: &'static Language,
    file: &'s [Line<'s>],
    wanted: Vec<Line<'s>>,
}

impl<'s> Reading<'s> {
    /// Reads the lines of SEARCH; none where a line that both have is inside of a text or a comment in one of them only.
    pub(super) fn new(
        language: &'static Language,
        file: &'s [Line<'s>],
        wanted: &[&'s [u8]],
        pairs: &Pairs,
    ) -> Option<Self> {
        let first = pairs.iter().flatten().min()?;
        let wanted = lex(language, wanted, file[*first].before.clone());
        let same = |(line, place): (&Line<'_>, &Option<usize>)| {
            place.is_none_or(|place| file[place].before == line.before)
        };
        wanted.iter().zip(pairs).all(same).then_some(Self { language, file, wanted })
    }

    /// The lines of the file at the place that SEARCH has in no form, if all that SEARCH has and the file has not is
    /// comments, or says the same as a line there.
    pub(super) fn left_over(&self, pairs: &Pairs, kept: &[usize]) -> Option<HashSet<usize>> {
        let mut spare: HashSet<usize> = kept.iter().copied().collect();
        for line in (0..pairs.len()).filter(|line| pairs[*line].is_none()) {
            let read = &self.wanted[line];
            if is_empty(read) || read.is_comment(self.language) {
                continue;
            }
            // Beyond the first and the last line that are there nothing tells which line is meant.
            let above = (0..line).rev().find_map(|line| pairs[line])?;
            let below = (line..pairs.len()).find_map(|line| pairs[line])?;
            let same = |place: &usize| spare.contains(place) && says_the_same(read, &self.file[*place]);
            let twin = (above + 1..below).find(same)?;
            spare.remove(&twin);
        }
        Some(spare)
    }

    /// Whether a line of the file is code.
    pub(super) fn is_code(&self, line: usize) -> bool {
        let line = &self.file[line];
        !is_empty(line) && !line.is_comment(self.language)
    }

    /// Whether a line is one of a list in parentheses: with another parameter it is another function.
    fn is_in_parentheses(&self, line: usize) -> bool {
        let mut depth = 0usize;
        for token in self.file[line..].iter().flat_map(|line| &line.tokens) {
            match token {
                Token::Sign(b"(" | b"[" | b"{") => depth += 1,
                Token::Sign(sign @ (b")" | b"]" | b"}")) => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return *sign == b")",
                },
                _ => {}
            }
        }
        false
    }

    /// Whether lines of the file that SEARCH left out begin or end what the lines around them stand in, or are parts of a
    /// list in parentheses; `more` are those
    /// of them that are code, `lines` all lines at the place.
    pub(super) fn changes_scope(&self, lines: std::ops::Range<usize>, more: &HashSet<usize>) -> bool {
        let mut gap = Gap::default();
        for line in lines {
            let read = &self.file[line];
            if more.contains(&line) {
                let apart = read.before != State::Code || read.is_directive(self.language);
                if apart || self.is_in_parentheses(line) || !gap.take(&read.tokens) {
                    return true;
                }
            } else if self.is_code(line) && !std::mem::take(&mut gap).is_closed() {
                return true;
            }
        }
        !gap.is_closed()
    }
}

fn is_empty(line: &Line<'_>) -> bool {
    line.tokens.is_empty() && !line.comment
}

/// Lines next to each other that SEARCH left out.
#[derive(Default)]
struct Gap {
    /// How many brackets are open.
    depth: usize,
    /// Whether the last line goes on with what follows it.
    goes_on: bool,
}

impl Gap {
    /// Goes on with a line; false where that ends what stands above.
    fn take(&mut self, tokens: &[Token<'_>]) -> bool {
        /// Words that begin another branch, or end one.
        const BRANCHES: [&[u8]; 18] = [
            b"else", b"elif", b"elsif", b"elseif", b"fi", b"done", b"esac", b"end", b"endif", b"when",
            b"case", b"default", b"catch", b"except", b"finally", b"rescue", b"ensure", b"then",
        ];
        if matches!(tokens.first(), Some(Token::Word(word)) if BRANCHES.contains(word)) {
            return false;
        }
        for token in tokens {
            match token {
                Token::Sign(b"(" | b"[" | b"{") => self.depth += 1,
                Token::Sign(b")" | b"]" | b"}") => match self.depth.checked_sub(1) {
                    Some(depth) => self.depth = depth,
                    None => return false,
                },
                _ => {}
            }
        }
        self.goes_on =
            matches!(tokens.last(), Some(Token::Sign(sign)) if sign.ends_with(b":") || sign.ends_with(b"\\"));
        true
    }

    fn is_closed(&self) -> bool {
        self.depth == 0 && !self.goes_on
    }
}

/// Whether two lines of code differ in comments only, in the kind of quotes, in what separates them from the next, or in
/// white space where that says nothing.
fn says_the_same(a: &Line<'_>, b: &Line<'_>) -> bool {
    let (of_a, of_b) = (without_end(&a.tokens), without_end(&b.tokens));
    let code = a.before == State::Code && b.before == State::Code;
    code && !of_a.is_empty() && of_a.len() == of_b.len() && of_a.iter().zip(of_b).all(|(a, b)| is_same(a, b))
}

/// Tokens without the comma or the semicolon behind them.
fn without_end<'t, 'l>(tokens: &'t [Token<'l>]) -> &'t [Token<'l>] {
    match tokens {
        [rest @ .., Token::Sign(b"," | b";")] => rest,
        all => all,
    }
}

fn is_same(a: &Token<'_>, b: &Token<'_>) -> bool {
    // What is more than letters may say something else between other quotes.
    let plain = |text: &[u8]| !text.iter().any(|byte| b"\\$\"'`{".contains(byte));
    match (a, b) {
        (Token::Text([_, a @ .., _]), Token::Text([_, b @ .., _])) if plain(a) => a == b,
        _ => a == b,
    }
}

/// Whether all lines that differ are blank: all that may differ where the language is not known.
pub(super) fn only_blanks_differ(pairs: &Pairs, wanted: &[&[u8]], kept: &[usize], file: &[&[u8]]) -> bool {
    pairs.iter().zip(wanted).all(|(place, line)| place.is_some() || is_blank(line))
        && kept.iter().all(|line| is_blank(file[*line]))
}
