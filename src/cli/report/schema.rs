//! The schema of all that `--json` prints.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::Serialize;

use super::{
    batches::{LogJson, One, RecordsJson},
    check::Checked,
    hook::Hooked,
    json::{BatchJson, FatalJson, ParseJson, Verdicts},
    recover::RecoveryJson,
};

/// Output of `git sr` with `--json`: one object on standard output.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "git sr")]
#[expect(dead_code, reason = "it only names what the schema holds")]
enum JsonOutput<'a> {
    Batch(BatchJson<'a>),
    Parsed(ParseJson),
    Verdicts(Verdicts),
    Checked(Checked),
    Hooked(Hooked),
    Recovery(RecoveryJson),
    Log(LogJson<'a>),
    Shown(One<'a>),
    Records(RecordsJson),
    Fatal(FatalJson<'a>),
}

/// The JSON Schema of everything that `--json` prints.
pub(in crate::cli) fn schema() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<JsonOutput<'_>>()
}
