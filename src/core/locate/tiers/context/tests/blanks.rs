//! Claims about blanks in lines that are quoted, and blank lines around them.

use super::{Answer, in_language, with};

/// The file with the change, made by the rung for all kinds of white space.
fn made_loosely(file: &str, search: &str, replace: &str) -> Option<String> {
    let Answer::Laid { place, .. } = in_language(None, "f.py", file, search, replace) else { return None };
    Some(with(file, place))
}

const CODE: &str =
    "import os\n\ndef area(width, height):\n    # flat\n    return width * height\n\nprint(area(2, 3))\n";

#[test]
fn quoted_lines_may_have_other_blanks_and_the_file_keeps_its_own() {
    let search = "def area( width,height ):\n    # flat\n    return width * height\n";
    let after =
        made_loosely(CODE, search, &search.replace("return width * height", "return abs(width * height)"));
    assert_eq!(after, Some(CODE.replace("return width * height", "return abs(width * height)")));
    let after = made_loosely(CODE, search, &search.replace("area(", "surface("));
    assert_eq!(after, Some(CODE.replace("def area(", "def surface(")));
    // One that moves is written as the file has it.
    let (above, moved) =
        ("import os\n\ndef area( width,height ):\n", "def area( width,height ):\n\nimport sys\n");
    let search = format!("{above}    # flat\n    return width * height\n");
    let after = made_loosely(CODE, &search, &search.replace(above, moved));
    let wanted =
        CODE.replace("import os\n\ndef area(width, height):\n", "def area(width, height):\n\nimport sys\n");
    assert_eq!(after, Some(wanted));
}

#[test]
fn blank_lines_may_be_others_but_next_to_new_lines() {
    let search = "import os\ndef area(width, height):\n    # flat\n\n    return width * height\n";
    let change = |old: &str, new: &str| made_loosely(CODE, search, &search.replacen(old, new, 1));
    let after = change("    # flat", "    # plain");
    assert_eq!(after, Some(CODE.replace("# flat", "# plain")));
    assert_eq!(change("import os", "import os\nimport sys"), None);
    assert_eq!(change("import os", "import sys"), Some(CODE.replace("import os", "import sys")));
}

#[test]
fn blank_lines_that_replace_and_the_file_have_come_once() {
    let file = "a1();\nb1();\n\nc1();\nd1();\n";
    let changed = Some(file.replace("b1", "b2"));
    for (search, replace) in [
        ("b1();\nc1();\nd1();\n", "b2();\n\nc1();\nd1();\n"),
        ("b1();\n\n\nc1();\nd1();\n", "b2();\n\nc1();\nd1();\n"),
        // The change is further away.
        ("b1();\nc1();\nd1();\n", "b1();\n\nc1();\nd2();\n"),
    ] {
        let wanted = if replace.contains("b2") { changed.clone() } else { Some(file.replace("d1", "d2")) };
        assert_eq!(made_loosely(file, search, replace), wanted, "{search}{replace}");
    }
    let above = made_loosely(file, "b1();\nc1();\nd1();\n", "b1();\n\nc2();\nd1();\n");
    assert_eq!(above, Some(file.replace("c1", "c2")));
}

#[test]
fn lines_that_are_elsewhere_as_they_are_quoted_may_be_meant() {
    let file = format!("{CODE}\ndef other():\n    return 1\ndef area( width,height ):\n    return 2\n");
    let search = "def area( width,height ):\n    # flat\n    return width * height\n";
    let replace = search.replace("width * height", "0");
    assert!(made_loosely(CODE, search, &replace).is_some());
    assert_eq!(made_loosely(&file, search, &replace), None);
    let apart = format!("{CODE}import os\nimport sys\ndef area(width, height):\n    # flat\n");
    let short = "import os\ndef area(width, height):\n    # flat\n";
    assert!(made_loosely(CODE, short, &short.replace("flat", "plain")).is_some());
    assert_eq!(made_loosely(&apart, short, &short.replace("flat", "plain")), None);
}

#[test]
fn blank_lines_on_both_sides_of_lines_that_go_become_those_of_one_side() {
    let file = "a1();\nb1();\n\nc1();\n\nd1();\ne1();\n";
    let joined = Some("a1();\nb1();\n\nd1();\ne1();\n".to_owned());
    for (search, replace) in [
        ("a1();\nb1();\nc1();\n\nd1();\n", "a1();\nb1();\n\nd1();\n"),
        ("b1();\n\nc1();\nd1();\ne1();\n", "b1();\n\nd1();\ne1();\n"),
        ("a1();\nb1();\nc1();\nd1();\n", "a1();\nb1();\nd1();\n"),
        ("a1();\nb1();\nc1();\n", "a1();\nb1();\n"),
        ("c1();\nd1();\ne1();\n", "d1();\ne1();\n"),
    ] {
        assert_eq!(made_loosely(file, search, replace), joined, "{search}");
    }
    let changed = made_loosely(file, "a1();\nb1();\nc1();\n\nd1();\n", "a1();\nb1();\nc2();\n\nd1();\n");
    assert_eq!(changed, Some(file.replace("c1", "c2")));
    // Blank lines of REPLACE take the place of those.
    let search = "b1();\nc1();\nd1();\ne1();\n";
    let own = made_loosely(file, search, &search.replace("c1();\n", "\n\n"));
    assert_eq!(own, Some(file.replace("c1();\n", "")));
}

#[test]
fn new_lines_amid_blank_ones_have_as_many_around_them_as_the_file_has_there() {
    let file = "first_one()\n\n\nsecond_one()\nthird_one()\n";
    let wanted = file.replace("second", "new_one()\n\n\nsecond");
    let search = "first_one()\n\nsecond_one()\nthird_one()\n";
    for new in ["new_one()\n\n", "new_one()\n\n\n", "\nnew_one()\n\n", "\nnew_one()\n\n\n"] {
        let replace = search.replace("second", &format!("{new}second"));
        assert_eq!(made_loosely(file, search, &replace), Some(wanted.clone()), "{new:?}");
    }
    // They belong to one of the lines around them, or nothing tells how far they are away.
    for new in ["new_one()\n", "\n\nnew_one()\n\n"] {
        let replace = search.replace("second", &format!("{new}second"));
        assert_eq!(made_loosely(file, search, &replace), None, "{new:?}");
    }
    let replace = search.replace("\nsecond", "new_one()\n\nsecond");
    assert_eq!(made_loosely(file, search, &replace), None);
    let replace = search.replace("\nsecond", "new_one()\n\n\nsecond");
    assert_eq!(made_loosely(file, &search.replace("\n\n", "\n"), &replace), None);
}
