//! Arguments of `git sr mcp`.

use clap::Args;

use super::help::{Examples, Exits, after};

/// Offer git sr to a model as tools, over the Model Context Protocol
///
/// Speaks MCP on standard input and output, for a client that starts this command in the work tree. The tools
/// are `apply`, `check`, `undo`, `log` and `show`; each is a run of the command of this name with `--json`,
/// under the same policy and configuration. Tools cannot lift the policy, run a command or commit. `git sr
/// stats` shows figures by the name of the client. Needs a build with the feature `mcp`.
#[derive(Debug, Args)]
pub(in crate::cli) struct McpArgs {}

/// The sections below the options of `git sr mcp`.
pub(super) fn sections() -> String {
    after("mcp", EXAMPLES, EXITS)
}

const EXAMPLES: Examples =
    &[("git sr -C /path/to/tree mcp", "Serve this work tree, as a client would start it")];

const EXITS: Exits = &[
    (0, "the client has closed the connection"),
    (128, "cannot go on: a build without MCP, not a repository, an I/O error"),
    (129, "wrong usage"),
];
