//! Texts that end within what they open.

use super::{SyntaxError, What, brackets, tags};
use crate::core::{
    language::{Feature, Kind, Language},
    text::is_blank,
};

/// Returns whether new lines of a file end with another line than the old ones, within brackets or tags that they
/// open, while the old ones close all.
pub(in crate::core) fn ends_within(language: &Language, old: &[&[u8]], new: &[&[u8]]) -> bool {
    let last = |lines: &[&[u8]]| {
        lines.iter().rfind(|line| !is_blank(line)).map(|line| line.trim_ascii_end().to_vec())
    };
    let is_open = |error: SyntaxError| matches!(error.what, What::Missing(_));
    let in_brackets = |lines: &[&[u8]]| brackets::error_in(language, lines);
    let in_tags = |lines: &[&[u8]]| tags::error(language, &lines.join(&b'\n'));
    let is_cut = |error: &dyn Fn(&[&[u8]]) -> Option<SyntaxError>| {
        error(new).is_some_and(is_open) && error(old).is_none()
    };
    last(old) != last(new)
        && (language.kind == Kind::Code && is_cut(&in_brackets)
            || language.has(Feature::Tags) && is_cut(&in_tags))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language::known;

    #[test]
    fn a_text_is_cut_where_it_closes_less_than_it_opens() {
        let cut = |language: &str, old: &str, new: &str| {
            let [old, new] = [old, new].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            ends_within(known(language), &old, &new)
        };
        let go = "func a() {\n\tif b {\n\t\tc()\n\t}\n}\n\nfunc d() {\n\te()\n}\n";
        let new = go.replace("c()", "f()");
        assert!(!cut("go", go, &new));
        assert!(cut("go", go, new.strip_suffix("}\n").unwrap()));
        assert!(cut("go", go, "func a() {\n\tif b {\n\t\tf()\n\t}\n"));
        // It ends as the file does, or the file is no better, or a string has the bracket.
        assert!(!cut("go", go, "func a() {\n\tif b {\n\t\tf()\n}\n"));
        assert!(!cut("go", "func a() {\n", "func a() {\n\tb()\n"));
        assert!(!cut("go", go, &(new + "var s = \"{\"\n")));
        let html = "<div>\n  <p>a</p>\n  <p>b</p>\n</div>\n";
        assert!(cut("html", html, "<div>\n  <p>c</p>\n  <p>b</p>\n"));
        assert!(!cut("html", html, "<main>\n  <p>c</p>\n</main>\n"));
        assert!(!cut("md", "(a)\n", "(b\n"));
    }
}
