//! The tool that a call is for, and whether it may change files.

use bstr::BString;
use serde_json_lenient::value::RawValue;

use super::{
    field_words::{begins, has, words},
    fields::{Fields, parse},
};
use crate::core::reply::{malformed::Malformed, names, rows::shown, types::FaultKind};

/// Fields with the arguments of a tool.
pub(super) const ARGS: [&str; 4] = ["args", "arguments", "input", "parameters"];
/// Fields with the name of a tool.
pub(super) const TOOL: [&str; 4] = ["name", "tool", "toolName", "tool_name"];

/// Fields whose value is a call.
const HOLDERS: [&str; 6] = ["function", "functionCall", "function_call", "toolCall", "tool_call", "toolUse"];

/// Beginnings of words in the names of tools that change files.
const CHANGES: [&str; 41] = [
    "append", "appl", "chang", "chmod", "commit", "copy", "creat", "delet", "download", "edit", "execut",
    "export", "fix", "format", "generat", "insert", "install", "make", "merg", "mkdir", "modif", "mov",
    "overwrit", "patch", "prepend", "push", "refactor", "remov", "renam", "replac", "reset", "restor",
    "revert", "sav", "stag", "touch", "undo", "unzip", "updat", "upload", "writ",
];

/// Such words as a whole.
const WORDS: [&str; 11] = ["add", "cp", "do", "exec", "ln", "mv", "new", "put", "rm", "run", "set"];

/// Words in the names of tools that keep the notes of a model.
const NOTES: [&str; 9] =
    ["plan", "plans", "think", "thinking", "thought", "thoughts", "todo", "todos", "reasoning"];

/// Words in the names of tools that only look, ask or say.
const LOOKS: [&str; 58] = [
    "analyze", "answer", "ask", "attempt", "blame", "browse", "cat", "check", "completion", "count",
    "definition", "describe", "diagnostics", "diff", "errors", "explain", "explore", "fetch", "find",
    "finish", "get", "glob", "grep", "head", "help", "image", "images", "info", "inspect", "list", "log",
    "lookup", "ls", "message", "navigate", "notify", "open", "output", "preview", "problems", "query",
    "question", "read", "references", "request", "search", "show", "skill", "sleep", "status", "symbols",
    "tail", "tree", "usages", "verify", "view", "wait", "web",
];

/// Words in the names of fields with a file or a command.
const TARGETS: [&str; 13] = [
    "cmd", "code", "command", "commands", "dir", "directory", "file", "filename", "files", "filepath",
    "path", "paths", "script",
];

/// The kind of a tool, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It writes a whole file.
    Write,
    /// It makes a file.
    Create,
    /// It is given a patch.
    Patch,
    Other,
}

/// A tool that is called.
#[derive(Clone, Debug)]
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) kind: Kind,
}

impl Tool {
    /// The tool of this name, which may begin with that of a server: `mcp__files__write_file`.
    pub(super) fn of(name: &str) -> Self {
        let plain = own_name(name).to_ascii_lowercase().replace(['_', '-'], "");
        let kind = match plain.as_str() {
            "savefile" | "write" | "writefile" | "writetofile" => Kind::Write,
            "createfile" => Kind::Create,
            "applypatch" => Kind::Patch,
            _ => Kind::Other,
        };
        Self { name: name.to_owned(), kind }
    }

    /// The tool that an object names.
    pub(super) fn named(fields: &Fields<'_>) -> Option<Self> {
        let name = fields.one(&TOOL).ok().flatten()?;
        parse::<String>(name.get()).ok().map(|name| Self::of(&name))
    }

    /// The fault with its name, where that only says that a call is not understood.
    pub(super) fn names(&self, kind: FaultKind) -> FaultKind {
        match kind {
            FaultKind::Malformed(Malformed::Call) => Malformed::Tool { name: self.shown() }.into(),
            kind => kind,
        }
    }

    fn shown(&self) -> BString {
        shown(self.name.as_bytes())
    }

    /// Returns whether it may change a file; unless the call is `sure` to be one, only its name and the fields with its
    /// arguments tell that.
    pub(super) fn may_change(&self, arguments: &Fields<'_>, sure: bool) -> bool {
        let words = words(own_name(&self.name));
        let has = |all: &[&str]| has(&words, all);
        // Claude keeps its plans with `TaskCreate` and the like; `Task` has another agent work.
        let is_task = words.len() > 1 && words[0] == "task";
        if !sure && !names_target(arguments) {
            return false;
        }
        if says_view(arguments) || (has(&NOTES) || is_task) && !has(&["apply", "execute", "run"]) {
            return false;
        }
        has(&WORDS) || begins(&words, &CHANGES) || !has(&LOOKS)
    }
}

/// A call with its arguments.
pub(super) struct Call {
    pub(super) tool: Tool,
    /// The arguments, as JSON.
    arguments: String,
    /// True if it can be nothing else.
    sure: bool,
}

impl Call {
    /// The call that an object is, where what is around it says that it is one or not.
    pub(super) fn read(fields: &Fields<'_>, sure: bool) -> Option<Self> {
        let name =
            || fields.one(&["action"]).ok().flatten().and_then(|name| parse::<String>(name.get()).ok());
        let tool = Tool::named(fields).or_else(|| name().map(|name| Tool::of(&name)))?;
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:/".contains(&byte);
        let (field, value) =
            fields.all().find(|(name, value)| ARGS.contains(name) && value.get() != "null")?;
        let arguments = parse::<String>(value.get()).unwrap_or_else(|_| value.get().to_owned());
        let says_call = |text: String| text.contains("tool") || text.contains("function");
        let sure =
            sure || field == "arguments" || fields.text(&["type"]).ok().flatten().is_some_and(says_call);
        let is_schema =
            || parse::<Fields<'_>>(&arguments).is_ok_and(|fields| fields.has(&["properties", "$schema"]));
        let is_call = !tool.name.is_empty() && tool.name.bytes().all(is_name) && !is_schema();
        let has_arguments = parse::<Fields<'_>>(&arguments).is_ok() || sure && value.get().starts_with('"');
        (is_call && has_arguments).then_some(Self { tool, arguments, sure })
    }

    /// Returns whether it may change a file.
    pub(super) fn may_change(&self) -> bool {
        let arguments = parse::<Fields<'_>>(&self.arguments).or_else(|_| parse("{}"));
        arguments.is_ok_and(|arguments| self.tool.may_change(&arguments, self.sure))
    }
}

/// The name of a tool without that of its server.
fn own_name(name: &str) -> &str {
    let name = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
    name.rsplit("__").next().unwrap_or(name)
}

/// Returns whether arguments name a file or a command.
fn names_target(arguments: &Fields<'_>) -> bool {
    arguments.all().any(|(name, value)| {
        let is_target = has(&words(name), &TARGETS);
        let is_path =
            |text: String| !text.contains(char::is_whitespace) && names::is_likely_path(text.as_bytes());
        is_target || parse::<String>(value.get()).is_ok_and(is_path)
    })
}

/// Returns whether an object is a call that changes no file, or has one for its only one.
pub(super) fn looks(fields: &Fields<'_>) -> bool {
    let inner = fields.one(&HOLDERS).ok().flatten().and_then(|inner| parse::<Fields<'_>>(inner.get()).ok());
    let call = Call::read(inner.as_ref().unwrap_or(fields), inner.is_some());
    says_view(fields) || call.is_some_and(|call| !call.may_change())
}

/// Returns whether the command of the editor tool only looks.
pub(super) fn says_view(fields: &Fields<'_>) -> bool {
    fields.text(&["command"]).ok().flatten().as_deref() == Some("view")
}

/// The patch of the command `["apply_patch", patch]`, or the script with one of `["bash", "-lc", script]`: none where
/// the script does anything besides.
pub(super) fn of_shell(command: &RawValue) -> Option<String> {
    let mut words: Vec<String> = match parse(command.get()) {
        Ok(words) => words,
        Err(_) => vec!["-c".to_owned(), parse(command.get()).ok()?],
    };
    let text = words.pop()?;
    let gives = match words.last()?.as_str() {
        "apply_patch" | "applypatch" => words.len() == 1,
        flag => flag.starts_with('-') && flag.ends_with('c') && only_patches(&text),
    };
    gives.then_some(text)
}

/// Returns whether a script gives a patch to `apply_patch`, perhaps in another folder, and does nothing else.
fn only_patches(script: &str) -> bool {
    const NAMES: [&str; 2] = ["apply_patch", "applypatch"];
    const END: &str = "*** End Patch";
    let (Some(begin), Some(end)) = (script.find("*** Begin Patch"), script.rfind(END)) else {
        return NAMES.iter().any(|name| script.contains(name));
    };
    let (above, mut below) = (&script[..begin], script[end + END.len()..].split_whitespace());
    let is_known = |command: &str| NAMES.iter().chain(&["cd "]).any(|name| command.trim().starts_with(name));
    let mut commands = above.split(['\n', ';']).flat_map(|line| line.split("&&"));
    let is_mark = |word: &str| word.chars().all(|sign| sign.is_alphanumeric() || "_\"')".contains(sign));
    commands.all(|command| command.trim().is_empty() || is_known(command))
        && below.next().is_none_or(|word| is_mark(word) && (above.contains("<<") || word.len() == 1))
        && below.next().is_none_or(|word| word.len() == 1 && is_mark(word))
        && below.next().is_none()
}
