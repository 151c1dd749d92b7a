//! Errors of the clipboard.

/// Reasons why the clipboard cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum ClipboardError {
    /// The program is built without it.
    #[cfg(not(feature = "clipboard"))]
    #[error("this build cannot reach it")]
    NotBuilt,
    /// It is empty, or has a picture.
    #[cfg(feature = "clipboard")]
    #[error("it has no text")]
    NoText,
    /// The text is none that a clipboard can hold.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// There is none.
    #[cfg(all(feature = "clipboard", not(target_os = "macos")))]
    #[error("there is no desktop here: {0} not set")]
    NoDesktop(&'static str),
    /// It cannot be reached.
    #[cfg(feature = "clipboard")]
    #[error("{0}")]
    Unreachable(String),
}
