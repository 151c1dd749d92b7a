//! The tools: what each takes, what it gives, and the command that it is.

use std::sync::Arc;

use rmcp::{
    ErrorData,
    model::{JsonObject, Tool, ToolAnnotations},
};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::cli::report::{
    batches::{LogJson, One},
    check::Checked,
    json::{BatchJson, FatalJson},
};

/// Arguments of `apply`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ApplyArguments {
    /// SEARCH/REPLACE blocks, with prose around them if there is any. A block is a path on a line of its own,
    /// then `<<<<<<< SEARCH`, the lines to find, `=======`, the lines in their place, `>>>>>>> REPLACE`.
    reply: String,
    /// Write nothing: say what would become of the blocks, and give the diff.
    #[serde(default)]
    dry_run: bool,
    /// Finish the batch that was refused last: the reply has the corrected blocks alone.
    #[serde(default)]
    r#continue: bool,
    /// Stage the changes too.
    #[serde(default)]
    index: bool,
}

/// Arguments of `check`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckArguments {
    /// Say whether these blocks would apply; without them, examine what is staged for what a commit should not
    /// bring in.
    #[serde(default)]
    reply: Option<String>,
}

/// Arguments of `undo`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UndoArguments {
    /// The number of the batch to take back; the last one if none is given.
    #[serde(default)]
    batch: Option<u64>,
    /// Write nothing: say what would be taken back, and give the diff.
    #[serde(default)]
    dry_run: bool,
}

/// Arguments of `log`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LogArguments {
    /// The most batches to list.
    #[serde(default)]
    count: Option<usize>,
}

/// Arguments of `show`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ShowArguments {
    /// The number of the batch; the last one if none is given.
    #[serde(default)]
    batch: Option<u64>,
}

/// Output of a tool: that of its command, or the error that ended it.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only names what the schema holds")]
enum OrFatal<'a, T> {
    Done(T),
    Fatal(FatalJson<'a>),
}

/// Output of `check`, of replies and of what is staged.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only names what the schema holds")]
enum CheckOutput<'a> {
    Reply(Box<BatchJson<'a>>),
    Staged(Checked),
}

/// A command to run for a call.
pub(super) struct Call {
    /// Its words, without `--json`.
    pub(super) words: Vec<String>,
    /// Its standard input.
    pub(super) input: String,
}

/// All tools.
pub(super) fn all() -> Vec<Tool> {
    let only_looks = || ToolAnnotations::new().read_only(true);
    let writes = |destroys| ToolAnnotations::new().read_only(false).destructive(destroys);
    vec![
        tool::<ApplyArguments, BatchJson<'_>>(
            "apply",
            "Apply SEARCH/REPLACE blocks to the files of the work tree. All blocks are checked before anything is \
             written; one that fails refuses all, and the text says how to correct it.",
            writes(true),
        ),
        tool::<CheckArguments, CheckOutput<'_>>(
            "check",
            "Say whether blocks would apply, or examine what is staged.",
            only_looks(),
        ),
        tool::<UndoArguments, BatchJson<'_>>(
            "undo",
            "Take a batch back. Edits made since are kept; where that is not possible, nothing is written.",
            writes(true),
        ),
        tool::<LogArguments, LogJson<'_>>("log", "List the batches, the newest first.", only_looks()),
        tool::<ShowArguments, One<'_>>("show", "Show the blocks of a batch and its diff.", only_looks()),
    ]
}

fn tool<Arguments: JsonSchema, Output: JsonSchema>(
    name: &'static str,
    description: &'static str,
    annotations: ToolAnnotations,
) -> Tool {
    Tool::new(name, description, schema::<Arguments>(false))
        .with_raw_output_schema(schema::<OrFatal<'_, Output>>(true))
        .with_annotations(annotations)
}

/// The schema of an object.
fn schema<T: JsonSchema>(is_output: bool) -> Arc<JsonObject> {
    let settings = SchemaSettings::draft2020_12();
    let settings = if is_output { settings.for_serialize() } else { settings };
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // MCP asks for it at the root, also where there are several kinds of objects.
    schema.insert("type".to_owned(), Value::String("object".to_owned()));
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}

/// The command that a call is. `client` is the name of the program that calls.
pub(super) fn call(name: &str, arguments: JsonObject, client: Option<String>) -> Result<Call, ErrorData> {
    let (words, input) = match name {
        "apply" => {
            let arguments: ApplyArguments = read(arguments)?;
            let client = client.filter(|name| !name.is_empty()).unwrap_or_else(|| "mcp".to_owned());
            let options = [
                ("--dry-run", arguments.dry_run),
                ("--continue", arguments.r#continue),
                ("--index", arguments.index),
            ];
            let options =
                options.into_iter().filter(|(_, is_on)| *is_on).map(|(option, _)| option.to_owned());
            let words = ["apply".to_owned(), "--feedback".to_owned(), format!("--source={client}")];
            (words.into_iter().chain(options).chain(["-".to_owned()]).collect(), arguments.reply)
        }
        "check" => match read::<CheckArguments>(arguments)?.reply {
            Some(reply) => (vec!["check".to_owned(), "-".to_owned()], reply),
            None => (vec!["check".to_owned()], String::new()),
        },
        "undo" => {
            let arguments: UndoArguments = read(arguments)?;
            let option = Some("--dry-run".to_owned()).filter(|_| arguments.dry_run);
            (with("undo", option.into_iter().chain(number(arguments.batch))), String::new())
        }
        "log" => {
            let count = read::<LogArguments>(arguments)?.count;
            (with("log", count.map(|count| format!("-n{count}"))), String::new())
        }
        "show" => (with("show", number(read::<ShowArguments>(arguments)?.batch)), String::new()),
        _ => return Err(ErrorData::invalid_params(format!("there is no tool '{name}'"), None)),
    };
    Ok(Call { words, input })
}

fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, ErrorData> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| ErrorData::invalid_params(error.to_string(), None))
}

fn with(verb: &str, words: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(verb.to_owned()).chain(words).collect()
}

fn number(batch: Option<u64>) -> Option<String> {
    batch.map(|batch| batch.to_string())
}
