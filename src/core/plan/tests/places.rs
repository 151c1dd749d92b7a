//! Blocks among functions that are alike: they are made where they are meant, or not at all.

use proptest::prelude::*;

use super::*;

/// Functions in classes: whether each has the line, has the one that comes in its place, or neither.
type Classes = Vec<Vec<u8>>;

/// A way to write functions.
#[derive(Clone, Copy, Debug)]
enum Style {
    Indented,
    Braces,
    Flat,
}

const OLD: &str = "total = price * count;";
const NEW: &str = "total = price * count - discount;";

/// The file, with another line in the function that is `changed`.
fn file(classes: &Classes, style: Style, changed: Option<(usize, usize)>) -> String {
    let mut text = String::new();
    let (end, [one, two]) = match style {
        Style::Indented => (":", ["    ", "        "]),
        Style::Braces => (" {", ["    ", "        "]),
        Style::Flat => (" {", ["", ""]),
    };
    let close = |text: &mut String, depth: &str| match style {
        Style::Indented => {}
        _ => *text += &format!("{depth}}}\n"),
    };
    for (at, class) in classes.iter().enumerate() {
        text += &format!("class C{at}{end}\n");
        for (number, has) in class.iter().enumerate() {
            let line = match has {
                _ if changed == Some((at, number)) => NEW,
                0 => OLD,
                1 => NEW,
                _ => "total = 0;",
            };
            text += &format!("{one}m{number}(self){end}\n{two}begin();\n{two}{line}\n{two}end();\n");
            close(&mut text, one);
            text += "\n";
        }
        close(&mut text, "");
    }
    text
}

proptest! {
    #[test]
    fn an_anchor_leads_into_its_part_or_nowhere(
        classes in prop::collection::vec(prop::collection::vec(0_u8..3, 1..4), 1..4),
        style in prop::sample::select(vec![Style::Indented, Style::Braces, Style::Flat]),
        class in any::<prop::sample::Index>(),
        method in any::<prop::sample::Index>(),
        is_whole in any::<bool>(),
    ) {
        let class = class.index(classes.len());
        let method = method.index(classes[class].len());
        let path = if matches!(style, Style::Indented) { "a.py" } else { "a.java" };
        let old = file(&classes, style, None);
        let head = |line: &str| old.lines().find(|other| other.trim_start().starts_with(line)).expect("a line").to_owned();
        let mut anchors = vec![head(&format!("class C{class}")), head(&format!("m{method}"))];
        if !is_whole {
            anchors.truncate(1);
        }
        let depth = if matches!(style, Style::Flat) { "" } else { "        " };
        let reply = format!(
            "*** Begin Patch\n*** Update File: {path}\n{}\n {depth}begin();\n-{depth}{OLD}\n+{depth}{NEW}\n*** End Patch\n",
            anchors.iter().map(|anchor| format!("@@ {anchor}")).collect::<Vec<_>>().join("\n"),
        );
        let left = applied(&[(path, &old)], &reply);
        let holders: Vec<usize> = (0..classes[class].len()).filter(|&at| classes[class][at] == 0).collect();
        let meant = match (is_whole, &holders[..]) {
            (true, _) => Some(method).filter(|&method| classes[class][method] == 0),
            (false, [only]) => Some(*only),
            (false, _) => None,
        };
        match meant {
            Some(meant) => {
                prop_assert_eq!(left, Ok(tree(&[(path, &file(&classes, style, Some((class, meant))))])));
            }
            None => prop_assert!(left.is_err() || left == Ok(tree(&[(path, &old)])), "{left:?}"),
        }
    }
}
