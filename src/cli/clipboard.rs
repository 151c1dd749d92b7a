//! The clipboard: that of the desktop, and that of a terminal, which can be written only.

#[cfg(feature = "clipboard")]
mod desktop;
#[cfg(all(feature = "clipboard", not(target_os = "macos")))]
mod displays;
mod error;
mod escape_sequence;
#[cfg(all(feature = "clipboard", not(target_os = "macos")))]
mod holder;

pub(super) use error::ClipboardError;
#[cfg(all(feature = "clipboard", not(target_os = "macos")))]
pub(super) use holder::{hold, is_holder};

/// The clipboard that took a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copied {
    /// That of the desktop.
    Desktop,
    /// That of the terminal, which does not say whether it took it.
    Terminal,
}

/// Reads the text on the clipboard of the desktop.
pub(super) fn read() -> Result<String, ClipboardError> {
    #[cfg(feature = "clipboard")]
    return desktop::read();
    #[cfg(not(feature = "clipboard"))]
    Err(ClipboardError::NotBuilt)
}

/// Puts a text on the clipboard of the desktop, or asks the terminal to put it on its own.
pub(super) fn copy(text: &[u8]) -> Result<Copied, ClipboardError> {
    let text = std::str::from_utf8(text).map_err(|_| ClipboardError::NotUtf8)?;
    #[cfg(feature = "clipboard")]
    let copied = desktop::copy(text);
    #[cfg(not(feature = "clipboard"))]
    let copied = Err(ClipboardError::NotBuilt);
    match copied {
        Ok(()) => Ok(Copied::Desktop),
        Err(error) => match escape_sequence::copy(text) {
            true => Ok(Copied::Terminal),
            false => Err(error),
        },
    }
}
