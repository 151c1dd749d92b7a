//! Output of commands, compared with the stored one.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::Output;
use std::sync::LazyLock;

use bstr::ByteSlice as _;

use super::Result;

/// Output and exit codes of the commands of a scenario.
pub(crate) struct Outputs {
    /// True if each command is named above its output.
    named: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    exit: Vec<u8>,
    /// Output of failed applies with `--json`, and with `--feedback`.
    json: Vec<u8>,
    feedback: Vec<u8>,
}

impl Outputs {
    pub(crate) fn new(named: bool) -> Self {
        Self {
            named,
            stdout: Vec::new(),
            stderr: Vec::new(),
            exit: Vec::new(),
            json: Vec::new(),
            feedback: Vec::new(),
        }
    }

    /// Adds those of one command.
    pub(crate) fn add(&mut self, line: &str, output: &Output, root: &Path) {
        for (all, text) in [(&mut self.stdout, &output.stdout), (&mut self.stderr, &output.stderr)] {
            if self.named {
                all.extend(format!("$ {line}\n").bytes());
            }
            all.extend(timeless(&text.replace(root.as_os_str().as_bytes(), "[ROOT]")));
        }
        let code = output.status.code().map_or_else(|| "a signal".to_owned(), |code| code.to_string());
        self.exit.extend(format!("{code}\n").bytes());
    }

    /// Adds what a command that failed prints with `--json` and with `--feedback`.
    pub(crate) fn add_failure(&mut self, json: &[u8], feedback: &[u8], root: &Path) {
        for (all, text) in [(&mut self.json, json), (&mut self.feedback, feedback)] {
            all.extend(text.replace(root.as_os_str().as_bytes(), "[ROOT]"));
        }
    }

    /// Compares them with the files of a scenario, or renews these.
    pub(crate) fn compare(&self, folder: &Path) -> Result {
        let files = [
            ("stderr", &self.stderr),
            ("stdout", &self.stdout),
            ("exit", &self.exit),
            ("json", &self.json),
            ("feedback", &self.feedback),
        ];
        for (name, now) in files {
            let path = folder.join(name);
            let stored = if path.exists() { std::fs::read(&path)? } else { Vec::new() };
            if stored == *now {
                continue;
            }
            if !overwrite() {
                return Err(format!("{name} differs:\n{}", difference(&stored, now)).into());
            }
            if now.is_empty() { std::fs::remove_file(path)? } else { std::fs::write(path, now)? }
        }
        Ok(())
    }
}

/// The classes of all failures of a scenario, as the JSON output names them.
#[derive(Default)]
pub(crate) struct Classes(BTreeSet<String>);

impl Classes {
    /// Adds those of the last object.
    pub(crate) fn add(&mut self, json: &[u8]) {
        let objects = serde_json::Deserializer::from_slice(json).into_iter::<serde_json::Value>();
        let Some(Ok(object)) = objects.last() else { return };
        let below = |name: &str| object[name].as_array().cloned().unwrap_or_default();
        let all = [vec![object.clone()], below("blocks"), below("faults")].concat();
        self.0.extend(all.iter().filter_map(|part| part["class"].as_str().map(str::to_owned)));
    }

    /// Compares them with those that `about.txt` names, or renews its line.
    pub(crate) fn compare(&self, about: &Path) -> Result {
        let text = std::fs::read_to_string(about)?;
        let named = named(&text);
        if named == self.0 {
            return Ok(());
        }
        if !overwrite() {
            return Err(format!("the classes are {:?}, and about.txt names {named:?}", self.0).into());
        }
        let kept = text.lines().filter(|line| !line.starts_with("class: ")).map(|line| format!("{line}\n"));
        let classes: Vec<&str> = self.0.iter().map(String::as_str).collect();
        let line =
            if classes.is_empty() { String::new() } else { format!("class: {}\n", classes.join(", ")) };
        Ok(std::fs::write(about, kept.chain([line]).collect::<String>())?)
    }
}

/// Checks the objects that `--json` prints against the committed schema.
pub(crate) fn valid(json: &[u8]) -> Result {
    static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
        let schema = include_str!("../../schema/git-sr.schema.json");
        jsonschema::validator_for(&serde_json::from_str(schema).expect("JSON")).expect("a schema")
    });
    for object in serde_json::Deserializer::from_slice(json).into_iter::<serde_json::Value>() {
        SCHEMA.validate(&object?).map_err(|error| format!("not as the schema says: {error}"))?;
    }
    Ok(())
}

/// Without the times that a log tells, which differ from run to run.
fn timeless(text: &[u8]) -> Vec<u8> {
    let line = |line: &[u8]| {
        let known = [
            (&b"time:   "[..], "[TIME]\n"),
            (b"  \"time\": ", "[TIME],\n"),
            (b"      \"time\": ", "[TIME],\n"),
        ];
        let found = known.iter().find(|(start, _)| line.starts_with(start));
        found.map_or_else(|| line.to_vec(), |(start, rest)| [start, rest.as_bytes()].concat())
    };
    text.lines_with_terminator().flat_map(line).collect()
}

fn named(about: &str) -> BTreeSet<String> {
    let lines = about.lines().filter_map(|line| line.strip_prefix("class: "));
    lines.flat_map(|line| line.split(", ")).map(str::to_owned).collect()
}

fn overwrite() -> bool {
    std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite")
}

fn difference(stored: &[u8], now: &[u8]) -> String {
    let (stored, now) = (stored.to_str_lossy(), now.to_str_lossy());
    similar::TextDiff::from_lines(&*stored, &*now).unified_diff().header("stored", "now").to_string()
}
