//! Schema of a tier.

use schemars::{Schema, SchemaGenerator, json_schema};

use crate::core::locate::Tier;

/// The tiers that there are.
pub(in crate::cli::report) fn tier(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<Option<&str>> = Tier::all().iter().map(|tier| Some(tier.name())).chain([None]).collect();
    json_schema!({ "enum": names })
}
