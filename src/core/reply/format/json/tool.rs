//! The tool that a call is for.

use serde_json_lenient::value::RawValue;

use super::fields::{Fields, parse};

/// Fields with the arguments of a tool.
pub(super) const ARGS: [&str; 4] = ["args", "arguments", "input", "parameters"];

/// The kind of a tool, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// It writes a whole file.
    Write,
    /// It makes a file.
    Create,
    /// It is given a patch.
    Patch,
    Other,
}

impl Tool {
    /// The tool of this name, which may begin with that of a server: `mcp__files__write_file`.
    pub(super) fn of(name: &str) -> Self {
        let name = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
        let name = name.rsplit("__").next().unwrap_or(name);
        match name.to_ascii_lowercase().as_str() {
            "save_file" | "write" | "write_file" | "write_to_file" => Self::Write,
            "create_file" => Self::Create,
            "apply_patch" => Self::Patch,
            _ => Self::Other,
        }
    }
}

/// The patch of the command `["apply_patch", patch]`, or the script with one of `["bash", "-lc", script]`.
pub(super) fn of_shell(command: &RawValue) -> Option<String> {
    let mut words: Vec<String> = match parse(command.get()) {
        Ok(words) => words,
        Err(_) => vec!["-c".to_owned(), parse(command.get()).ok()?],
    };
    let text = words.pop()?;
    let gives = match words.last()?.as_str() {
        "apply_patch" | "applypatch" => words.len() == 1,
        flag => {
            flag.starts_with('-')
                && flag.ends_with('c')
                && ["apply_patch", "applypatch"].iter().any(|word| text.contains(word))
        }
    };
    gives.then_some(text)
}

/// Returns whether a call only looks.
pub(super) fn is_view(fields: &Fields<'_>) -> bool {
    let inner = ARGS.iter().find_map(|name| fields.one(&[name]).ok().flatten());
    let held = inner.map(|inner| parse::<String>(inner.get()).unwrap_or_else(|_| inner.get().to_owned()));
    let inner = held.as_deref().and_then(|held| parse::<Fields<'_>>(held).ok());
    inner.is_some_and(|fields| says_view(&fields))
}

/// Returns whether the command of the editor tool only looks.
pub(super) fn says_view(fields: &Fields<'_>) -> bool {
    fields.text(&["command"]).ok().flatten().as_deref() == Some("view")
}
