//! The clipboard of the desktop.

use arboard::{Clipboard, Error};

use super::error::ClipboardError;

pub(super) fn read() -> Result<String, ClipboardError> {
    #[cfg(not(target_os = "macos"))]
    super::displays::check()?;
    Ok(Clipboard::new()?.get_text()?)
}

#[cfg(target_os = "macos")]
pub(super) fn copy(text: &str) -> Result<(), ClipboardError> {
    Ok(Clipboard::new()?.set_text(text)?)
}

#[cfg(not(target_os = "macos"))]
pub(super) use super::holder::copy;

impl From<Error> for ClipboardError {
    fn from(error: Error) -> Self {
        match error {
            Error::ContentNotAvailable => Self::NoText,
            Error::Unknown { description } => Self::Unreachable(description),
            error => Self::Unreachable(error.to_string()),
        }
    }
}
