use super::*;

#[test]
fn a_comment_in_place_of_several_lines_of_code_is_told_by_one_word() {
    let search: [&[u8]; 5] =
        [b"def f(x):", b"    a = one(x)", b"    b = two(a)", b"    c = three(b)", b"    return c"];
    let found = |line: &str| {
        let replace = [search[0], b"    a = one(x, 1)", line.as_bytes(), search[4]];
        placeholder(&search, &replace, language::of(b"a.py"))
    };
    for line in [
        "    # existing logic", "    # everything else stays", "    # TODO: keep the code",
        "    pass  # existing code",
    ] {
        assert_eq!(found(line), Some(2), "{line}");
    }
    assert_eq!(found("    # doubles the value"), None);
    // One line goes.
    let one = |line: &str| {
        placeholder(&[b"version = 1", b"", b"[next]"], &[line.as_bytes(), b"[next]"], language::of(b"a.toml"))
    };
    assert_eq!(one("# continue with existing handling"), Some(0));
    assert_eq!(one("# leave as is"), Some(0));
    assert_eq!(one("# the same value for all"), None);
    let around = placeholder(
        &[b"a = 1", b"", b"b = 2", b"", b"c"],
        &[b"a = 1", b"# as before", b"", b"c"],
        language::of(b"a.toml"),
    );
    assert_eq!(around, Some(1));
    // A comment that is reworded.
    assert_eq!(
        placeholder(&[b"# existing handlers"], &[b"# original handlers"], language::of(b"a.toml")),
        None
    );
    let kept = [search[0], b"    # the existing value", search[1], search[2], search[3], search[4]];
    assert_eq!(placeholder(&search, &kept, language::of(b"a.py")), None);
}

#[test]
fn a_comment_alone_may_be_in_place_of_lines_that_go_elsewhere() {
    let search: &[&[u8]] = &[b"a {", b"b", b"c", b"d", b"}", b"e"];
    let with = |comment: &'static [u8]| -> Vec<&[u8]> { vec![b"a {", comment, b"b", b"D", b"e"] };
    let rust = language::of(b"a.rs");
    assert_eq!(placeholder(search, &with(b"// Keep the rest as is"), rust), Some(1));
    assert_eq!(placeholder(search, &with(b"// The order of the rest counts"), rust), None);
    // The difference has it beside another line.
    let made: &[&[u8]] = &[b"a {", b"// leave as is", b"c", b"", b"b", b"B", b"", b"d", b"}", b"e"];
    let file: &[&[u8]] = &[b"a {", b"b", b"x", b"c", b"", b"b", b"d", b"}", b"e"];
    assert_eq!(placeholder(file, made, rust), Some(1));
    // No line goes.
    let longer = [&with(b"// Keep the rest as is")[..], &[b"f", b"g"]].concat();
    assert_eq!(placeholder(search, &longer, rust), None);
}

#[test]
fn a_comment_alone_in_place_of_several_lines_is_told_by_a_broad_word() {
    for line in [
        "// other functions here", "// your other code", "// etc.", "// and so on", "// more code here",
        "// everything else", "// sonst unverändert", "// restlicher Code", "// autres fonctions ici",
        "// código existente", "// resto sin cambios", "// altre funzioni",
    ] {
        assert_eq!(replacing("a.js", line), (true, false), "{line}");
    }
    for line in ["// doubles the value", "// y = 2", "// config"] {
        assert_eq!(replacing("a.js", line), (false, false), "{line}");
    }
}

#[test]
fn other_things_named_beside_a_new_line_stand_for_more_lines_that_went() {
    let found = |line: &str, new: &[&[u8]]| {
        let replace: Vec<&[u8]> = [&[line.as_bytes()], new, &[b"f()"]].concat();
        placeholder(&[b"import json", b"import sys", b"f()"], &replace, language::of(b"a.py"))
    };
    for line in ["# other imports", "# etc."] {
        assert_eq!(found(line, &[b"import os"]), Some(0), "{line}");
        assert_eq!(found(line, &[b"import os", b"import re"]), None, "{line}");
    }
    assert_eq!(found("# more here", &[b"import os"]), None);
    assert_eq!(found("# other", &[b"import os"]), None);
}

#[test]
fn a_comment_in_place_of_the_rest_of_a_block_says_why_or_stands_for_it() {
    let found = |comment: &str, body: &[&str], around: [&str; 2]| {
        let [old, new] = [body, &[comment][..]].map(|body| {
            let all = [&around[..1], body, &around[1..]].concat();
            all.into_iter().map(str::as_bytes).collect::<Vec<_>>()
        });
        placeholder(&old, &new, language::of(b"a.ts")).is_some()
    };
    let (one, two) = (["    save();"], ["    check();", "    save();"]);
    let function = ["function f() {", "}"];
    for comment in [
        "    // truncated", "    // more code", "    // no change", "    // function body",
        "    // existing code here", "    /* omitted */", "    // validate the input",
        "    // implementation", "    // not shown here", "    // save ...", "    // 2 lines",
    ] {
        assert!(found(comment, &one, function), "{comment}");
        assert!(found(comment, &two, function), "{comment}");
        assert!(found(comment, &two, ["if (x) {", "} else {"]), "{comment}");
    }
    for comment in [
        "    // handled by the caller now",
        "    // TODO: implement",
        "    // Placeholder for future implementation",
        "    // Nothing to do",
        "    // save();",
        "    // Ignore this error.",
        "    // We don't save",
        "    // moved to the caller",
        "    // see `g`",
        "    // Preserve the latest successful branch through transient failures",
        "    pass  # noqa",
    ] {
        assert!(!found(comment, &two, function), "{comment}");
    }
    // A branch that does nothing.
    assert!(!found("    // the values are equal", &one, ["if (x) {", "}"]));
    // It heads what follows.
    assert!(!found("    // the total", &two, function.map(|_| "    add();")));
}

#[test]
fn a_word_for_what_is_left_out_alone_heads_nothing() {
    for line in ["// truncated", "// (elided)", "// no change", "// nothing changed"] {
        assert_eq!(replacing("a.js", line), (true, false), "{line}");
    }
    assert_eq!(replacing("a.js", "// truncated names"), (false, false));
}

#[test]
fn a_comment_about_the_new_line_below_it_stands_for_nothing() {
    let found = |comment: &str, below: &[&[u8]]| {
        let search: [&[u8]; 6] = [
            b"rows = load()", b"out = []", b"for row in rows:", b"    out.append(row)", b"out.sort()",
            b"end()",
        ];
        let replace: Vec<&[u8]> = [&[search[0], comment.as_bytes()], below, &[search[5]]].concat();
        placeholder(&search, &replace, language::of(b"a.py")).is_some()
    };
    for comment in [
        "# Drop any remaining empty rows",
        "# Sort by the previous order of rows",
        "# Rows of the same kind, sorted once",
    ] {
        assert!(!found(comment, &[b"out = sorted(filter(None, rows))"]), "{comment}");
        assert!(!found(comment, &[b"for row in sorted(rows):", b"    save(row)"]), "{comment}");
        // The line below it is about something else, apart, deeper or there already.
        for below in [&b"total = 0"[..], b"", b"    for row in sorted(rows):", b"out.sort()"] {
            assert!(found(comment, &[below]), "{comment}: {below:?}");
        }
        assert!(found(comment, &[b"", b"out = sorted(filter(None, rows))"]), "{comment}");
        assert!(found(comment, &[b"# of rows, sorted"]), "{comment}");
    }
    for comment in [
        "# existing sorting of rows",
        "# Rows are sorted as before",
        "# TODO: keep the existing rows",
        "# Sort rows by the existing logic",
        "# The sorting of rows remains the same",
        "# Always keep the existing sorted rows",
        "# Sort the remaining rows...",
        "# (sort the remaining rows)",
        "# ... sort the remaining rows",
        "# Ordenar las filas existentes rows",
        "# the rest of rows",
        "# rest of the function remains unchanged",
        "# remaining methods stay the same",
        "# existing code here",
    ] {
        assert!(found(comment, &[b"out = sorted(filter(None, rows))"]), "{comment}");
    }
}
