//! Runs of this program for tools.

use std::{
    io::{self, Write as _},
    path::Path,
    process::{Command, Output, Stdio},
};

use bstr::ByteSlice as _;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::tools::Call;

/// Runs a command with `--json`.
pub(super) fn run(program: &Path, start: &Path, call: &Call) -> io::Result<Output> {
    let mut command = Command::new(program);
    command.current_dir(start).args(&call.words).arg("--json").env("GIT_ADVICE", "1").env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let input = child.stdin.take();
    if let Some(mut input) = input {
        // A command that refuses before it reads has said why.
        drop(input.write_all(call.input.as_bytes()));
    }
    child.wait_with_output()
}

/// The result of a tool: the object of `--json`, and as text what a model needs of it.
pub(super) fn result(output: &Output) -> CallToolResult {
    let prose = output.stderr.to_str_lossy().trim().to_owned();
    let Ok(object) = serde_json::from_slice::<Value>(&output.stdout) else {
        // Wrong usage has no object.
        return CallToolResult::error(vec![ContentBlock::text(prose)]);
    };
    let feedback = object.get("feedback").and_then(Value::as_str).map(str::to_owned);
    let text = feedback.unwrap_or_else(|| if prose.is_empty() { object.to_string() } else { prose });
    let mut result = CallToolResult::structured(object);
    result.content = vec![ContentBlock::text(text)];
    result.is_error = Some(!output.status.success());
    result
}
