//! New files under nearly the path of one that is there.

use super::*;
use crate::core::outcome::Slip;

const UTILS: &str = "import os\n\n\ndef first(a):\n    return a + 1\n\n\ndef second(b):\n    return b + 2\n";

#[test]
fn the_text_of_a_file_is_not_made_another_one_by_a_slip_in_its_path() {
    let files = [("src/utils.py", UTILS), ("src/main.py", "import utils\n")];
    let text = UTILS.replace("b + 2", "b + 3");
    for path in ["src/utlis.py", "src/Utils.py", "utils.py", "srcs/utils.py", "src/sub/utils.py"] {
        let plan = planned(&files, &edit(path, "", &text));
        assert!(matches!(failure(&plan, 0), Failure::Misnamed { .. }), "{path}");
    }
    let whole = format!("src/utlis.py\n```python\n{text}```\n");
    assert_eq!(applied(&files, &whole), Err(vec!["missing-file"]));
}

#[test]
fn folders_in_front_that_are_left_out_or_too_many_make_no_other_file() {
    let files =
        [("src/core/deep/utils.py", UTILS), ("web/src/main.py", "import utils\n"), ("tool.py", UTILS)];
    let text = UTILS.replace("b + 2", "b + 3");
    for path in [
        "utils.py",
        "deep/utils.py",
        "core/deep/utils.py",
        "app/src/core/deep/utils.py",
        "web/src/core/deep/utils.py",
        "home/me/src/core/deep/utils.py",
        "home/me/tool.py",
    ] {
        let plan = planned(&files, &edit(path, "", &text));
        assert!(matches!(failure(&plan, 0), Failure::Misnamed { by: Slip::Text, .. }), "{path}");
        let whole = format!("{path}\n```python\n{text}```\n");
        assert_eq!(applied(&files, &whole), Err(vec!["missing-file"]), "{path}");
    }
}

#[test]
fn a_file_of_the_same_name_is_made_in_another_folder() {
    let module = "mod alpha;\nmod beta;\nmod gamma;\nmod delta;\n";
    let files = [
        ("a/src/utils.py", UTILS),
        ("b/src/utils.py", UTILS),
        ("src/core/mod.rs", module),
        ("pkg/a.json", "{\n\"a\": 1,\n\"b\": 2,\n\"c\": 3,\n\"d\": 4\n}\n"),
    ];
    let text = UTILS.replace("b + 2", "b + 3");
    for (path, text) in [
        // As many times as there are copies, there may be one more.
        ("src/utils.py", text.as_str()),
        ("c/src/utils.py", &text),
        ("mod.rs", "mod core;\nmod other;\nmod third;\nmod fourth;\n"),
        ("app/src/core/mod.rs", "mod one;\nmod two;\nmod three;\nmod four;\n"),
        ("pkg/new/a.json", "{\n\"x\": 1\n}\n"),
        ("src/core/deep/mod.rs", "mod one;\n"),
    ] {
        assert!(applied(&files, &edit(path, "", text)).is_ok(), "{path}");
    }
}

#[test]
fn a_file_that_is_new_may_be_like_another() {
    let files = [("src/utils.py", UTILS), ("src/main.py", "import utils\n")];
    let text = UTILS.replace("b + 2", "b + 3");
    let made = |path: &str, reply: &str, text: &str| {
        let mut all = tree(&files);
        all.insert(path.to_owned(), text.to_owned());
        assert_eq!(applied(&files, reply), Ok(all), "{reply}");
    };
    for (path, text) in [
        ("src/utils2.py", text.clone()),
        ("src/utils.pyi", text.clone()),
        ("src/util.py", text.replace("import os", "import os  # of util.py").replace("utils", "util")),
        ("lib/utils.py", text.clone()),
        ("src/utlis.py", "import os\n\n\ndef other():\n    return 1\n".to_owned()),
    ] {
        let is_plain = path != "src/util.py";
        let reply = edit(path, "", &text);
        let reply = if is_plain { reply } else { format!("A copy of it:\n\n{reply}") };
        made(path, &reply, &text);
    }
    made("src/utlis.py", &edit("src/utlis.py (new file)", "", &text), &text);
    // What the batch says of the other file shows that this one is meant.
    let both = [edit("src/utils.py", "import os\n", "import sys\n"), edit("src/util.py", "", &text)].concat();
    assert!(applied(&files, &both).is_ok());
}
