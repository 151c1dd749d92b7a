//! The edits that one object asks for.

use bstr::ByteSlice as _;
use serde_json_lenient::value::RawValue;

use super::{
    field_words::{is_remark, words},
    fields::{Fields, parse},
    parts::idle,
    spot::Spot,
    texts,
    tool::{Kind, TOOL},
    unread::{Role, Unread, unread},
};
use crate::core::reply::{
    call_fields::{NEW, OLD, PATH_OF_EDIT, WHOLE},
    edit::{Extent, Hints},
    format::inner,
    malformed::Malformed,
    rows::shown,
    types::{Block, FaultKind, Format, Operation, Options, PathCandidate, Reply, Surface},
};

/// Fields that say whether every place is meant.
const ALL: [&str; 5] = ["replace_all", "replaceAll", "all", "allow_multiple", "AllowMultiple"];
/// Fields that say how many places there are, all of which are meant.
const COUNT: [&str; 2] = ["expected_replacements", "expectedReplacements"];
/// Fields that make the text of a whole file a part of one.
const PARTS: [&str; 7] = ["append", "insert_line", "line", "mode", "offset", "position", "start_line"];

/// An object, and its place in the reply.
#[derive(Clone, Copy)]
pub(super) struct Object<'o> {
    pub(super) fields: &'o Fields<'o>,
    pub(super) spot: &'o Spot,
}

/// The edits found in objects so far.
pub(super) struct Found<'a, 'o> {
    options: &'o Options,
    /// Their blocks, faults, and fields that are not read.
    pub(super) reply: Reply<'a>,
}

impl<'a, 'o> Found<'a, 'o> {
    pub(super) fn new(options: &'o Options) -> Self {
        Self { options, reply: Reply::default() }
    }

    /// Reads a text that holds edits.
    pub(super) fn text(&mut self, text: &str, spot: &Spot) -> Result<(), FaultKind> {
        let place = inner::Place::Escaped { part: spot.span, line: spot.line };
        let path = spot.path.as_ref().or(self.options.path.as_ref());
        self.reply.add(inner::read(text.as_bytes(), path, self.options, place)?);
        Ok(())
    }

    /// Reads a command of the editor tool.
    pub(super) fn command(&mut self, object: Object<'_>) -> Result<(), FaultKind> {
        let fields = object.fields;
        match fields.text(&["command"])?.as_deref() {
            Some("view") => Ok(()),
            Some("str_replace") => self.edit(object, &idle(fields, &["old_str", "new_str"])),
            Some("create") => {
                let new = fields.text(&["file_text"])?.ok_or(Malformed::Call)?;
                let known = [&["command", "file_text"], &idle(fields, &["file_text"])[..]];
                self.made(object, &known, &new, Extent::Text)
            }
            Some("insert") => self.insert(object),
            _ => Err(Malformed::Call.into()),
        }
    }

    /// Reads a command that inserts text below a line.
    fn insert(&mut self, object: Object<'_>) -> Result<(), FaultKind> {
        let fields = object.fields;
        let new = fields.text(&["insert_text", "new_str"])?.ok_or(Malformed::Call)?;
        let line = fields.one(&["insert_line"])?;
        let line = line.and_then(|line| parse(line.get()).ok());
        let extent = Extent::Below(line.ok_or(Malformed::Call)?);
        let own = ["insert_line", "insert_text", "new_str"];
        let known = [&["command"], &own[..], &idle(fields, &own)];
        let role = Role::Edit { makes: false, takes: false };
        self.rest(object, &known, role, self.reply.blocks.len())?;
        self.push("", &new, extent, object.spot)
    }

    /// Reads a call of a tool that writes a whole file.
    pub(super) fn whole(&mut self, object: Object<'_>) -> Result<(), FaultKind> {
        let Object { fields, spot } = object;
        let extent = match spot.tool.as_ref().map(|tool| tool.kind) {
            Some(Kind::Write) => Extent::File { is_sure: true },
            Some(Kind::Create) => Extent::Text,
            _ => return Err(Malformed::Call.into()),
        };
        let new = fields.text(&WHOLE)?.filter(|_| !fields.has(&PARTS)).ok_or(Malformed::Call)?;
        self.made(object, &[&WHOLE], &new, extent)
    }

    /// Adds a text that is all of a file.
    fn made(
        &mut self,
        object: Object<'_>,
        known: &[&[&str]],
        new: &str,
        extent: Extent,
    ) -> Result<(), FaultKind> {
        self.rest(object, known, Role::MAKES, self.reply.blocks.len())?;
        self.push("", new, extent, object.spot)
    }

    /// Reads an old text and a new one; `idle` are fields that say nothing here.
    pub(super) fn edit(&mut self, object: Object<'_>, idle: &[&str]) -> Result<(), FaultKind> {
        let fields = object.fields;
        let (Some(old), Some(new)) = (fields.text(&OLD)?, fields.text(&NEW)?) else {
            return Err(alone(fields).unwrap_or(Malformed::Call).into());
        };
        let extent = match (fields.switch(&ALL)?, fields.number(&COUNT)?) {
            (Some(true), _) => Extent::EveryText,
            (_, Some(count)) if count > 1 => Extent::Texts(count),
            _ => Extent::Text,
        };
        let role = Role::Edit { makes: old.is_empty(), takes: new.is_empty() };
        let known = [&OLD[..], &NEW, &ALL, &COUNT, &["command"], idle];
        self.rest(object, &known, role, self.reply.blocks.len())?;
        self.push(&old, &new, extent, object.spot)
    }

    /// Looks at the fields that are not among `known`, beside the edits from the block `first` on: an error names one
    /// that asks for something.
    pub(super) fn rest(
        &mut self,
        object: Object<'_>,
        known: &[&[&str]],
        role: Role,
        first: usize,
    ) -> Result<(), FaultKind> {
        let Object { fields, spot } = object;
        let known: Vec<&[&str]> = known.iter().copied().chain([&PATH_OF_EDIT[..], &TOOL]).collect();
        let own = spot.path.as_ref().map(|path| path.as_bstr());
        for field in unread(fields, &known, role, own, &self.reply.blocks[first..]) {
            match field {
                Unread::Asks(name) => return Err(Malformed::Field { name: shown(name.as_bytes()) }.into()),
                Unread::Says(name) => self.reply.unread.extend(Format::field().map(|format| {
                    let text = shown(name.as_bytes());
                    Surface { format, line: spot.line, text }
                })),
            }
        }
        Ok(())
    }

    /// Adds the edit that puts a new text in the place of an old one.
    fn push(&mut self, old: &str, new: &str, extent: Extent, spot: &Spot) -> Result<(), FaultKind> {
        let path = spot.path.as_ref().or(self.options.path.as_ref()).ok_or(FaultKind::NoPathOfCall)?;
        if !path.is_utf8() {
            return Err(FaultKind::BadPath { text: path.clone() });
        }
        let path = [PathCandidate::bare(path.clone())].into();
        let hints = Hints { extent, ..Hints::default() };
        let operation = Operation::Edit(texts::edit(old, new, hints, spot.line));
        self.reply.blocks.push(Block::new(spot.line, spot.span, spot.span.start, path, operation));
        Ok(())
    }
}

/// The fault of an object that has the old or the new text of an edit, and not the other one.
fn alone(fields: &Fields<'_>) -> Option<Malformed> {
    let is_read =
        |name: &str| [&OLD[..], &NEW, &PATH_OF_EDIT, &TOOL].iter().any(|names| names.contains(&name));
    let may_be_text = |(name, value): &(&str, &RawValue)| {
        !is_read(name) && !is_remark(&words(name)) && parse::<String>(value.get()).is_ok()
    };
    let mut given = fields.all().filter(|(_, value)| value.get() != "null");
    let (name, _) = given.find(|(name, _)| OLD.contains(name) || NEW.contains(name))?;
    let beside = fields.all().find(may_be_text);
    let shown = |name: &str| shown(name.as_bytes());
    Some(Malformed::Alone { name: shown(name), beside: beside.map(|(name, _)| shown(name)) })
}
