//! `git sr mcp`: commands as tools of the Model Context Protocol. A call is a run of this program with
//! `--json`, so that it has the same guard, the same lock and the same words.

#[cfg(feature = "mcp")]
mod run;
#[cfg(feature = "mcp")]
mod server;
#[cfg(feature = "mcp")]
mod tools;

#[cfg(feature = "mcp")]
pub(super) use server::serve;

/// Says that this build has no server.
#[cfg(not(feature = "mcp"))]
pub(super) fn serve(
    _: &std::path::Path,
    _: &mut super::style::Streams,
) -> Result<super::exit::Exit, super::fatal::Fatal> {
    Err(super::fatal::Fatal::no_mcp())
}
