//! A call of a tool that edits files, and what is around it.

use serde_json_lenient::value::RawValue;

use super::{
    Fields,
    fields::parse,
    form::{AROUND, Form},
    object::{Found, Object},
    parts::{DEEPEST, is_map_of_files, one_path},
    plain::Plain,
    spot::Spot,
    tool::{ARGS, Call, Kind, Tool, looks, says_view},
    unread::{Role, asks},
};
use crate::core::{
    reply::{
        call_fields::{EDITS, NEW, OLD, PATH_OF_EDIT, TEXTS},
        malformed::Malformed,
        types::{Fault, FaultKind, Options, PathCandidate, Reply},
    },
    text::Span,
};

/// Fields around calls, and around nothing else.
const OF_CALLS: [&str; 8] =
    ["functionCall", "function_call", "tool_call", "tool_calls", "toolCall", "toolUse", "function", "calls"];
/// Fields with several answers to one question.
const ANSWERS: [&str; 2] = ["candidates", "choices"];

/// A look for the calls in a value of a reply, and in the values in it.
pub(super) struct Calls<'a, 'o, 'p> {
    reply: &'a [u8],
    /// The value in plain JSON, if that is not how the reply has it.
    plain: Option<&'p Plain>,
    /// The last place of the reply of which the line is known.
    known: Place,
    found: Found<'a, 'o>,
}

/// An offset in a reply, and its line from 1.
#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    line: usize,
}

impl<'a, 'o, 'p> Calls<'a, 'o, 'p> {
    /// A look at the value at this offset of the reply, in this line from 1.
    fn new(reply: &'a [u8], offset: usize, line: usize, options: &'o Options) -> Self {
        Self { reply, plain: None, known: Place { offset, line }, found: Found::new(options) }
    }

    /// The edits in a value of the reply that begins in this line; it has the arguments of the tool that is named in
    /// front of it, if one is.
    pub(super) fn of(
        reply: &'a [u8],
        (line, value): (usize, &'a RawValue),
        tool: Option<Tool>,
        options: &'o Options,
    ) -> Reply<'a> {
        let span = span_in(reply, value.get());
        Self::new(reply, span.start, line, options).all(value.get(), span, tool)
    }

    /// The same for a value that the reply has in another form.
    pub(super) fn of_plain(
        reply: &'a [u8],
        (line, plain): (usize, &'p Plain),
        tool: Option<Tool>,
        options: &'o Options,
    ) -> Reply<'a> {
        let span = plain.span();
        let calls = Self { plain: Some(plain), ..Self::new(reply, span.start, line, options) };
        calls.all(&plain.json, span, tool)
    }

    /// The edits in the value at the known place.
    fn all(mut self, value: &str, span: Span, tool: Option<Tool>) -> Reply<'a> {
        let (line, is_arguments) = (self.known.line, tool.is_some());
        let spot = Spot { is_call: is_arguments, is_arguments, ..Spot::new(line, span, tool) };
        self.value(value, &spot);
        let mut found = self.found.reply;
        if let Some(tool) = spot.tool.filter(|_| found.has_no_edits())
            && parse::<Fields<'_>>(value).is_ok_and(|fields| tool.may_change(&fields, true))
        {
            let kind = tool.names(Malformed::Call.into());
            found.faults.push(Fault { line, kind, path: None });
        }
        found
    }

    /// The edits in a call that is no part of the reply as it is written, but has its place there.
    pub(super) fn of_other(
        reply: &'a [u8],
        call: &str,
        (line, span): (usize, Span),
        options: &'o Options,
    ) -> Reply<'a> {
        let mut calls = Self::new(reply, span.start, line, options);
        calls.value(call, &Spot::new(line, span, None));
        calls.found.reply
    }

    /// Reads a value with this around it.
    fn value(&mut self, text: &str, around: &Spot) {
        if around.depth > DEEPEST {
            return;
        }
        let mut spot = Spot { depth: around.depth + 1, ..around.clone() };
        // A text that holds JSON is no part of the reply, and has the place of what is around it.
        if let Some(span) = self.pass_to(text) {
            (spot.line, spot.span) = (self.known.line, span);
        }
        if let Ok(items) = parse::<Vec<&RawValue>>(text) {
            return self.list(&items, &spot);
        }
        let Ok(fields) = parse::<Fields<'_>>(text) else { return };
        if let Err(kind) = self.object(&fields, &spot) {
            let path = spot.path.map(|text| [PathCandidate::new(text, true)].into());
            self.found.reply.faults.push(Fault { line: spot.line, kind, path });
        }
    }

    /// Counts the lines up to a text, and returns its place; none if it is no part of the reply.
    fn pass_to(&mut self, text: &str) -> Option<Span> {
        let span = match self.plain {
            Some(plain) => plain.span_of(text)?,
            None => span_in(self.reply, text),
        };
        let is_part = span.start < self.reply.len() && span.end <= self.reply.len();
        if !is_part || span.start < self.known.offset {
            return None;
        }
        let passed = &self.reply[self.known.offset..span.start];
        let line = self.known.line + memchr::memchr_iter(b'\n', passed).count();
        self.known = Place { offset: span.start, line };
        Some(span)
    }

    /// Reads the values of a list. Beside edits, each object is one too: none is passed over.
    fn list(&mut self, items: &[&RawValue], spot: &Spot) {
        let objects: Vec<Option<Fields<'_>>> = items.iter().map(|item| parse(item.get()).ok()).collect();
        let is_edit = |fields: &Fields<'_>| fields.has(&OLD) || fields.has(&NEW);
        let are_edits = objects.iter().flatten().any(is_edit);
        let all = self.found.reply.counts();
        let mut silent = Vec::new();
        for (item, object) in items.iter().zip(&objects) {
            let before = self.found.reply.counts();
            self.value(item.get(), spot);
            let is_silent = self.found.reply.counts() == before;
            let object = object.as_ref().filter(|fields| is_silent && !looks(fields));
            silent.extend(object.map(|fields| (self.known.line, fields)));
        }
        let are_found = self.found.reply.counts() != all;
        for (line, fields) in silent {
            if are_edits || are_found && fields.has(&PATH_OF_EDIT) {
                self.found.reply.faults.push(Fault { line, kind: Malformed::Call.into(), path: None });
            }
        }
    }

    /// Reads an object; where it is not understood, the fault has the name of the tool that it is for.
    fn object(&mut self, fields: &Fields<'_>, spot: &Spot) -> Result<(), FaultKind> {
        let tool = Tool::named(fields).or_else(|| spot.tool.clone());
        let spot = Spot { tool, ..spot.clone() };
        self.object_of(fields, &spot).map_err(|kind| match &spot.tool {
            Some(tool) => tool.names(kind),
            None => kind,
        })
    }

    /// Reads an object, in a call of the tool of the spot if there is one.
    fn object_of(&mut self, fields: &Fields<'_>, spot: &Spot) -> Result<(), FaultKind> {
        let own = fields.text(Form::paths(fields))?;
        let path = one_path(own.map(Into::into), spot.path.clone())?;
        let spot = &Spot { path, ..spot.clone() };
        let object = Object { fields, spot };
        let first = self.found.reply.blocks.len();
        let role = Role::Edits { has_path: spot.path.is_some() };
        match Form::of(fields, spot)? {
            Form::Command => self.found.command(object),
            Form::Script(text) => self.found.text(&text, spot),
            Form::Whole => self.found.whole(object),
            Form::Text(text) => {
                self.found.text(&text, spot)?;
                self.found.rest(object, &[&TEXTS], role, first)
            }
            Form::Edit => self.found.edit(object, &[]),
            Form::Edits(edits) => {
                let before = self.found.reply.counts();
                self.value(edits.get(), spot);
                if self.found.reply.counts() == before {
                    return Err(Malformed::Call.into());
                }
                self.found.rest(object, &[&EDITS], role, first)
            }
            Form::Around => self.around(object),
        }
    }

    /// Reads the calls in an object that is around some, or is one of another tool.
    fn around(&mut self, object: Object<'_>) -> Result<(), FaultKind> {
        let Object { fields, spot } = object;
        let before = self.found.reply.counts();
        let call = Call::read(fields, spot.is_call);
        for name in AROUND {
            let Some(inner) = fields.one(&[name])? else { continue };
            let is_call = spot.is_call || OF_CALLS.contains(&name);
            let is_arguments = call.is_some() && ARGS.contains(&name);
            self.within(name, inner, &Spot { is_call, is_arguments, ..spot.clone() })?;
            // Of several answers to one question, one is meant.
            let are_several = || parse::<Vec<&RawValue>>(inner.get()).is_ok_and(|answers| answers.len() > 1);
            if ANSWERS.contains(&name) && self.found.reply.counts() != before && are_several() {
                return Err(Malformed::Field { name: name.into() }.into());
            }
        }
        let may_change = || match &call {
            Some(call) => call.may_change(),
            None => !spot.is_arguments && !says_view(fields) && asks(fields),
        };
        match self.found.reply.counts() == before {
            true if may_change() => Err(Malformed::Call.into()),
            true => Ok(()),
            false => {
                fields.one(&ARGS)?;
                self.found.rest(object, &[&AROUND], Role::Around, before.0)
            }
        }
    }

    /// Reads the value of a field that may hold calls.
    fn within(&mut self, name: &str, inner: &RawValue, spot: &Spot) -> Result<(), FaultKind> {
        let is_patch = spot.tool.as_ref().is_some_and(|tool| tool.kind == Kind::Patch);
        match parse::<String>(inner.get()) {
            // The output of a tool is no call.
            Ok(_) if name == "output" => {}
            Ok(held) if is_patch && !held.trim_start().starts_with('{') => self.found.text(&held, spot)?,
            Ok(held) => self.value(&held, spot),
            Err(_) if name == "files" && is_map_of_files(inner.get()) => return Err(Malformed::Call.into()),
            Err(_) => self.value(inner.get(), spot),
        }
        Ok(())
    }
}

/// The place of a text that is a part of the reply; a place outside of it for any other.
fn span_in(reply: &[u8], text: &str) -> Span {
    let start = (text.as_ptr() as usize).wrapping_sub(reply.as_ptr() as usize);
    Span { start, end: start.wrapping_add(text.len()) }
}
