//! Texts that end within what they open, or begin within what they close.

use super::{SyntaxError, What, brackets, tags};
use crate::core::{
    language::{Feature, Kind, Language},
    text::is_blank,
};

/// Returns whether new lines of a file are a part of it, cut off within brackets or tags: they end with another line than
/// the old ones, within some that they open, or begin with another one and close some that they do not open, while the
/// old ones have each with its partner.
pub(in crate::core) fn is_cut(language: &Language, old: &[&[u8]], new: &[&[u8]]) -> bool {
    let edges = |lines: &[&[u8]]| {
        let mut filled =
            lines.iter().filter(|line| !is_blank(line)).map(|line| line.trim_ascii_end().to_vec());
        let first = filled.next();
        (filled.next_back().or_else(|| first.clone()), first)
    };
    let ((old_last, old_first), (last, first)) = (edges(old), edges(new));
    let in_brackets = |lines: &[&[u8]]| brackets::error_in(language, lines);
    let in_tags = |lines: &[&[u8]]| tags::error(language, &lines.join(&b'\n'));
    let is_new = |error: &dyn Fn(&[&[u8]]) -> Option<SyntaxError>| {
        let is_at_edge = |found: SyntaxError| match found.what {
            What::Missing(_) => old_last != last,
            // In front of it nothing is open.
            _ => old_first != first && error(&new[..found.line]).is_none(),
        };
        error(new).is_some_and(is_at_edge) && error(old).is_none()
    };
    (old_last != last || old_first != first)
        && (language.kind == Kind::Code && is_new(&in_brackets)
            || language.has(Feature::Tags) && is_new(&in_tags))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language::known;

    #[test]
    fn a_text_is_cut_where_it_closes_less_than_it_opens_or_more() {
        let cut = |language: &str, old: &str, new: &str| {
            let [old, new] = [old, new].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            is_cut(known(language), &old, &new)
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
        assert!(cut("go", go, "\t\tf()\n\t}\n}\n\nfunc d() {\n\te()\n}\n"));
        assert!(!cut("go", go, "func a() {\n}\n\t\tf()\n\t}\n}\n\nfunc d() {\n\te()\n}\n"));
        assert!(!cut("go", go, &format!("// More.\n{}", go.replace("c()", "c(]"))));
        let html = "<div>\n  <p>a</p>\n  <p>b</p>\n</div>\n";
        assert!(cut("html", html, "<div>\n  <p>c</p>\n  <p>b</p>\n"));
        assert!(cut("html", html, "  <p>c</p>\n  <p>b</p>\n</div>\n"));
        assert!(!cut("html", html, "<main>\n  <p>c</p>\n</main>\n"));
        assert!(!cut("md", "(a)\n", "(b\n"));
    }
}
