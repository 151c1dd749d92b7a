//! A call of a tool that edits files, and what is around it.

use bstr::{BString, ByteSlice as _};
use serde_json_lenient::value::RawValue;

use super::{
    Fields,
    fields::{fault_of, parse},
    parts::{DEEPEST, holds_edits, idle, is_map_of_files, one_path},
    texts,
    tool::{ARGS, Call, Kind, TOOL, Tool, looks, of_shell, says_view},
    unread::{Role, Unread, asks, may_be_file, unread},
};
use crate::core::{
    reply::{
        call_fields::{NEW, OLD, PATH_OF_EDIT, TEXTS, WHOLE},
        edit::{Extent, Hints},
        format::inner,
        malformed::{Malformed, ValueFault},
        rows::shown,
        types::{Block, Fault, FaultKind, Format, Operation, Options, PathCandidate, Reply, Surface},
    },
    text::Span,
};

const PATH: [&str; 5] = ["path", "file_path", "filePath", "target_file", "TargetFile"];
const ALL: [&str; 5] = ["replace_all", "replaceAll", "all", "allow_multiple", "AllowMultiple"];
/// Fields with a list of edits below one path.
const EDITS: [&str; 2] = ["edits", "ReplacementChunks"];
/// Fields whose value is the call, or holds it.
const AROUND: [&str; 28] = [
    "args", "functionCall", "function_call", "parts", "tool_call", "tool_calls", "toolCall", "toolUse",
    "function", "message", "choices", "candidates", "response", "output", "item", "payload", "params",
    "state", "operation", "content", "calls", "changes", "replacements", "files", "input", "arguments",
    "parameters", "data",
];
/// Those around calls, and around nothing else.
const OF_CALLS: [&str; 8] =
    ["functionCall", "function_call", "tool_call", "tool_calls", "toolCall", "toolUse", "function", "calls"];
/// Fields with several answers to one question.
const ANSWERS: [&str; 2] = ["candidates", "choices"];
/// Fields that make the text of a whole file a part of one.
const PARTS: [&str; 7] = ["append", "insert_line", "line", "mode", "offset", "position", "start_line"];

/// The calls in a value of a reply.
#[derive(Clone, Copy)]
pub(super) struct Calls<'a, 'o> {
    pub(super) reply: &'a [u8],
    /// The line of the reply, from 1, that the value begins on.
    pub(super) line: usize,
    pub(super) options: &'o Options,
}

/// A part of a reply: where it is, and the path and the tool that are named around it.
#[derive(Clone)]
struct Spot {
    line: usize,
    span: Span,
    path: Option<BString>,
    /// The tool that is called.
    tool: Option<Tool>,
    /// True if an object there is a call, or holds some.
    is_call: bool,
    /// True if it has the arguments of a tool, of which the call is to be judged with its name.
    is_arguments: bool,
    depth: usize,
}

impl Spot {
    fn new(line: usize, span: Span, tool: Option<Tool>) -> Self {
        Self { line, span, path: None, tool, is_call: true, is_arguments: false, depth: 0 }
    }
}

impl<'a> Calls<'a, '_> {
    /// The edits in a value, in front of which a tool is named if it has its arguments.
    pub(super) fn of(&self, value: &'a RawValue, tool: Option<Tool>) -> Reply<'a> {
        let mut found = Reply::default();
        let is_arguments = tool.is_some();
        let spot = Spot::new(self.line, self.span(value.get()), tool);
        let spot = Spot { is_call: is_arguments, is_arguments, ..spot };
        let mut at = (spot.span.start, self.line);
        self.value(value.get(), &spot, &mut at, &mut found);
        let is_silent = found.blocks.is_empty() && found.faults.is_empty();
        if let Some(tool) = spot.tool.filter(|_| is_silent)
            && parse::<Fields<'_>>(value.get()).is_ok_and(|fields| tool.may_change(&fields, true))
        {
            let kind = tool.names(Malformed::Call.into());
            found.faults.push(Fault { line: self.line, kind, path: None });
        }
        found
    }

    /// The edits in a call that is no part of the reply, at this place.
    pub(super) fn of_other(&self, value: &str, span: Span) -> Reply<'a> {
        let mut found = Reply::default();
        let spot = Spot::new(self.line, span, None);
        self.value(value, &spot, &mut (span.start, self.line), &mut found);
        found
    }

    /// The place of a part of the reply.
    fn span(&self, text: &str) -> Span {
        let start = (text.as_ptr() as usize).wrapping_sub(self.reply.as_ptr() as usize);
        Span { start, end: start.wrapping_add(text.len()) }
    }

    /// Reads a value; `at` is the last place whose line is known.
    fn value(&self, text: &str, around: &Spot, at: &mut (usize, usize), found: &mut Reply<'a>) {
        if around.depth > DEEPEST {
            return;
        }
        let mut spot = Spot { depth: around.depth + 1, ..around.clone() };
        let span = self.span(text);
        // A text that holds JSON is no part of the reply.
        if span.start < self.reply.len() && span.end <= self.reply.len() && span.start >= at.0 {
            at.1 += memchr::memchr_iter(b'\n', &self.reply[at.0..span.start]).count();
            at.0 = span.start;
            (spot.line, spot.span) = (at.1, span);
        }
        if let Ok(items) = parse::<Vec<&RawValue>>(text) {
            return self.list(&items, &spot, at, found);
        }
        let Ok(fields) = parse::<Fields<'_>>(text) else { return };
        if let Err(kind) = self.object(&fields, &spot, at, found) {
            let path = spot.path.map(|text| [PathCandidate::new(text, true)].into());
            found.faults.push(Fault { line: spot.line, kind, path });
        }
    }

    /// Reads the values of a list. Beside edits, each object is one too: none is passed over.
    fn list(&self, items: &[&RawValue], spot: &Spot, at: &mut (usize, usize), found: &mut Reply<'a>) {
        let objects: Vec<Option<Fields<'_>>> = items.iter().map(|item| parse(item.get()).ok()).collect();
        let is_edit = |fields: &Fields<'_>| fields.has(&OLD) || fields.has(&NEW);
        let are_edits = objects.iter().flatten().any(is_edit);
        let all = (found.blocks.len(), found.faults.len());
        let mut silent = Vec::new();
        for (item, object) in items.iter().zip(&objects) {
            let before = (found.blocks.len(), found.faults.len());
            self.value(item.get(), spot, at, found);
            let is_silent = (found.blocks.len(), found.faults.len()) == before;
            let object = object.as_ref().filter(|fields| is_silent && !looks(fields));
            silent.extend(object.map(|fields| (at.1, fields)));
        }
        let are_found = (found.blocks.len(), found.faults.len()) != all;
        for (line, fields) in silent {
            if are_edits || are_found && fields.has(&PATH_OF_EDIT) {
                found.faults.push(Fault { line, kind: Malformed::Call.into(), path: None });
            }
        }
    }

    fn object(
        &self,
        fields: &Fields<'_>,
        spot: &Spot,
        at: &mut (usize, usize),
        found: &mut Reply<'a>,
    ) -> Result<(), FaultKind> {
        let tool = Tool::named(fields).or_else(|| spot.tool.clone());
        let spot = Spot { tool, ..spot.clone() };
        self.object_of(fields, &spot, at, found).map_err(|kind| match &spot.tool {
            Some(tool) => tool.names(kind),
            None => kind,
        })
    }

    /// An object, in a call of the tool of the spot if there is one.
    fn object_of(
        &self,
        fields: &Fields<'_>,
        spot: &Spot,
        at: &mut (usize, usize),
        found: &mut Reply<'a>,
    ) -> Result<(), FaultKind> {
        let is_edit = fields.has(&OLD) || fields.has(&NEW);
        let has_edits = fields.has(&EDITS);
        let is_list = has_edits || fields.has(&["changes", "replacements"]);
        let names = if is_edit || is_list { &PATH_OF_EDIT[..] } else { &PATH };
        let path = one_path(fields.text(names)?.map(BString::from), spot.path.clone())?;
        let spot = Spot { path, ..spot.clone() };
        if fields.has(&["code_edit", "new_source"]) {
            return Err(Malformed::Call.into());
        }
        if fields.has(&["command"]) && (fields.has(&PATH) || spot.path.is_some()) {
            return self.command(fields, &spot, found);
        }
        if let Some(text) = fields.one(&["command", "cmd"]).ok().flatten().and_then(of_shell) {
            return self.text(&text, &spot, found);
        }
        let names_file = || fields.text(&PATH).ok().flatten().is_none_or(|path| may_be_file(&path));
        if !is_edit && fields.has(&WHOLE) && fields.has(&PATH) && (spot.tool.is_some() || names_file()) {
            return self.whole(fields, &spot, found);
        }
        if (is_edit || fields.has(&TEXTS)) && has_edits || is_edit && fields.has(&TEXTS) {
            return Err(Malformed::Call.into());
        }
        let read: &[&str] = match (is_edit || fields.has(&TEXTS), has_edits) {
            (true, _) => &[],
            (false, true) => &EDITS,
            (false, false) => &AROUND,
        };
        if fields.others(read).any(|value| holds_edits(value.get(), spot.depth)) {
            return Err(Malformed::Call.into());
        }
        let before = (found.blocks.len(), found.faults.len());
        let role = Role::Edits { has_path: spot.path.is_some() };
        if let Some(text) = fields.text(&TEXTS)? {
            self.text(&text, &spot, found)?;
            return self.rest(fields, &[&TEXTS], role, before.0, &spot, found);
        }
        if is_edit {
            return self.edit(fields, &[], &spot, found);
        }
        if let Some(edits) = fields.one(&EDITS)? {
            self.value(edits.get(), &spot, at, found);
            if (found.blocks.len(), found.faults.len()) == before {
                return Err(Malformed::Call.into());
            }
            return self.rest(fields, &[&EDITS], role, before.0, &spot, found);
        }
        self.around(fields, &spot, at, found)
    }

    /// The calls in an object that is around some, or is one of another tool.
    fn around(
        &self,
        fields: &Fields<'_>,
        spot: &Spot,
        at: &mut (usize, usize),
        found: &mut Reply<'a>,
    ) -> Result<(), FaultKind> {
        let before = (found.blocks.len(), found.faults.len());
        let call = Call::read(fields, spot.is_call);
        for name in AROUND {
            let Some(inner) = fields.one(&[name])? else { continue };
            let is_call = spot.is_call || OF_CALLS.contains(&name);
            let is_arguments = call.is_some() && ARGS.contains(&name);
            let spot = Spot { is_call, is_arguments, ..spot.clone() };
            let is_patch = spot.tool.as_ref().is_some_and(|tool| tool.kind == Kind::Patch);
            match parse::<String>(inner.get()) {
                // The output of a tool is no call.
                Ok(_) if name == "output" => {}
                Ok(held) if is_patch && !held.trim_start().starts_with('{') => {
                    self.text(&held, &spot, found)?;
                }
                Ok(held) => self.value(&held, &spot, at, found),
                Err(_) if name == "files" && is_map_of_files(inner.get()) => {
                    return Err(Malformed::Call.into());
                }
                Err(_) => self.value(inner.get(), &spot, at, found),
            }
            // Of several answers to one question, one is meant.
            let are_several = || parse::<Vec<&RawValue>>(inner.get()).is_ok_and(|answers| answers.len() > 1);
            if ANSWERS.contains(&name) && (found.blocks.len(), found.faults.len()) != before && are_several()
            {
                return Err(Malformed::Field { name: name.into() }.into());
            }
        }
        let may_change = || match &call {
            Some(call) => call.may_change(),
            None => !spot.is_arguments && !says_view(fields) && asks(fields),
        };
        match (found.blocks.len(), found.faults.len()) == before {
            true if may_change() => Err(Malformed::Call.into()),
            true => Ok(()),
            false => {
                fields.one(&ARGS)?;
                self.rest(fields, &[&AROUND], Role::Around, before.0, spot, found)
            }
        }
    }

    /// Looks at the fields that are not among `known`, beside the edits from `first` on: an error names one that asks
    /// for something.
    fn rest(
        &self,
        fields: &Fields<'_>,
        known: &[&[&str]],
        role: Role,
        first: usize,
        spot: &Spot,
        found: &mut Reply<'a>,
    ) -> Result<(), FaultKind> {
        let known: Vec<&[&str]> = known.iter().copied().chain([&PATH_OF_EDIT[..], &TOOL]).collect();
        let own = spot.path.as_ref().map(|path| path.as_bstr());
        for field in unread(fields, &known, role, own, &found.blocks[first..]) {
            match field {
                Unread::Asks(name) => return Err(Malformed::Field { name: shown(name.as_bytes()) }.into()),
                Unread::Says(name) => found.unread.extend(Format::field().map(|format| {
                    let text = shown(name.as_bytes());
                    Surface { format, line: spot.line, text }
                })),
            }
        }
        Ok(())
    }

    /// An edit of text; `idle` are fields that say nothing here.
    fn edit(
        &self,
        fields: &Fields<'_>,
        idle: &[&str],
        spot: &Spot,
        found: &mut Reply<'a>,
    ) -> Result<(), FaultKind> {
        let (Some(old), Some(new)) = (fields.text(&OLD)?, fields.text(&NEW)?) else {
            let given = |(name, value): &(&str, &RawValue)| {
                (OLD.contains(name) || NEW.contains(name)) && value.get() != "null"
            };
            let alone = fields.all().find(given).map(|(name, _)| fault_of(name, ValueFault::Alone));
            return Err(alone.unwrap_or(Malformed::Call).into());
        };
        let extent = if fields.switch(&ALL)? == Some(true) { Extent::EveryText } else { Extent::Text };
        let role = Role::Edit { makes: old.is_empty(), takes: new.is_empty() };
        let known = [&OLD[..], &NEW, &ALL, &["command"], idle];
        self.rest(fields, &known, role, found.blocks.len(), spot, found)?;
        self.push(&old, &new, Hints { extent, ..Hints::default() }, spot, found)
    }

    /// A call of a tool that writes a whole file. A path and a text alone may be what another tool has read.
    fn whole(&self, fields: &Fields<'_>, spot: &Spot, found: &mut Reply<'a>) -> Result<(), FaultKind> {
        let extent = match spot.tool.as_ref().map(|tool| tool.kind) {
            Some(Kind::Write) => Extent::File { is_sure: true },
            Some(Kind::Create) => Extent::Text,
            _ => return Err(Malformed::Call.into()),
        };
        let new = fields.text(&WHOLE)?.filter(|_| !fields.has(&PARTS)).ok_or(Malformed::Call)?;
        self.rest(fields, &[&WHOLE], Role::MAKES, found.blocks.len(), spot, found)?;
        self.push("", &new, Hints { extent, ..Hints::default() }, spot, found)
    }

    /// A text that holds edits.
    fn text(&self, text: &str, spot: &Spot, found: &mut Reply<'a>) -> Result<(), FaultKind> {
        let place = inner::Place::Escaped { part: spot.span, line: spot.line };
        let path = spot.path.as_ref().or(self.options.path.as_ref());
        let read = inner::read(text.as_bytes(), path, self.options, place)?;
        found.blocks.extend(read.blocks);
        found.faults.extend(read.faults);
        Ok(())
    }

    /// A call of the editor tool.
    fn command(&self, fields: &Fields<'_>, spot: &Spot, found: &mut Reply<'a>) -> Result<(), FaultKind> {
        match fields.text(&["command"])?.as_deref() {
            Some("view") => Ok(()),
            Some("str_replace") => self.edit(fields, &idle(fields, &["old_str", "new_str"]), spot, found),
            Some("create") => {
                let new = fields.text(&["file_text"])?.ok_or(Malformed::Call)?;
                let known = [&["command", "file_text"], &idle(fields, &["file_text"])[..]];
                self.rest(fields, &known, Role::MAKES, found.blocks.len(), spot, found)?;
                self.push("", &new, Hints { extent: Extent::Text, ..Hints::default() }, spot, found)
            }
            Some("insert") => {
                let new = fields.text(&["insert_text", "new_str"])?.ok_or(Malformed::Call)?;
                let line = fields.one(&["insert_line"])?;
                let line = line.and_then(|line| parse(line.get()).ok());
                let extent = Extent::Below(line.ok_or(Malformed::Call)?);
                let own = ["insert_line", "insert_text", "new_str"];
                let known = [&["command"], &own[..], &idle(fields, &own)];
                let role = Role::Edit { makes: false, takes: false };
                self.rest(fields, &known, role, found.blocks.len(), spot, found)?;
                self.push("", &new, Hints { extent, ..Hints::default() }, spot, found)
            }
            _ => Err(Malformed::Call.into()),
        }
    }

    fn push(
        &self,
        old: &str,
        new: &str,
        hints: Hints<'a>,
        spot: &Spot,
        found: &mut Reply<'a>,
    ) -> Result<(), FaultKind> {
        let path =
            spot.path.as_ref().or(self.options.path.as_ref()).ok_or(FaultKind::NoPath { above: None })?;
        if !path.is_utf8() {
            return Err(FaultKind::BadPath { text: path.clone() });
        }
        let path = [PathCandidate::bare(path.clone())].into();
        let operation = Operation::Edit(texts::edit(old, new, hints, spot.line));
        found.blocks.push(Block::new(spot.line, spot.span, spot.span.start, path, operation));
        Ok(())
    }
}
