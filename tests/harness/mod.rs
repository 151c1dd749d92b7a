//! Runs a scenario: a repository, the commands run in it, and what they must leave and print.
//!
//! | name in the folder | what it is |
//! |---|---|
//! | `about.txt` | what is shown and why; `class: <name>, ...` on its last line if a command fails |
//! | `before/` | the files of the first commit |
//! | `git` | commands that prepare the repository (see [`steps`]) |
//! | `dirty/` | files laid over them, uncommitted |
//! | `reply*` | replies; they stand in the root of the work tree |
//! | `cmd` | the commands to show; `git sr apply reply.md` if there is none |
//! | `after/` | what has become of the files of `before/` and `dirty/`; nothing has changed if there is none |
//! | `stdout`, `stderr`, `exit` | what the commands print (nothing if there is none) and how they exit |
//! | `json`, `feedback` | what an apply that is refused prints with `--json`, and with `--feedback` |
//!
//! A component `dot-x` stands for `.x`, so that a case's own dot files do not act on this repository, and `star-` for `*`, which
//! no file of a package may have in its name.
//!
//! Of every command it is checked that nothing else has changed in the whole sandbox, the git directory
//! included but for the records and what is kept of a refused batch; and of every batch that was written,
//! that applying it again changes nothing, that undo brings every byte, mode and folder back, and that git
//! makes the same of the diff that `-n` and `git sr diff` print. What an apply refuses, `git sr diff` refuses
//! in the same words. The index stays byte by byte, unless the command stages; then undo brings back what
//! `git status` says.

mod outputs;
mod sandbox;
mod steps;
mod tree;

use std::path::{Path, PathBuf};

use crate::obey::Ground;
use outputs::{Classes, Outputs, valid};
pub(crate) use sandbox::Sandbox;
use steps::{Run, Step};
use tree::Tree;

pub(crate) type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Runs the scenario that a path to an `about.txt` names.
pub(crate) fn scenario(about: &Path) -> Result {
    let case = Case { folder: about.parent().ok_or("no folder")?.to_owned() };
    let mut sandbox = Sandbox::new()?;
    case.prepare(&mut sandbox)?;
    let expected = case.expected(&sandbox)?;
    let steps = case.steps("cmd")?.unwrap_or_else(|| vec![Step::parse("git sr apply reply.md")]);
    let shown = steps.iter().filter(|step| step.run().is_some()).count();
    let (mut outputs, mut classes) = (Outputs::new(shown > 1), Classes::default());
    for step in &steps {
        let Some(run) = step.run() else {
            step.perform(&mut sandbox)?;
            continue;
        };
        let output = checked(&mut sandbox, &run, &mut classes, &mut outputs)?;
        let command = |name: &str| run.with_variables(sandbox.command(name), &sandbox);
        Ground { root: sandbox.root(), command: &command }.obey(&output.stderr)?;
        outputs.add(&run.line, &output, sandbox.root());
    }
    same("what stands there is what after/ says", &Tree::read(&sandbox.work())?.files(), &expected)?;
    outputs.compare(&case.folder)?;
    classes.compare(about)
}

/// Runs a command and checks what must hold of every command.
fn checked(
    sandbox: &mut Sandbox,
    run: &Run,
    classes: &mut Classes,
    outputs: &mut Outputs,
) -> Result<std::process::Output> {
    let (before, status) = (Tree::read(sandbox.root())?, sandbox.status()?);
    // A correction that fails is kept: run again, it would be another one.
    let kept = if run.has("--continue") { Some(sandbox.keep()?) } else { None };
    let output = run.output(sandbox, &[])?;
    let after = Tree::read(sandbox.root())?;
    if run.has("--json") && !output.stdout.is_empty() {
        valid(&output.stdout)?;
    }
    // Conflict markers that are left are written, and still somebody has to resolve them.
    let leaves_markers = run.is("undo") && run.has("--merge") && output.status.code() == Some(1);
    // With --partial, the good part of a batch is written.
    let leaves_some = run.is("apply") && run.has("--partial=block") && output.status.code() == Some(1);
    // A prompt from which a file is left out keeps the versions of the others.
    let state = |tree: &Tree| if run.is("prompt") { tree.without_records() } else { tree.without_state() };
    if !output.status.success() && !leaves_markers && !leaves_some {
        same("a command that fails changes nothing", &state(&after), &state(&before))?;
        if let Some(kept) = kept {
            sandbox.restore(kept)?;
        }
        let json = if run.has("--json") { output.clone() } else { run.output(sandbox, &["--json"])? };
        classes.add(&json.stdout);
        if !json.stdout.is_empty() {
            valid(&json.stdout)?;
        }
        if run.is("apply") && !run.has("--continue") && output.status.code() == Some(1) {
            let feedback = run.output(sandbox, &["--feedback"])?;
            let said = if run.has("--json") { &[][..] } else { &feedback.stdout };
            outputs.add_failure(&json.stdout, said, sandbox.root());
        }
        if let Some(pure) = run.as_diff() {
            refused_alike(&pure.output(sandbox, &[])?, &output)?;
        }
        let again = state(&Tree::read(sandbox.root())?);
        same("a command that fails changes nothing", &again, &state(&before))?;
    } else if run.only_looks() {
        same("a preview changes nothing", &after, &before)?;
    } else if run.is("apply")
        && !run.has("--abort")
        && !run.leaves_more()
        && after.without_state().differs_from(&before.without_state()).is_some()
    {
        let kept =
            |tree: &Tree| if run.stages() { tree.git_files().without_index() } else { tree.git_files() };
        same("git's own files stay", &kept(&after), &kept(&before))?;
        let kept = sandbox.keep()?;
        written(sandbox, run, (&before, &status), &after)?;
        sandbox.restore(kept)?;
    }
    Ok(output)
}

/// Checks that `git sr diff` refuses what an apply refused, in the same words.
fn refused_alike(diff: &std::process::Output, apply: &std::process::Output) -> Result {
    let errors = |output: &std::process::Output| -> Vec<String> {
        let said = String::from_utf8_lossy(&output.stderr);
        let lines = said.lines().filter(|line| line.starts_with("error:") || line.starts_with("    "));
        lines.map(|line| line.replace("git sr diff", "git sr apply")).collect()
    };
    if !diff.stdout.is_empty() || diff.status != apply.status || errors(diff) != errors(apply) {
        return Err(format!("git sr diff does not refuse it likewise: {diff:?}").into());
    }
    Ok(())
}

/// Checks the invariants of a batch that was written.
fn written(sandbox: &mut Sandbox, run: &Run, (before, status): (&Tree, &[u8]), after: &Tree) -> Result {
    let again = run.output(sandbox, &[])?;
    if !matches!(again.status.code(), Some(0 | 1)) {
        return Err(format!("applied again, it exits with {:?}", again.status.code()).into());
    }
    let now = Tree::read(sandbox.root())?;
    same("applied again, it changes nothing", &now.without_state(), &after.without_state())?;
    let undone = run.undo(sandbox)?;
    if !undone.status.success() {
        return Err(format!("undo fails: {}", String::from_utf8_lossy(&undone.stderr)).into());
    }
    // `git status` compares the index; its bytes hold times too.
    let without = |tree: &Tree| {
        if run.stages() { tree.without_records().without_index() } else { tree.without_records() }
    };
    same("undo brings everything back", &without(&Tree::read(sandbox.root())?), &without(before))?;
    if sandbox.status()? != status {
        return Err("git status is not as it was before apply and undo".into());
    }
    // A diff of the index alone is not one of the files.
    let of_index = without(after).differs_from(&without(before)).is_none();
    if run.has("--continue") || of_index {
        return run.fsck(sandbox);
    }
    let diff = run.diff(sandbox)?;
    if let Some(pure) = run.as_diff() {
        let (before, printed) = (Tree::read(sandbox.root())?, pure.output(sandbox, &[])?);
        same("git sr diff changes nothing", &Tree::read(sandbox.root())?, &before)?;
        if (printed.status, &printed.stdout) != (diff.status, &diff.stdout) {
            return Err(format!("git sr diff prints {}", String::from_utf8_lossy(&printed.stdout)).into());
        }
    }
    sandbox.git_apply(&diff.stdout, &[])?;
    let (made, wanted) = (Tree::read(sandbox.root())?, without(after));
    same("git makes the same of the diff", &without(&made).plain(), &wanted.plain())?;
    sandbox.git_apply(&diff.stdout, &["-R"])?;
    let (back, wanted) = (Tree::read(sandbox.root())?, without(before));
    same("git takes the diff back", &without(&back).plain(), &wanted.plain())?;
    run.fsck(sandbox)
}

fn same(claim: &str, now: &Tree, wanted: &Tree) -> Result {
    match now.differs_from(wanted) {
        None => Ok(()),
        Some(different) => Err(format!("{claim}: {different}").into()),
    }
}

struct Case {
    folder: PathBuf,
}

impl Case {
    fn prepare(&self, sandbox: &mut Sandbox) -> Result {
        let work = sandbox.work();
        sandbox.git(&["init", "-q", "-b", "main", "--template="])?;
        Tree::copy(&self.folder.join("before"), &work)?;
        sandbox.git(&["add", "-A", "-f"])?;
        sandbox.git(&["commit", "-q", "--allow-empty", "-m", "before"])?;
        for step in self.steps("git")?.unwrap_or_default() {
            step.perform(sandbox)?;
        }
        Tree::copy(&self.folder.join("dirty"), &work)?;
        for entry in std::fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            if name.as_encoded_bytes().starts_with(b"reply") {
                std::fs::copy(self.folder.join(&name), work.join(&name))?;
            }
        }
        Ok(())
    }

    /// The commands in a file.
    fn steps(&self, name: &str) -> Result<Option<Vec<Step>>> {
        let path = self.folder.join(name);
        if !path.exists() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(path)?;
        Ok(Some(text.lines().filter(|line| !line.trim().is_empty()).map(Step::parse).collect()))
    }

    /// The work tree as it must be at the end.
    fn expected(&self, sandbox: &Sandbox) -> Result<Tree> {
        let now = Tree::read(&sandbox.work())?.files();
        let after = self.folder.join("after");
        if !after.exists() {
            return Ok(now);
        }
        let replaced =
            [Tree::stored(&self.folder.join("before"))?, Tree::stored(&self.folder.join("dirty"))?];
        Ok(now.replaced(&replaced, Tree::stored(&after)?))
    }
}
