//! The message to paste back to the model where the command of `--exec` or a hook failed.

use bstr::ByteSlice as _;

use super::feedback::{form, of_output};
use crate::{
    apply::ApplyError,
    cli::words::quoted,
    repo::{command::CommandError, commit::CommitError, rollback::Rollback},
};

/// So many bytes are shown of the end of its output.
const MOST_BYTES: usize = 3000;

/// The message; none for other errors.
pub(in crate::cli) fn feedback(error: &ApplyError) -> Option<String> {
    let (failure, goal, output, rollback) = match error {
        ApplyError::Exec { line, source: CommandError::Failed { status, output }, rollback, .. } => {
            let line = quoted(line.as_encoded_bytes().as_bstr());
            let status =
                status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"));
            let failure = format!("the command {line} failed ({status})");
            (failure, "the command succeeds", output, rollback)
        }
        ApplyError::Uncommitted {
            source: CommitError::Refused { may_be_hook: true, output, .. },
            rollback,
            ..
        } => {
            let failure = "git, or a hook of the repository, refused the commit".to_owned();
            (failure, "the commit is accepted", output, rollback)
        }
        _ => return None,
    };
    let said = end_of(output);
    let said = if said.is_empty() { "It printed nothing.\n".to_owned() } else { said };
    let outcome = outcome(rollback, goal);
    Some(format!("Every block found its place, but then {failure}. {outcome}\n\n{said}{}", form(true)))
}

/// Names the state of the files, and the remedy.
fn outcome(rollback: &Rollback, goal: &str) -> String {
    match rollback {
        Rollback::TakenBack { kept, .. } if kept.is_empty() => {
            format!(
                "All blocks were taken back, so the files are as they were before: correct the change so that \
                 {goal}, and send all blocks again."
            )
        }
        Rollback::TakenBack { kept, .. } => {
            let names: Vec<String> = kept.iter().map(|path| quoted(path.as_bstr())).collect();
            format!(
                "The blocks were taken back, but for lines of {} that something else edited meanwhile: read the \
                 files again before you send a correction.",
                names.join(", ")
            )
        }
        Rollback::Stashed { .. } => {
            "The blocks are on git's stash, so that the files do not have them: read the files again \
             before you send a correction."
                .to_owned()
        }
        _ => "The blocks are still in the files: send a correction of the files as they are now.".to_owned(),
    }
}

/// The last lines that there is room for.
fn end_of(output: &[u8]) -> String {
    let start = output.len().saturating_sub(MOST_BYTES);
    let cut =
        if start == 0 { 0 } else { output[start..].find_byte(b'\n').map_or(start, |at| start + at + 1) };
    let lines: Vec<&[u8]> = output[cut..].lines().collect();
    let title = if cut == 0 { "It printed" } else { "The end of what it printed" };
    // Escaped characters take more room.
    of_output(title, &lines, 2 * MOST_BYTES)
}
