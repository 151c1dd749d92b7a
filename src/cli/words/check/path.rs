//! Hints about paths that the policy refuses.

use crate::{
    check::{Finding, Unstage},
    cli::{
        shell::{git, git_paths},
        words::shell_word,
    },
    core::{
        check::What,
        guard::{Decision, Reason, Verdict},
    },
};

/// More paths are not named in one command.
const MOST: usize = 10;

/// Hints about paths that are refused for the same reason.
pub(super) fn refused(refused: &Verdict, findings: &[&Finding]) -> String {
    if refused.decision == Decision::Refuse(Reason::Blocked) {
        let rule = "change the rule where it is set";
        return take_out(findings).map_or_else(|| rule.to_owned(), |out| format!("{out}; or {rule}"));
    }
    let secret = refused.class.is_private;
    match (meant(findings), take_out(findings)) {
        (Some(meant), Some(out)) if secret => format!("{out}; or, {meant}"),
        (Some(meant), Some(out)) => format!("{meant}; else {out}"),
        (Some(meant), None) if secret => {
            format!(
                "replace its secrets by new ones, since everybody with the repository knows them; or, {meant}"
            )
        }
        (Some(meant), None) => meant,
        (None, out) => out.unwrap_or_else(|| "take the file out of the repository".to_owned()),
    }
}

/// Returns the command that takes the paths out of the index; none where they are not staged. Of a file that
/// was moved the path before is one of them: else the next commit would remove that.
fn take_out(findings: &[&Finding]) -> Option<String> {
    let those = |way: Unstage| -> Vec<&&Finding> {
        findings.iter().filter(|finding| finding.unstage == Some(way)).take(MOST).collect()
    };
    let command = |name: &str, those: &[&&Finding]| {
        let paths = those.iter().flat_map(|finding| [&finding.path].into_iter().chain(&finding.from));
        format!("{}: {}", out(those.len(), findings), git_paths(name, paths))
    };
    let is_staged = findings.iter().any(|finding| finding.is_staged);
    is_staged.then(|| match (those(Unstage::Restore), those(Unstage::Remove)) {
        (restore, _) if !restore.is_empty() => command("restore --staged", &restore),
        (_, remove) if !remove.is_empty() => command("rm --cached", &remove),
        _ => "leave it out of the commit".to_owned(),
    })
}

/// The purpose of a command that takes some paths out, with their number if they are not all.
fn out(named: usize, findings: &[&Finding]) -> String {
    let all = findings.len();
    let is_alone = findings.iter().any(|finding| finding.unstage.is_none());
    match (named < all, is_alone) {
        (false, _) => "take it out".to_owned(),
        (true, false) => format!("take these {named} of {all} files out, then check again"),
        (true, true) => {
            format!("take these {named} of {all} files out (what is staged of others may be nowhere else)")
        }
    }
}

/// Returns the command that lets the paths pass once; none where nothing lets them.
fn meant(findings: &[&Finding]) -> Option<String> {
    let globs = findings.iter().filter_map(|finding| match &finding.what {
        What::Refused(Verdict { lift: Some(lift), .. }) => Some(shell_word(lift.pattern.as_bytes())),
        _ => None,
    });
    let globs: Vec<String> = globs.take(MOST).collect();
    let is_staged = findings.iter().any(|finding| finding.is_staged);
    let each = |option: &str, sign: char| -> String {
        let options: Vec<String> = globs.iter().map(|glob| format!("{option}{sign}{glob}")).collect();
        options.join(" ")
    };
    let it = match (globs.len(), findings.len()) {
        (named, all) if named < all => format!("if these {named} of {all} files are meant"),
        _ => "if it is meant".to_owned(),
    };
    (!globs.is_empty()).then(|| match is_staged {
        true => format!("{it}: {}", git(&format!("{} commit", each("-c sr.allow", '=')))),
        false => format!("{it}, check it with {}", each("--allow", ' ')),
    })
}
