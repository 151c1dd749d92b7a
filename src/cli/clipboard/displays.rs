//! The variables that name a desktop.

use super::error::ClipboardError;

#[cfg(not(feature = "clipboard-wayland"))]
const VARIABLES: (&[&str], &str) = (&["DISPLAY"], "DISPLAY is");
#[cfg(feature = "clipboard-wayland")]
const VARIABLES: (&[&str], &str) = (&["DISPLAY", "WAYLAND_DISPLAY"], "DISPLAY and WAYLAND_DISPLAY are");

/// Refuses where no desktop is named: connecting to none fails in other words.
pub(super) fn check() -> Result<(), ClipboardError> {
    let (names, none) = VARIABLES;
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if names.iter().any(is_set) { Ok(()) } else { Err(ClipboardError::NoDesktop(none)) }
}
