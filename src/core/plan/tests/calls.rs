//! Texts of calls that are escaped, or in another dress of a reply.

use super::{dress::refused, *};
use crate::core::outcome::Dress;

/// A call that puts a text in the place of another one in `a.js`.
fn call(old: &str, new: &str) -> String {
    serde_json::json!({ "path": "a.js", "old_string": old, "new_string": new }).to_string()
}

#[test]
fn a_call_is_held_to_what_a_block_is_held_to() {
    let file = "f({\n    md: one(b),\n    lg: two(c),\n})\n";
    let old = "    md: one(b),\n    lg: two(c),";
    let made = |new: &str| applied(&[("a.js", file)], &call(old, new));
    assert_eq!(made(&old.replace("two", "ten")), Ok(tree(&[("a.js", &file.replace("two", "ten"))])));
    for lost in ["md: one(b),\n    lg: ten(c),", "md: one(b),\nlg: ten(c),"] {
        assert_eq!(made(lost), Err(vec!["not-found"]), "{lost}");
    }
    let fenced = format!("```js\n{}\n```", old.replace("two", "ten"));
    assert_eq!(refused(&planned(&[("a.js", file)], &call(old, &fenced)), 0), Dress::Fence);
}

#[test]
fn texts_of_a_call_are_read_without_what_the_file_does_not_have() {
    let file = "f({\n    md: one(b),\n    lg: two(\"c\"),\n})\n";
    for (old, new) in [
        ("2\t    md: one(b),\n3\t    lg: two(\"c\"),", "2\t    md: one(b),\n3\t    lg: ten(\"c\"),"),
        ("     md: one(b),\n-    lg: two(\"c\"),", "     md: one(b),\n+    lg: ten(\"c\"),"),
        ("    md: one(b),\\n    lg: two(\\\"c\\\"),", "    md: one(b),\\n    lg: ten(\\\"c\\\"),"),
    ] {
        let made = applied(&[("a.js", file)], &call(old, new));
        assert_eq!(made, Ok(tree(&[("a.js", &file.replace("two", "ten"))])), "{old}");
    }
}

#[test]
fn signs_of_a_call_that_are_escaped_once_too_often_are_read_where_the_file_has_no_such_escape() {
    let file = "// Both.\nf(\"<a>\");\n";
    for (old, new) in [
        (r#"f("\u003ca\u003e");"#, r#"f("\u003ca\u003e\n\u0026");"#),
        (r#"f("\u003Ca\u003E");"#, r#"f("\u003Ca\u003E\n\u0026");"#),
    ] {
        let made = applied(&[("a.js", file)], &call(old, new));
        assert_eq!(made, Ok(tree(&[("a.js", &file.replace("<a>", r"<a>\n&"))])), "{old}");
    }
    let made = applied(&[("a.js", file)], &call(r"\/\/ Both.", r"\/\/ All."));
    assert_eq!(made, Ok(tree(&[("a.js", &file.replace("Both", "All"))])));
    let own = format!("{file}g('\\u003c');\n");
    let refused = applied(&[("a.js", &own)], &call(r#"f("\u003ca\u003e");"#, r#"f("\u003cb\u003e");"#));
    assert_eq!(refused, Err(vec!["not-found"]));
}

/// A call in XML that puts a text in the place of another one in `a.py`.
fn tagged(old: &str, new: &str) -> String {
    let field = |name: &str, text: &str| format!("<parameter name=\"{name}\">{text}</parameter>\n");
    let fields = [("path", "a.py"), ("old_string", old), ("new_string", new)];
    let fields: String = fields.iter().map(|(name, text)| field(name, text)).collect();
    format!("<invoke name=\"Edit\">\n{fields}</invoke>\n")
}

#[test]
fn marks_of_unparsed_text_around_the_texts_of_a_call_are_none_of_them_where_the_file_has_none() {
    let file = "def f(x):\n    a = x[0]\n    return a\n";
    let marked = |text: &str| format!("<![CDATA[{}]]>", text.replace("]]>", "]]]]><![CDATA[>"));
    let made = |new: &str| Ok(tree(&[("a.py", &file.replace("a = x[0]", new))]));
    for (old, new, line) in [
        (marked("    a = x[0]"), marked("    a = 1 < x[x[0]]>0"), "a = 1 < x[x[0]]>0"),
        (marked("a = x[0]"), marked("a = '&lt;'"), "a = '&lt;'"),
        (marked("a = x[0]"), "a = 1".to_owned(), "a = 1"),
        (marked("\n    a = x[0]\n    return a\n"), marked("\n    a = 1\n    return a\n"), "a = 1"),
        (format!("\n{}\n", marked("    a = x[0]")), format!("\n{}\n", marked("    a = 1")), "a = 1"),
    ] {
        assert_eq!(applied(&[("a.py", file)], &tagged(&old, &new)), made(line), "{old}");
    }
    let gone = applied(&[("a.py", file)], &tagged(&marked("    a = x[0]\n"), &marked("")));
    assert_eq!(gone, Ok(tree(&[("a.py", &file.replace("    a = x[0]\n", ""))])));
    let new = applied(&[], &tagged("", &marked("a = 1\n")));
    assert_eq!(new, Ok(tree(&[("a.py", "a = 1\n")])));
    for (old, new) in [
        (marked("a = x[0]"), "a = f('<![CDATA[x]]>')".to_owned()),
        (format!("{} # a", marked("a = x[0]")), marked("a = 1")),
    ] {
        assert_eq!(applied(&[("a.py", file)], &tagged(&old, &new)), Err(vec!["not-found"]), "{old} {new}");
    }
}

#[test]
fn marks_of_unparsed_text_that_the_file_has_are_text() {
    let file = "x = '''\n<![CDATA[a]]>\n'''\na = 1\n";
    let made = applied(&[("a.py", file)], &tagged("<![CDATA[a]]>", "<![CDATA[b]]>"));
    assert_eq!(made, Ok(tree(&[("a.py", &file.replace("[a]", "[b]"))])));
    let refused = applied(&[("a.py", file)], &tagged("<![CDATA[a = 1]]>", "<![CDATA[a = 2]]>"));
    assert_eq!(refused, Err(vec!["not-found"]));
}

#[test]
fn escaped_line_breaks_stay_out_of_code() {
    let call = |new: &str| {
        let new = new.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{{\"path\": \"a.js\", \"old_string\": \"run(a);\", \"new_string\": \"{new}\"}}\n")
    };
    let files = [("a.js", "run(a);\n")];
    let plan = planned(&files, &call("const q = \\\"x\\\";\\n  run(q);"));
    assert_eq!(refused(&plan, 0), Dress::Escape);
    for path in ["A.java", "a.c"] {
        let plan = planned(&[(path, "run(a);\n")], &edit(path, "run(a);\n", "go(\"\\n\");\\nrun(a);\n"));
        assert_eq!(refused(&plan, 0), Dress::Escape, "{path}");
        assert!(
            applied(&[(path, "run(a);\n")], &edit(path, "run(a);\n", "run(\"\\n\", '\\n');\n")).is_ok(),
            "{path}"
        );
    }
    for new in ["run(\"a\\n\");", "run(/\\n/);", "run(`\\n`); // \\n"] {
        assert_eq!(applied(&files, &call(new)), Ok(tree(&[("a.js", &format!("{new}\n"))])), "{new}");
    }
}

#[test]
fn a_new_text_of_a_call_has_the_escapes_of_the_old_one() {
    let files = [("a.js", "go(\"a\\n\", 1);\n")];
    let call = r#"{"path": "a.js", "old_string": "go(\"a\\n\", 1);", "new_string": "go(\"a\n\", 2);"}"#;
    assert_eq!(refused(&planned(&files, &format!("{call}\n")), 0), Dress::Raw);
    let call = call.replace(r"a\n\", r"a\\n\");
    assert_eq!(applied(&files, &format!("{call}\n")), Ok(tree(&[("a.js", "go(\"a\\n\", 2);\n")])));
}

#[test]
fn the_new_text_of_a_call_may_be_a_diff_of_the_old_one() {
    let files = [("a.js", "f() {\n  one();\n  two();\n}\n")];
    let call = r#"{"path": "a.js", "old_string": "  one();\n  two();", "new_string": "   one();\n-  two();\n+  six();"}"#;
    let made = applied(&files, &format!("{call}\n"));
    assert_eq!(made, Ok(tree(&[("a.js", "f() {\n  one();\n  six();\n}\n")])));
    // In a file that is a diff, the signs may be meant.
    let diff = [("a.diff", "@@ -1 +1 @@\n  one();\n  two();\n")];
    let made = applied(&diff, &format!("{}\n", call.replace("a.js", "a.diff")));
    assert_eq!(made, Err(vec!["parse"]));
}
