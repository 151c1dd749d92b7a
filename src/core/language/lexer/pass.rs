//! The pass over the lines.

use std::collections::VecDeque;

use super::{
    ahead::Ahead,
    here::Here,
    known, scalar,
    state::{State, Template},
    stretch::{Closer, Event, Extent, Next, Opening, Spot, Stretch, TextKind},
    within::Within,
    word::is_word,
};
use crate::core::{
    fence::{Fence, is_fence},
    language::{Feature, Language},
    text::{indentation, is_blank},
};

/// Lines as the lexer reads them.
pub(super) struct Lexed {
    /// The comments and strings, in their order.
    pub(super) stretches: Vec<Stretch>,
    /// The states at the beginning of the lines.
    pub(super) states: Vec<State>,
}

/// The comments and strings among lines, in their order.
pub(in crate::core) fn stretches(
    language: Option<&Language>,
    lines: &[&[u8]],
    extent: Extent,
) -> Vec<Stretch> {
    lex(language, lines, extent, State::default()).stretches
}

/// Reads lines of which the first begins in `state`.
pub(super) fn lex(language: Option<&Language>, lines: &[&[u8]], extent: Extent, state: State) -> Lexed {
    let mut lexer = Lexer {
        language,
        lines,
        ahead: Ahead::new(language, lines, extent),
        at: (0, 0),
        in_remark: false,
        in_document: false,
        fence: None,
        pending: VecDeque::new(),
        texts: state.templates.len(),
        entered: None,
        of_templates: (0..state.templates.len()).collect(),
        unclosed: Vec::new(),
        found: Vec::new(),
        states: Vec::with_capacity(lines.len()),
        state,
    };
    if let Some(kind) = lexer.state.open.as_ref().map(|closer| closer.kind) {
        lexer.push(kind);
    }
    (0..lines.len()).for_each(|number| lexer.line(number));
    Lexed { stretches: lexer.found, states: lexer.states }
}

pub(super) struct Lexer<'l> {
    /// None where it is not known.
    language: Option<&'l Language>,
    pub(super) lines: &'l [&'l [u8]],
    pub(super) ahead: Ahead<'l>,
    pub(super) at: Spot,
    state: State,
    /// True behind what may be a comment in an unknown language.
    pub(super) in_remark: bool,
    /// True if the line above is in the same here-document, scalar or fenced block.
    in_document: bool,
    /// The fence that the line is below.
    fence: Option<Fence<'l>>,
    /// Here-documents that begin on the next line.
    pending: VecDeque<Here>,
    /// Number of strings so far.
    texts: usize,
    /// The script or style that begins below a line.
    entered: Option<(usize, Within)>,
    /// The strings that the open templates are.
    of_templates: Vec<usize>,
    /// Signs that nothing closes behind a byte of a line: in a file they open nothing.
    pub(super) unclosed: Vec<(usize, Vec<u8>)>,
    found: Vec<Stretch>,
    states: Vec<State>,
}

impl<'l> Lexer<'l> {
    fn line(&mut self, number: usize) {
        let line = self.lines[number];
        (self.at, self.in_remark) = ((number, 0), false);
        let closed = self.state.within.and_then(|within| within.closed(line));
        if closed.is_some_and(|at| is_blank(&line[..at])) {
            self.enter(None);
        }
        if self.has(Feature::Scripts) && self.state == State::default() {
            self.entered = Within::opened(self.lines, number).or(self.entered);
        }
        if self.has(Feature::Dashes) && self.state == State::default() && closed.is_none() {
            self.entered = Within::opened_by_dashes(self.lines, number).or(self.entered);
        }
        self.read_line(line);
        match self.entered.take_if(|(last, _)| *last <= number) {
            Some((_, within)) => self.enter(Some(within)),
            None if closed.is_some() => self.enter(None),
            None => {}
        }
    }

    /// Begins with the code of a script or style, or of what is around it.
    fn enter(&mut self, within: Option<Within>) {
        self.state = State::within(within);
        self.of_templates.clear();
        self.pending.clear();
        self.in_document = false;
    }

    /// The language of the line, if it is known.
    fn language(&self) -> Option<&'l Language> {
        self.language.map(|language| self.state.language(language))
    }

    fn has(&self, feature: Feature) -> bool {
        self.language.is_some_and(|language| language.has(feature))
    }

    fn read_line(&mut self, line: &'l [u8]) {
        let goes_on = |column: usize| is_blank(line) || indentation(line).len() > column;
        if self.state.scalar.is_some_and(|column| !goes_on(column)) {
            (self.state.scalar, self.in_document) = (None, false);
        }
        self.states.push(self.state.clone());
        if self.document(line) || self.state.open.is_none() && self.opens_fence(line) {
            return;
        }
        while self.at.1 < line.len() {
            match self.state.open.take() {
                Some(closer) => self.go_on(closer, line),
                None => self.code(line),
            }
        }
        self.end(line);
    }

    /// Takes a line that is wholly in a here-document, a scalar or a fenced block.
    fn document(&mut self, line: &'l [u8]) -> bool {
        let here = self.state.heres.front();
        let (kind, is_last) = match (here, self.state.scalar, self.fence) {
            (Some(here), ..) => (TextKind::Here, here.ends(line)),
            (None, Some(_), _) => (TextKind::Embedded, false),
            (None, None, Some(open)) => {
                let closes = Fence::read(line.trim_ascii()).is_some_and(|fence| fence.closes(open));
                (TextKind::Embedded, closes)
            }
            (None, None, None) => return false,
        };
        if !self.in_document {
            self.push(kind);
        }
        self.extend(line.len());
        self.in_document = !is_last;
        match kind {
            TextKind::Here if is_last => drop(self.state.heres.pop_front()),
            _ if is_last => self.fence = None,
            _ => {}
        }
        true
    }

    /// Returns whether a line is the fence above a block of Markdown.
    fn opens_fence(&mut self, line: &'l [u8]) -> bool {
        let line = line.trim_ascii();
        let open = Fence::read(line).filter(|_| self.language.is_none() && is_fence(line));
        let Some(open) = open else { return false };
        self.fence = self.ahead.closes_fence(open.sign, self.at.0).then_some(open);
        true
    }

    /// Reads on in code.
    fn code(&mut self, line: &'l [u8]) {
        let (byte, at) = (line[self.at.1], self.at.1);
        if line[at..].starts_with(b"<<") && self.language().is_none_or(|language| language.has(Feature::Here))
        {
            self.pending.extend(Here::opened(self.language(), line, at, self.at.0, &self.ahead));
            self.at.1 += line[at..].iter().take_while(|byte| **byte == b'<').count();
            return;
        }
        let event = match self.language() {
            Some(language) => known::event(language, line, at),
            None => self.any(byte),
        };
        match event {
            Some(Event::Open(Opening { from, behind, closer })) => {
                self.at.1 = from;
                self.push(closer.kind);
                self.at.1 = behind;
                self.state.open = Some(closer);
                self.extend(behind.min(line.len()));
            }
            Some(Event::Comment) => {
                self.push(TextKind::Comment);
                self.extend(line.len());
            }
            Some(Event::Pass(to)) => self.at.1 = to,
            None if matches!(byte, b'{' | b'}') => self.brace(byte),
            None => self.at.1 += line[at..].iter().take_while(|byte| is_word(**byte)).count().max(1),
        }
    }

    /// Goes on in a comment or string, to its end, to the code in a template, or to the end of the line.
    fn go_on(&mut self, closer: Closer, line: &[u8]) {
        match closer.next(line, self.at.1) {
            Some(Next::Closed(behind)) => {
                self.extend(behind);
                if let Some(stretch) = self.found.last_mut() {
                    stretch.is_closed = true;
                }
            }
            Some(Next::Code(behind)) => {
                self.extend(behind);
                self.of_templates.extend(self.found.last().map(|stretch| stretch.text));
                self.state.templates.push(Template { closer, depth: 0 });
            }
            None => {
                self.extend(line.len());
                self.state.open = Some(closer);
            }
        }
    }

    /// A brace in code, which may be that of a template.
    fn brace(&mut self, byte: u8) {
        match self.state.templates.last_mut() {
            Some(template) if byte == b'{' => template.depth += 1,
            Some(template) if template.depth > 0 => template.depth -= 1,
            Some(_) => {
                let (template, text) = (self.state.templates.pop(), self.of_templates.pop());
                if let (Some(Template { closer, .. }), Some(text)) = (template, text) {
                    self.found.push(self.stretch(closer.kind, text));
                    self.state.open = Some(closer);
                }
            }
            None => {}
        }
        self.at.1 += 1;
    }

    /// Ends a line, behind which documents may begin.
    fn end(&mut self, line: &[u8]) {
        if self.state.open.is_some() {
            self.extend(line.len());
            let goes_on = line.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1;
            self.state.open.take_if(|closer| !(closer.is_long || closer.escapes && goes_on));
        }
        if self.state.open.is_some() {
            return;
        }
        self.state.heres = std::mem::take(&mut self.pending);
        let is_yaml = self.language().is_some_and(|language| language.has(Feature::Scalar));
        if self.state.heres.is_empty() && (is_yaml || self.language.is_none()) {
            let comment = self.found.last().filter(|last| {
                last.kind == TextKind::Comment
                    && last.to == (self.at.0, line.len())
                    && last.from.0 == self.at.0
            });
            self.state.scalar =
                scalar::opened(&line[..comment.map_or(line.len(), |last| last.from.1)], is_yaml);
        }
    }

    /// Begins a stretch of another comment or string here.
    fn push(&mut self, kind: TextKind) {
        self.found.push(self.stretch(kind, self.texts));
        self.texts += 1;
    }

    fn stretch(&self, kind: TextKind, text: usize) -> Stretch {
        Stretch { kind, text, from: self.at, to: self.at, is_closed: false }
    }

    /// Extends the last stretch up to a byte of the line.
    fn extend(&mut self, to: usize) {
        self.at.1 = to;
        if let Some(stretch) = self.found.last_mut() {
            stretch.to = self.at;
        }
    }
}
