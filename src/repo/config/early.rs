//! Configuration where a command opens no repository, or fails to.

use std::path::Path;

use bstr::{BStr, BString, ByteSlice as _};
use gix::config::{Boolean, File};

use super::{Color, Config, settings::COLOR};
use crate::repo::{
    environment,
    open::{OpenError, Repo},
};

const ADVICE: &str = "GIT_ADVICE";

/// `color.sr` and `color.ui`, if set, for a command in this folder: those of its repository, else those of the
/// user. A value that is no colour does not count.
pub fn colors_at(start: &Path) -> [Option<Color>; 2] {
    let keys = ["color.sr", "color.ui"];
    if let Ok(repo) = Repo::open(start) {
        return keys.map(|key| Config::new(&repo).color(key).ok().flatten());
    }
    let files = [File::from_globals(), File::from_environment_overrides()];
    let typed = environment::overrides().unwrap_or_default();
    keys.map(|key| {
        let files = files.iter().rev().filter_map(|file| file.as_ref().ok());
        let written = files.filter_map(|file| file.raw_value(key).ok()).next();
        color(overridden(&typed, key).or(written)?.as_bstr())
    })
}

/// Value of a key in what `git -c` hands on; a key alone is true.
fn overridden(typed: &[BString], key: &str) -> Option<BString> {
    let mut values = typed.iter().filter_map(|entry| {
        let (name, value) = entry.split_once_str("=").unwrap_or((entry, b"true"));
        name.eq_ignore_ascii_case(key.as_bytes()).then(|| value.into())
    });
    values.next_back()
}

fn color(value: &BStr) -> Option<Color> {
    let known = COLOR.iter().find(|(word, _)| value.eq_ignore_ascii_case(word.as_bytes()));
    let of_boolean = |is_on: Boolean| if is_on.is_true() { Color::Auto } else { Color::Never };
    known.map(|(_, color)| *color).or_else(|| Boolean::try_from(value).ok().map(of_boolean))
}

/// Returns whether hints are wanted, by `GIT_ADVICE`, which git reads as a boolean (git(1)).
///
/// # Errors
///
/// If it is set to anything else.
pub fn wants_advice() -> Result<bool, OpenError> {
    let Some(value) = std::env::var_os(ADVICE) else { return Ok(true) };
    let is_on = Boolean::try_from(BStr::new(value.as_encoded_bytes()));
    is_on.map(Boolean::is_true).map_err(|_| OpenError::Environment { name: ADVICE })
}
