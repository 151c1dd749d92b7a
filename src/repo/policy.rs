//! Reads the rules of the policy from their sources.

use bstr::ByteSlice as _;

use super::{
    config::{ConfigEntry, ConfigScope, Flag, Settings},
    worktree::{ReadError, WorkTree},
};
use crate::core::{
    guard::{Origin, Policy, PolicyError, Rules},
    path::{PathError, RepoPath},
};

/// The committed file that can only block.
pub const BLOCK_FILE: &str = ".gitsr-block";

/// Reasons why the rules are not known. Then nothing is written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A rule is none.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// `.gitsr-block` cannot be read.
    #[error("cannot read '{BLOCK_FILE}'")]
    Read(#[from] ReadError),
    /// Never: the name is a good path.
    #[error(transparent)]
    Path(#[from] PathError),
}

/// The policy by the rules of the configuration and of `.gitsr-block`.
///
/// # Errors
///
/// When a rule is none or the file cannot be read.
pub fn read(settings: &Settings, tree: &WorkTree) -> Result<Policy, RulesError> {
    let mut rules = Rules::default();
    add(&mut rules, settings, tree)?;
    Ok(Policy::new(rules)?)
}

/// Adds the rules of the configuration and of `.gitsr-block` to those of the command line.
///
/// # Errors
///
/// When a rule is none or the file cannot be read.
pub fn add(rules: &mut Rules, settings: &Settings, tree: &WorkTree) -> Result<(), RulesError> {
    const MAX_BYTES: u64 = 1 << 20;
    add_configured(rules, settings)?;
    match tree.read(&RepoPath::new(BLOCK_FILE.as_bytes())?, MAX_BYTES) {
        Ok(source) => Ok(rules.block_file(&source.bytes)?),
        Err(ReadError::Absent) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Adds the rules of a `.gitsr-block` that was committed before. A line there that is no rule is passed over:
/// it must not stop the commit that mends it.
pub fn add_earlier(rules: &mut Rules, text: &[u8]) {
    for (number, line) in text.lines().enumerate() {
        let mut alone = Rules::default();
        let read = alone.block_file(line).map(|()| Policy::new(alone));
        let line = line.trim();
        if matches!(read, Ok(Ok(_))) && !line.is_empty() && !line.starts_with(b"#") {
            let _ = rules.block(line, Origin::BlockFile { line: number + 1 });
        }
    }
}

/// Adds the rules of the configuration alone.
///
/// # Errors
///
/// When a rule is none.
pub fn add_configured(rules: &mut Rules, settings: &Settings) -> Result<(), PolicyError> {
    // Their bytes are recorded outside of the object database.
    rules.secrets_can_be_lifted = true;
    for steering in &settings.steering {
        rules.steer(&steering.path, origin(&steering.entry));
    }
    for entry in &settings.allow {
        rules.allow(&entry.value, origin(entry))?;
    }
    for entry in &settings.block {
        rules.block(&entry.value, origin(entry))?;
    }
    if settings.flag == Flag::Refuse {
        rules.strict.get_or_insert(Origin::Config { source: "sr.flag".into() });
    }
    Ok(())
}

fn origin(entry: &ConfigEntry) -> Origin {
    let scope = match entry.origin.scope {
        ConfigScope::System => "system",
        ConfigScope::Global => "global",
        ConfigScope::Local => "local",
        ConfigScope::Worktree => "worktree",
        ConfigScope::Command => "command line",
    };
    let source = match &entry.origin.path {
        Some(path) => format!("{} ({scope} configuration, {})", entry.key, path.display()),
        None => format!("{} ({scope} configuration)", entry.key),
    };
    Origin::Config { source: source.into() }
}
