//! The schema of all that `--json` prints.

use schemars::{JsonSchema, Schema, generate::SchemaSettings, transform::RecursiveTransform};
use serde::Serialize;

use super::{
    batches::{LogJson, One, RecordsJson},
    check::Checked,
    config::ConfigJson,
    encode::EncodedJson,
    hook::Hooked,
    json::{BatchJson, FatalJson, ParseJson, Verdicts},
    recover::RecoveryJson,
    stats::StatsJson,
    stream::StreamedJson,
};

/// Output of `git sr` with `--json`: one object on standard output; with `git sr apply --stream`, one on each
/// line.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "git sr")]
#[expect(dead_code, reason = "it only names what the schema holds")]
enum JsonOutput<'a> {
    Batch(BatchJson<'a>),
    Streamed(StreamedJson),
    Parsed(ParseJson),
    Encoded(EncodedJson),
    Verdicts(Verdicts),
    Checked(Checked),
    Configuration(ConfigJson),
    Hooked(Hooked),
    Recovery(RecoveryJson),
    Log(LogJson<'a>),
    Shown(One<'a>),
    Records(RecordsJson),
    Stats(StatsJson),
    Fatal(FatalJson<'a>),
}

/// The JSON Schema of everything that `--json` prints.
pub(in crate::cli) fn schema() -> Schema {
    let settings =
        SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(unwrapped));
    settings.into_generator().into_root_schema_for::<JsonOutput<'_>>()
}

/// Joins the lines of a description, which are those of the comment that it is made of.
fn unwrapped(schema: &mut Schema) {
    if let Some(serde_json::Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}
