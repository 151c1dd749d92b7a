//! Annotations of GitHub Actions: workflow commands, a line each.

use crate::{check::Finding, cli::words, core::check::Level};

/// `::error file=src/a.rs,line=12,title=...::...`
pub(super) fn annotation(finding: &Finding) -> String {
    let word = if finding.level == Level::Error { "error" } else { "warning" };
    let line = finding.line.map_or_else(String::new, |line| format!(",line={line}"));
    let commit = finding.commit.map_or_else(String::new, |commit| format!(" (in commit {commit})"));
    let message = format!("{}{commit}; {}", words::finding(finding), words::finding_hint(finding));
    format!(
        "::{word} file={}{line},title=git sr check [{}]::{}\n",
        property(&String::from_utf8_lossy(&finding.path)),
        finding.rule.id,
        data(&message),
    )
}

/// Text behind the `::`, in which a line break would start another command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which also ends at these.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_breaks_out_of_its_property() {
        assert_eq!(property("a,line=1::b\n::error::%"), "a%2Cline=1%3A%3Ab%0A%3A%3Aerror%3A%3A%25");
    }
}
