//! Annotations of GitHub Actions: workflow commands, a line each.

use crate::{
    check::Finding,
    cli::words,
    core::{
        check::Level,
        escape::{Tabs, escape},
    },
};

/// `::error file=src/a.rs,line=12,title=...::...`
pub(super) fn annotation(finding: &Finding) -> String {
    let word = if finding.level == Level::Error { "error" } else { "warning" };
    let line = finding.line.map_or_else(String::new, |line| format!(",line={line}"));
    let commit = finding.commit.map_or_else(String::new, |commit| format!(" (in commit {commit})"));
    let more = words::more(finding).map_or_else(String::new, |more| format!(" ({more})"));
    let message = format!("{}{more}{commit}; {}", words::finding(finding), words::finding_hint(finding));
    format!(
        "::{word} file={}{line},title=git sr check [{}]::{}\n",
        property(&finding.path),
        finding.rule.id(),
        data(message.as_bytes()),
    )
}

/// Text behind the `::`, in which a line break would start another command. What would drive the terminal of
/// whoever reads the log is escaped as everywhere.
fn data(text: &[u8]) -> String {
    let lines = text.split(|byte| *byte == b'\r');
    let lines = lines.map(|line| escape(line).keep_newlines().tabs(Tabs::Kept).to_string());
    let text = lines.collect::<Vec<_>>().join("\r");
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which also ends at these.
fn property(text: &[u8]) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_breaks_out_of_its_property() {
        assert_eq!(property(b"a,line=1::b\n::error::%"), "a%2Cline=1%3A%3Ab%0A%3A%3Aerror%3A%3A%25");
    }

    #[test]
    fn nothing_drives_the_terminal_of_a_reader_or_turns_the_text_around() {
        assert_eq!(property(b"a\x1b[31m\rb"), r"a\x1b[31m%0Db");
        assert_eq!(data("a\u{202e}b: 50%, c".as_bytes()), r"a\u{202e}b: 50%25, c");
        assert_eq!(data(b"caf\xe9"), r"caf\xe9");
    }
}
