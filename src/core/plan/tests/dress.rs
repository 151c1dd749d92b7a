//! New lines in the dress of a reply.

use super::*;
use crate::core::{locate::Unlaid, outcome::Dress};

/// The dress for which a block is refused.
pub(super) fn refused(plan: &Plan, block: usize) -> Dress {
    match failure(plan, block) {
        Failure::Dress { dress, .. } => *dress,
        failure => panic!("{failure:?}"),
    }
}

#[test]
fn a_fence_without_its_partner_stays_out_of_a_file() {
    let page = "# Title\n\nSome words.\n\n```sh\nls\n```\n\nMore words.\n";
    for (path, file, search, replace) in [
        ("a.md", page, "Some words.\n", "Other words.\n```\n"),
        ("a.md", page, "More words.\n", "```md\nOther words.\n"),
        ("a.md", "Some words.\n", "Some words.\n", "Other words.\n```\n\n"),
        ("a.js", "run(x);\n", "run(x);\n", "run(y);\n  ```\n"),
        ("a.js", "run(x);\n", "run(x);\n", "run(y);\n```\n\n"),
    ] {
        let plan = planned(&[(path, file)], &edit(path, search, replace));
        assert_eq!(refused(&plan, 0), Dress::Fence, "{replace:?}");
    }
    for path in ["b.js", "b.md", "b.yml", "`b`"] {
        let plan = planned(&[], &edit(path, "", "a: 1\n```\n"));
        assert_eq!(refused(&plan, 0), Dress::Fence, "{path}");
    }
}

#[test]
fn fences_that_agree_are_text() {
    let page = "Some words.\n\n```sh\nls\n```\n";
    for (search, replace) in [
        ("Some words.\n", "Some words.\n\n```sh\npwd\n```\n"),
        ("ls\n```\n", "ls\n```\n\n````\n```sh\n````\n"),
        ("```sh\nls\n```\n", ""),
    ] {
        let made = applied(&[("a.md", page)], &edit("a.md", search, replace));
        assert_eq!(made, Ok(tree(&[("a.md", &page.replace(search, replace))])), "{replace:?}");
    }
    // Amid other new lines, one alone is text.
    let amid = "Some words.\n\n```sh\nls\n";
    assert!(applied(&[("a.md", "Some words.\n")], &edit("a.md", "Some words.\n", amid)).is_ok());
    // Two blocks may make the two of them, and one may close what was open.
    let both = [edit("a.md", "one\n", "```sh\none\n"), edit("a.md", "two\n", "two\n```\n")].concat();
    assert!(applied(&[("a.md", "one\ntwo\n")], &both).is_ok());
    assert!(applied(&[("a.md", "```sh\none\n")], &edit("a.md", "one\n", "one\n```\n")).is_ok());
    // A heading of another markup.
    assert!(applied(&[("a.rst", "a\n")], &edit("a.rst", "a\n", "a\n\nb\n~~~\n")).is_ok());
}

#[test]
fn fences_between_the_parts_of_a_reply_stay_out_of_code() {
    let whole = "run(a);\nif (b) {\n```\n```js\n  go(b);\n}\nend(c);\n";
    let blocks =
        |text: &str| format!("a.js\n````\n<<<<<<< SEARCH\nrun(a);\n=======\n{text}>>>>>>> REPLACE\n````\n");
    let plan = planned(&[("a.js", "run(a);\n")], &blocks(whole));
    assert_eq!(refused(&plan, 0), Dress::Fence);
    let said = whole.replace("```\n```js", "```\n\nHere is the rest of it:\n\n```js");
    assert_eq!(refused(&planned(&[("a.js", "run(a);\n")], &blocks(&said)), 0), Dress::Fence);
    // A text in quotes has them.
    let made = |path, file, text: &str| applied(&[(path, file)], &blocks(text).replace("a.js", path));
    let text = "run(a);\nx = \"\"\"\n```\n1\n```\nHere is the rest of it:\n```\n2\n```\n\"\"\"\n";
    assert!(made("a.py", "run(a);\n", text).is_ok());
    let text = whole
        .replace("```\n```js\n", "const text = `\n```js\n```\n`;\n")
        .replace("```js\n```", "```js\na\n```");
    assert!(made("a.js", "run(a);\n", &text).is_ok());
}

#[test]
fn entities_stay_out_of_code() {
    for (path, file, replace) in [
        ("a.js", "run(a);\n", "if (a &amp;&amp; b) {\n  run(a);\n}\n"),
        ("a.ts", "run(a);\n", "run((x) =&gt; x, \"<b>\");\n"),
        ("a.rs", "run(a);\n", "let v: Vec&lt;u32&gt; = run(&amp;a);\n"),
        ("a.c", "run(a);\n", "run(a &lt;&lt; 2);\n"),
        ("a.sh", "run a\n", "run a &gt; b\n"),
        ("a.css", "a { }\n", "a &gt; b { }\n"),
        ("a.tsx", "run(a);\n<p></p>;\n", "run(a &amp;&amp; b);\n"),
    ] {
        let search = file.lines().next().expect("a line").to_owned() + "\n";
        let plan = planned(&[(path, file)], &edit(path, &search, replace));
        assert_eq!(refused(&plan, 0), Dress::Entity, "{path}");
    }
}

#[test]
fn entities_that_one_block_shows_to_be_none_are_decoded_in_all() {
    let file = "if a > 0\n\nnext\n";
    let shows = ("if a &gt; 0\n", "if a &gt; 1\n");
    let alone = ("next\n", "x &lt;= 1\nnext\n");
    assert_eq!(changed(file, &[alone]), Ok("if a > 0\n\nx &lt;= 1\nnext\n".into()));
    for blocks in [[shows, alone], [alone, shows]] {
        assert_eq!(changed(file, &blocks), Ok("if a > 1\n\nx <= 1\nnext\n".into()));
    }
}

#[test]
fn a_whole_text_is_rid_of_what_the_file_shows_to_be_none_of_it() {
    let wrote = |file: &str, text: &str| {
        let call =
            format!("<write_to_file>\n<path>f.md</path>\n<content>\n{text}</content>\n</write_to_file>\n");
        applied(&[("f.md", file)], &call).map(|tree| tree["f.md"].clone())
    };
    let (file, made) =
        ("# Title of it\n\n<p>1</p>\n<br>\nlast line\n", "# Title of it\n\n<p>2</p>\n<br>\nlast line\n");
    let numbered: String = made.lines().zip(1..).map(|(line, at)| format!("{at} | {line}\n")).collect();
    let escaped = made.replace('<', "&lt;").replace('>', "&gt;");
    let fenced_as = |text: &str| format!("```markdown\n{text}```\n");
    for text in [fenced_as(made), numbered.clone(), escaped, made.to_owned()] {
        assert_eq!(wrote(file, &text).as_deref(), Ok(made), "{text}");
    }
    // What the file itself has is text.
    let fenced = fenced_as(made);
    assert_eq!(wrote("```\nlast line\n```\n", &fenced), Ok(fenced));
    assert_eq!(wrote("1 | # Title of it\n2 |\n", &numbered), Ok(numbered));
    // What leaves the file as it is was meant to change it.
    for text in [fenced_as(made), made.replace('<', "&lt;").replace('>', "&gt;")] {
        assert_eq!(wrote(made, &text), Ok(text));
    }
    // In prose, a fence may be around a text.
    let listed = "```\nsrc\n  a.rs\n  b.rs\n```\n";
    assert_eq!(wrote("src\n  a.rs\n", listed).as_deref(), Ok(listed));
}

#[test]
fn a_whole_text_with_fewer_lines_than_its_call_says_may_be_cut_off() {
    let text = "let a = 1;\nlet b = 2;\nlet c = 33;\n";
    let wrote = |file: &str, count: usize| {
        let end = format!("</content>\n<line_count>{count}</line_count>\n</write_to_file>\n");
        let call = format!("<write_to_file>\n<path>f.js</path>\n<content>\n{text}{end}");
        applied(&[("f.js", file)], &call).map(|tree| tree["f.js"].clone())
    };
    let file = "let a = 1;\nlet b = 2;\nlet c = 3;\nlet d = 4;\nlet e = 5;\n";
    assert_eq!(wrote(file, 5), Err(vec!["limit"]));
    assert_eq!(wrote(file, 4), Ok(text.into()));
    // It is miscounted.
    assert_eq!(wrote("let a = 1;\nlet b = 2;\nlet c = 3;\n", 5), Ok(text.into()));
}

#[test]
fn new_lines_of_a_hunk_are_as_their_signs_show_where_others_lost_theirs() {
    let made = |file: &str, lines: &str| {
        let diff = format!("--- a/f.ts\n+++ b/f.ts\n@@ -1,9 +1,9 @@\n{lines}");
        applied(&[("f.ts", file)], &format!("```diff\n{diff}```\n")).map(|tree| tree["f.ts"].clone())
    };
    let file = "  it('a', () => {\n    const a = one(1);\n    expect(a).toBe(1);\n  });\n";
    let diff = "   it('a', () => {\n-    const a = one(1);\n+    const a = one(2);\n    expect(a).toBe(1);\n+    check(a);\n  });\n";
    let after = file.replace("one(1)", "one(2)").replace("toBe(1);\n", "toBe(1);\n    check(a);\n");
    assert_eq!(made(file, diff), Ok(after));
    let file = "import {\n  one,\n  two,\n} from 'x';\nimport y;\n";
    let diff = "import {\n  one,\n- two,\n} from 'x';\nimport y;\n+import z;\n";
    assert_eq!(made(file, diff), Ok("import {\n  one,\n} from 'x';\nimport y;\nimport z;\n".into()));
}

#[test]
fn entities_that_may_be_meant_are_written() {
    for (path, file, replace) in [
        ("a.js", "run(a);\n", "run(a.replace(\"<\", \"&lt;\"));\n"),
        ("a.js", "run(a);\n", "// &amp; is an entity\nrun(a);\n"),
        ("a.tsx", "run(a);\n", "run(<p>x &amp; y</p>);\n"),
        ("a.html", "run(a);\n", "a &amp;&amp; b\n"),
        ("a.yml", "run(a);\n", "a: b &amp; c\n"),
        ("a.sh", "run(a);\n", "cat <<EOF\na &amp; b\nEOF\n"),
        ("a.txt", "run(a);\n", "a &lt; b\n"),
        ("a.cpp", "run(a);\n", "run(R\"(a &lt; b)\");\n"),
    ] {
        let made = applied(&[(path, file)], &edit(path, "run(a);\n", replace));
        assert_eq!(made, Ok(tree(&[(path, &file.replace("run(a);\n", replace))])), "{path}: {replace}");
    }
}

#[test]
fn curly_quotes_stay_out_of_code() {
    let files = [("a.js", "run(a);\n")];
    let made = |new: &str| applied(&files, &edit("a.js", "run(a);\n", new));
    let plan = planned(&files, &edit("a.js", "run(a);\n", "run(\u{201c}a\u{201d});\n"));
    assert_eq!(refused(&plan, 0), Dress::Quote);
    for new in ["run(\"\u{201c}a\u{201d}\");\n", "run(a); // it\u{2019}s\n", "run(<p>it\u{2019}s</p>);\n"] {
        assert_eq!(made(new), Ok(tree(&[("a.js", new)])), "{new}");
    }
}

#[test]
fn tabs_stay_out_of_a_file_with_blanks_where_they_say_something() {
    let (code, data) = ("def f():\n    a()\n    b()\n", "a:\n    b: 1\n    c: 2\n");
    let plan = planned(&[("a.py", code)], &edit("a.py", "    a()\n", "    a()\n\tc()\n"));
    assert_eq!(refused(&plan, 0), Dress::Tab);
    let plan = planned(&[("a.yml", data)], &edit("a.yml", "    b: 1\n", "\tb: 3\n"));
    assert_eq!(refused(&plan, 0), Dress::Tab);
    assert!(applied(&[("a.py", code)], &edit("a.py", "    a()\n", "    a(\"\"\"x\n\ty\"\"\")\n")).is_ok());
    assert!(applied(&[("a.js", "{\n  a();\n}\n")], &edit("a.js", "  a();\n", "  a();\n\tb();\n")).is_ok());
}

#[test]
fn signs_and_numbers_that_search_does_not_have_stay_out_of_a_file() {
    for (path, new) in [
        ("a.js", "+  run(b);\n+  stop(a);\n"),
        ("a.js", "12 |   run(b);\n13 |   stop(a);\n"),
        ("a.txt", "12:   run(b);\n13:   stop(a);\n"),
        ("a.js", ">  run(b);\n>  stop(a);\n"),
    ] {
        let plan = planned(&[(path, "  run(a);\n  stop(a);\n")], &edit(path, "  run(a);\n  stop(a);\n", new));
        assert_eq!(refused(&plan, 0), Dress::Prefix, "{new}");
    }
    let quoted = "> Some words.\n";
    assert_eq!(
        applied(&[("a.md", "Some words.\n")], &edit("a.md", "Some words.\n", quoted)),
        Ok(tree(&[("a.md", quoted)]))
    );
}

#[test]
fn a_plus_with_a_blank_may_be_that_of_an_item_in_prose_alone() {
    let made = |path: &str, new: &str| {
        let replace = format!("Some words.\n{new}");
        outcomes(&planned(&[(path, "Some words.\n")], &edit(path, "Some words.\n", &replace)))[0]
    };
    assert_eq!(made("a.md", "+ an item\n"), "applied");
    assert_eq!(made("a.md", "+More words.\n"), "parse");
    assert_eq!(made("a.js", "+ more();\n"), "parse");
}

#[test]
fn a_last_line_that_is_cut_off_within_a_word_is_refused_unless_the_edit_is_one_of_text() {
    let files = [("a.js", "  return finish(x, true);\n")];
    let plan = planned(&files, &edit("a.js", "  return finish(x, true);\n", "  return fin\n"));
    assert_eq!(refused(&plan, 0), Dress::Cut);
    let call = serde_json::json!({"path": "a.js", "old_string": "finish(x, true);", "new_string": "fin"});
    assert_eq!(applied(&files, &format!("{call}\n")), Ok(tree(&[("a.js", "  return fin\n")])));
}

#[test]
fn lines_that_lost_their_indentation_are_refused() {
    let data = "a:\n  retries: 3\n  wait: 5\nb: 1\n";
    for (search, replace) in [
        ("  retries: 3\n", "retries: 4\n"),
        ("  wait: 5\n", "wait: 6\n"),
        ("  retries: 3\n  wait: 5\n", "retries: 4\n  wait: 5\n"),
    ] {
        assert_eq!(applied(&[("a.yml", data)], &edit("a.yml", search, replace)), Err(vec!["not-found"]));
    }
    let made = data.replace("  wait: 5\n", "wait: 5\n");
    let moved = edit("a.yml", "  wait: 5\n", "wait: 5\n");
    assert_eq!(applied(&[("a.yml", data)], &moved), Ok(tree(&[("a.yml", &made)])));
}

#[test]
fn lines_in_another_style_of_indentation_are_refused() {
    let file = "func f() {\n\tif a {\n\t\tb()\n\t\tc()\n\t}\n\treturn\n}\n";
    let search = "\tif a {\n\t\tb()\n\t\tc()\n\t}\n";
    let blanks = |text: &str| text.replace('\t', "    ");
    let replaced = |file: &str, replace: &str| applied(&[("f.go", file)], &edit("f.go", search, replace));
    let changed = search.replace("c()", "d()");
    assert_eq!(replaced(file, &blanks(&changed)), Err(vec!["not-found"]));
    let whole = "func f() {\n".to_owned() + search + "}\n";
    assert_eq!(replaced(&whole, &blanks(&changed)), Err(vec!["not-found"]));
    // Only the style changes, or the lines around have the other one.
    let made = file.replace(search, &blanks(search));
    assert_eq!(replaced(file, &blanks(search)), Ok(tree(&[("f.go", &made)])));
    let mixed = file.replace("\treturn", "    return");
    let made = mixed.replace(search, &blanks(&changed));
    assert_eq!(replaced(&mixed, &blanks(&changed)), Ok(tree(&[("f.go", &made)])));
}

#[test]
fn new_lines_of_a_hunk_with_their_sign_over_a_blank_are_refused() {
    let file = "jobs:\n  build:\n    env:\n      A: 1\n";
    let hunk = |new: &str| {
        format!("```diff\n--- a/a.yml\n+++ b/a.yml\n@@ -3,2 +3,2 @@\n     env:\n-      A: 1\n{new}```\n")
    };
    let plan = planned(&[("a.yml", file)], &hunk("+     A: 2\n"));
    let Failure::NotFound { unlaid, .. } = failure(&plan, 0) else { panic!("{plan:?}") };
    assert_eq!(*unlaid, Some(Unlaid::SignOver));
    let made = file.replace("A: 1", "A: 2");
    assert_eq!(applied(&[("a.yml", file)], &hunk("+      A: 2\n")), Ok(tree(&[("a.yml", &made)])));
}
