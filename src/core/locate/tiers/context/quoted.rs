//! Judges whether a quotation that differs from the file says the same.
//!
//! Comments may differ, but for those that a program reads and for code that only one side comments out. A
//! semicolon may be missing behind a finished statement that nothing below could continue, a comma behind the
//! last of a list.

use std::{collections::HashSet, ops::Range};

use crate::core::{
    language::{
        Feature, Language,
        lexer::{self, Extent, Line, State, Token},
    },
    locate::word::is_branch,
    text::is_blank,
};

/// For each line of SEARCH, its line of the file.
pub(super) type Pairs = Vec<Option<usize>>;

/// A file and a SEARCH section as they read.
pub(super) struct Reading<'s> {
    language: &'static Language,
    file: &'s [Line<'s>],
    wanted: Vec<Line<'s>>,
    /// The lines of SEARCH as they are.
    search: &'s [&'s [u8]],
}

impl<'s> Reading<'s> {
    /// Reads the lines of SEARCH; none where a line that both have is inside of a string or a comment in one of them
    /// only.
    pub(super) fn new(
        language: &'static Language,
        file: &'s [Line<'s>],
        search: &'s [&'s [u8]],
        pairs: &Pairs,
    ) -> Option<Self> {
        let first = pairs.iter().flatten().min()?;
        let wanted = lexer::read(language, search, Extent::Section, file[*first].before.clone());
        let same = |(line, place): (&Line<'_>, &Option<usize>)| {
            place.is_none_or(|place| file[place].before == line.before)
        };
        wanted.iter().zip(pairs).all(same).then_some(Self { language, file, wanted, search })
    }

    /// The lines of the file at the place that SEARCH has in no form, if all that SEARCH has and the file has not is
    /// comments, or says the same as a line there.
    pub(super) fn left_over(&self, pairs: &Pairs, kept: &[usize]) -> Option<HashSet<usize>> {
        let mut spare: HashSet<usize> = kept.iter().copied().collect();
        for line in (0..pairs.len()).filter(|line| pairs[*line].is_none()) {
            let read = &self.wanted[line];
            if is_empty(read) {
                continue;
            }
            if read.is_comment(self.language) {
                if self.comments_out(line, pairs, &spare) {
                    return None;
                }
                continue;
            }
            // Beyond the first and the last line that are there nothing tells which line is meant.
            let above = (0..line).rev().find_map(|line| pairs[line])?;
            let below = (line..pairs.len()).find_map(|line| pairs[line])?;
            let same = |place: &usize| spare.contains(place) && self.says_the_same(line, *place);
            let twin = (above + 1..below).find(same)?;
            spare.remove(&twin);
        }
        Some(spare)
    }

    /// Returns whether a line of SEARCH is a comment that has, as code, lines that the file has there and
    /// SEARCH has not.
    fn comments_out(&self, line: usize, pairs: &Pairs, spare: &HashSet<usize>) -> bool {
        let above = (0..line).rev().find_map(|line| pairs[line]).unwrap_or(0);
        let below = (line..pairs.len()).find_map(|line| pairs[line]).unwrap_or(self.file.len());
        let code = [self.language.without_signs(self.search[line])];
        let code = lexer::read(self.language, &code, Extent::Section, State::default());
        let code: Vec<&[Token<'_>]> = code.iter().map(|line| without_end(&line.tokens)).collect();
        let same = |tokens: &[Token<'_>]| code.iter().any(|code| !code.is_empty() && are_same(code, tokens));
        spare
            .iter()
            .filter(|place| (above..below).contains(*place))
            .any(|place| same(without_end(&self.file[*place].tokens)))
    }

    /// Returns whether a line of SEARCH and one of the file, both of code, differ in comments only, in the kind of
    /// quotes, in what separates them from the next where that says nothing, or in white space where that says nothing.
    fn says_the_same(&self, line: usize, place: usize) -> bool {
        let (a, b) = (&self.wanted[line], &self.file[place]);
        if !a.before.is_code() || !b.before.is_code() || a.tokens.is_empty() {
            return false;
        }
        let (long, short) = match a.tokens.len() > b.tokens.len() {
            true => (&a.tokens, &b.tokens),
            false => (&b.tokens, &a.tokens),
        };
        if long.len() == short.len() {
            return are_same(long, short);
        }
        let Some((end, rest)) = long.split_last() else { return false };
        let below = [self.code_below(&self.wanted, line), self.code_below(self.file, place)];
        are_same(rest, short)
            && match end {
                Token::Sign(b";") => {
                    is_finished(rest)
                        && !self.language.has(Feature::Semicolon)
                        && !self.is_in_parentheses(place)
                        && !below.iter().flatten().any(|line| goes_on(&line.tokens))
                }
                Token::Sign(b",") => self.is_last_of_list(place, rest, &below),
                _ => false,
            }
    }

    fn code_below<'l>(&self, lines: &'l [Line<'s>], at: usize) -> Option<&'l Line<'s>> {
        lines[at + 1..].iter().find(|line| !is_empty(line) && !line.is_comment(self.language))
    }

    /// Returns whether a comma behind a line of the file, `rest` without it, says nothing. Alone in a list it may make
    /// a tuple.
    fn is_last_of_list(&self, place: usize, rest: &[Token<'_>], below: &[Option<&Line<'s>>]) -> bool {
        let above = self.file[..place].iter().rev();
        let above = above.filter(|line| !is_empty(line)).find(|line| !line.is_comment(self.language));
        let others = above.is_some_and(|line| matches!(line.tokens.last(), Some(Token::Sign(b","))));
        let closes = |line: &&Line<'_>| match line.tokens.first() {
            Some(Token::Sign(b"}")) => true,
            Some(Token::Sign(b")" | b"]")) => others,
            _ => false,
        };
        let full = !matches!(
            rest.last(),
            None | Some(Token::Sign(b"," | b";" | b"(" | b"[" | b"{") | Token::Raw(_))
        );
        full && below.iter().all(|line| line.as_ref().is_some_and(closes))
    }

    /// Returns whether a line of the file is in a comment, or in lines that are not compiled, that begin
    /// above the place.
    pub(super) fn is_off(&self, place: &Range<usize>, line: usize) -> bool {
        let line = line.min(self.file.len() - 1);
        let mut above = self.file[place.start..=line.max(place.start)].iter();
        above.all(|line| line.before.is_comment())
            || self.language.has(Feature::Directive) && self.is_left_out(place.start, line)
    }

    /// Returns whether a line is in a branch, such as that of `#if 0`, that begins above `start` and is never compiled.
    fn is_left_out(&self, start: usize, line: usize) -> bool {
        /// A branch that the line `at` opens, whether it is left out, and whether the one behind `else` is.
        #[derive(Clone, Copy)]
        struct Branch {
            at: usize,
            is_off: bool,
            is_else_off: bool,
        }
        let mut open: Vec<Branch> = Vec::new();
        let branch = |at, is_off, is_else_off| Branch { at, is_off, is_else_off };
        for (at, read) in self.file[..line].iter().enumerate() {
            if !read.is_directive(self.language) {
                continue;
            }
            let words: Vec<&[u8]> = read.tokens.iter().filter_map(Token::word).collect();
            match *words.as_slice() {
                [b"if", b"0" | b"false"] => open.push(branch(at, true, false)),
                [b"if", b"1" | b"true"] => open.push(branch(at, false, true)),
                [b"if" | b"ifdef" | b"ifndef", ..] => open.push(branch(at, false, false)),
                [b"else" | b"elif" | b"elseif" | b"elifdef" | b"elifndef", ..] => {
                    if let Some(last) = open.last_mut() {
                        *last = branch(at, last.is_else_off, last.is_else_off);
                    }
                }
                [b"endif", ..] => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.iter().any(|branch| branch.is_off && branch.at < start)
    }

    /// Returns whether a line of the file is code.
    pub(super) fn is_code(&self, line: usize) -> bool {
        let line = &self.file[line];
        !is_empty(line) && !line.is_comment(self.language)
    }

    /// Returns whether a line is one of a list in parentheses: with another parameter it is another function.
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

    /// Returns whether lines of the file that SEARCH left out begin or end the scope of the lines around
    /// them, or are parts of a list in parentheses; `more` are those of them that are code, `lines` all lines
    /// at the place.
    pub(super) fn changes_scope(&self, lines: std::ops::Range<usize>, more: &HashSet<usize>) -> bool {
        let mut gap = Gap::default();
        for line in lines {
            let read = &self.file[line];
            if more.contains(&line) {
                let apart = !read.before.is_code() || read.is_directive(self.language);
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
    /// Number of open brackets.
    depth: usize,
    /// True if the last line goes on with what follows it.
    goes_on: bool,
}

impl Gap {
    /// Takes in a line; false where that ends a statement or a scope above.
    fn take(&mut self, tokens: &[Token<'_>]) -> bool {
        if matches!(tokens.first(), Some(Token::Word(word)) if is_branch(word)) {
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

/// Tokens without the comma or the semicolon behind them.
fn without_end<'t, 'l>(tokens: &'t [Token<'l>]) -> &'t [Token<'l>] {
    match tokens {
        [rest @ .., Token::Sign(b"," | b";")] => rest,
        all => all,
    }
}

fn are_same(a: &[Token<'_>], b: &[Token<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
}

/// Returns whether tokens end a statement, so that nothing is the body of it: what ends with `)` may be a head, unless
/// it assigns.
fn is_finished(tokens: &[Token<'_>]) -> bool {
    /// Words that a body or a value follows.
    const OPEN: [&[u8]; 12] = [
        b"else", b"do", b"return", b"yield", b"throw", b"await", b"new", b"in", b"of", b"try", b"finally",
        b"then",
    ];
    match tokens {
        [.., Token::Text(_)] => true,
        [] | [_] => false,
        [.., Token::Word(word)] => !OPEN.contains(word),
        [.., Token::Sign(b"]" | b"}" | b"++" | b"--")] => true,
        [.., Token::Sign(b")")] => assigns(tokens),
        _ => false,
    }
}

/// Returns whether there is a `=` outside of all brackets.
fn assigns(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0i32;
    tokens.iter().any(|token| {
        depth += match token {
            Token::Sign(b"(" | b"[" | b"{") => 1,
            Token::Sign(b")" | b"]" | b"}") => -1,
            _ => 0,
        };
        depth == 0 && *token == Token::Sign(b"=")
    })
}

/// Returns whether a line may continue a statement above it.
fn goes_on(tokens: &[Token<'_>]) -> bool {
    const WORDS: [&[u8]; 10] =
        [b"in", b"is", b"as", b"and", b"or", b"instanceof", b"extends", b"implements", b"where", b"throws"];
    match tokens.first() {
        Some(Token::Word(word)) => WORDS.contains(word),
        // Names and directives begin so.
        Some(Token::Sign(sign)) => !matches!(sign[0], b')' | b']' | b'}' | b'$' | b'@' | b'#'),
        Some(Token::Text(_) | Token::Raw(_)) => true,
        Some(Token::Blank) | None => false,
    }
}

fn is_same(a: &Token<'_>, b: &Token<'_>) -> bool {
    // A string with more than letters may mean something else between other quotes.
    let plain = |text: &[u8]| !text.iter().any(|byte| b"\\$\"'`{".contains(byte));
    match (a, b) {
        (Token::Text([_, a @ .., _]), Token::Text([_, b @ .., _])) if plain(a) => a == b,
        _ => a == b,
    }
}

/// Returns whether all lines that differ are blank: all that may differ where the language is not known.
pub(super) fn only_blanks_differ(pairs: &Pairs, wanted: &[&[u8]], kept: &[usize], file: &[&[u8]]) -> bool {
    pairs.iter().zip(wanted).all(|(place, line)| place.is_some() || is_blank(line))
        && kept.iter().all(|line| is_blank(file[*line]))
}
