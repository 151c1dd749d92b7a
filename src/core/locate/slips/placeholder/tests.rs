mod comments;
mod dots;
mod inline;
mod versions;

use super::*;
use crate::core::language;

fn found(file: &str, line: &str) -> bool {
    placeholder(&[b"x"], &[b"x", line.as_bytes(), b"y"], language::of(file.as_bytes())).is_some()
}

#[test]
fn lines_that_stand_for_code_left_out_are_told() {
    for (file, line) in [
        ("a.rs", "// ... existing code ..."),
        ("a.py", "    # ... rest of the code remains the same ..."),
        ("a.py", "# rest unchanged"),
        ("a.css", "/* ... existing styles ... */"),
        ("a.jsx", "{/* ... existing JSX ... */}"),
        ("a.html", "<!-- ... rest of the file ... -->"),
        ("a.rs", "// ..."),
        ("a.py", "# ..."),
        ("a.js", "/* ... */"),
        ("a.js", "// rest of the code..."),
        ("a.sql", "-- ... other columns ..."),
        ("a.js", "... existing code ..."),
        ("a.py", "# (rest of the file unchanged)"),
        ("a.js", "// existing code here"),
        ("a.tsx", "// Rest of the component remains unchanged"),
        ("a.js", "(rest of methods ...)"),
        ("a.js", "(unchanged code ...)"),
        ("a.js", "(rest of the code unchanged)"),
        ("a.md", "(unchanged)"),
        ("a.xml", "[...]"),
        ("a.js", "[rest of the code unchanged]"),
        ("a.js", "<rest of code here>"),
        ("a.js", "[... existing code ...]"),
        ("a.js", "rest of methods ..."),
        ("a.js", "    // (keep the existing code)"),
        ("a.js", "// keep existing imports"),
        ("a.py", "# ... (keep existing imports)"),
        ("a.js", "… rest of file …"),
        ("a.js", "..."),
        ("a.ts", "    ..."),
        ("a.go", "…"),
        ("a.js", "// imports unchanged"),
        ("a.java", "// implementation omitted for brevity"),
        ("a.lua", "--[[ ... rest of the module ... ]]"),
        ("a.ml", "(* ... existing functions ... *)"),
        ("a.hs", "{- ... rest of the code ... -}"),
        ("a.lisp", ";; ... other definitions ..."),
        ("a.m", "% rest of the code as before"),
        ("a.bat", "REM ... rest of the script ..."),
        ("a.vb", "' ... existing code ..."),
        ("a.rs", "/// ... remaining methods ..."),
        ("a.c", " * ... rest of the file unchanged ..."),
        ("a.js", "// same as before"),
        ("a.js", "// original code here"),
        ("a.py", "# code unchanged"),
        ("a.py", "# The remaining methods stay the same"),
        ("a.py", "    # existing methods remain"),
        ("a.py", "    # existing methods remain the same"),
        ("a.py", "# Other methods remain unchanged"),
        ("a.js", "// all other functions stay the same"),
        ("a.js", "// Everything else stays the same"),
        ("a.js", "// everything else unchanged"),
        ("a.ts", "// methods remain the same"),
        ("a.ts", "// all existing imports remain"),
        ("a.ts", "// remaining code"),
        ("a.ts", "// same as original"),
        ("a.ts", "// the rest of the file"),
        ("a.ts", "// rest of your component"),
        ("a.py", "# rest of class"),
        ("a.py", "\"\"\"rest of file\"\"\""),
        ("a.py", "    '''... existing code ...'''"),
        ("a.py", "\"\"\"Rest of the code remains the same.\"\"\""),
        ("a.py", "\"\"\"existing methods remain\"\"\""),
        ("a.md", "... rest of the document ..."),
        ("a.md", "<!-- rest of the file unchanged -->"),
        ("a.md", "[rest of the file unchanged]"),
    ] {
        assert!(found(file, line), "{file}: {line}");
    }
}

#[test]
fn code_and_prose_are_content() {
    for (file, line) in [
        ("a.js", "...items,"),
        ("a.js", "...rest,"),
        ("a.js", "...props"),
        ("a.js", "[...existing, code]"),
        ("a.js", "(...rest)"),
        ("a.py", "..."),
        ("a.py", "    ..."),
        ("a.yaml", "..."),
        ("a.R", "  ..."),
        ("a.md", "..."),
        ("a.md", "# ..."),
        ("a.md", "// ..."),
        ("a.md", "## Unchanged"),
        ("a.md", "* unchanged"),
        ("a.md", "The rest of the code is unchanged."),
        ("a.txt", "rest of the methods ..."),
        ("a.js", "// Process the remaining items"),
        ("a.py", "# Loading..."),
        ("a.py", "# handle other cases..."),
        ("a.rs", "// Keep existing connections open"),
        ("a.rs", "// keep the existing code path fast"),
        ("a.js", "// keep existing classes"),
        ("a.js", "// keep existing values"),
        ("a.js", "// existing fields"),
        ("a.js", "// unchanged fields"),
        ("a.js", "// Other methods"),
        ("a.js", "// Existing imports"),
        ("a.js", "return [...existing, code]"),
        ("a.py", "# The rest is history"),
        ("a.py", "# existing rows remain"),
        ("a.py", "# existing fields remain"),
        ("a.py", "# other values stay the same"),
        ("a.py", "# all others remain"),
        ("a.py", "# everything else"),
        ("a.py", "# methods"),
        ("a.py", "# Other functions."),
        ("a.py", "\"\"\"Unchanged.\"\"\""),
        ("a.py", "\"\"\"Same as before.\"\"\""),
        ("a.py", "\"\"\"Other methods.\"\"\""),
        ("a.py", "\"\"\"\"\"\""),
        ("a.py", "\"\"\""),
        ("a.py", "\"\"\"...\"\"\""),
        ("a.py", "\"\"\"Return the rest of the code.\"\"\""),
        ("a.js", "// rest of the items"),
        ("a.js", "console.log('... existing code ...')"),
        ("a.js", "// same as above but for the second axis"),
        ("a.js", "// (same as above)"),
        ("a.py", "# file unchanged"),
        ("a.py", "# tests skipped"),
        ("a.js", "// rest of the line"),
        ("a.clj", "(rest remaining)"),
        ("a.clj", "(rest of the code)"),
        ("a.ml", "(rest others)"),
        ("a.html", "More options..."),
        ("a.jsx", "Other files..."),
        ("a.js", "(rest, remaining)"),
        ("a.js", "(existing)"),
        ("a.md", "[...]"),
        ("a.clj", "[...]"),
        ("a.sh", "--unchanged"),
        ("a.c", "*unchanged;"),
        ("a.css", "#unchanged"),
        ("a.js", "<Rest>"),
        ("a.rs", "rest"),
        ("a.rs", ".."),
        ("a.js", "// ...args are passed on to the callback"),
        ("a.js", ""),
    ] {
        assert!(!found(file, line), "{file}: {line}");
    }
}

#[test]
fn a_placeholder_that_search_quotes_is_content() {
    let line = &b"// ... existing code ..."[..];
    assert_eq!(placeholder(&[line], &[line, b"x"], language::of(b"a.js")), None);
    assert_eq!(placeholder(&[b"x"], &[b"x", line], language::of(b"a.js")), Some(1));
}

/// Returns whether a line is a placeholder where it takes the place of two others, and where it takes that of
/// none.
fn replacing(file: &str, line: &str) -> (bool, bool) {
    let kept: [&[u8]; 2] = [b"x = 1", b"return x"];
    let search: [&[u8]; 4] = [kept[0], b"y = 2", b"z = 3", kept[1]];
    let replace: [&[u8]; 3] = [kept[0], line.as_bytes(), kept[1]];
    let found = |search| placeholder(search, &replace, language::of(file.as_bytes())).is_some();
    (found(&search), found(&kept))
}

#[test]
fn an_example_in_a_document_may_be_abridged() {
    let found = |file: &str, text: &str| {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        placeholder(&[], &lines, language::of(file.as_bytes()))
    };
    let example = "# Title\n\n```ts\ntype A = {\n  // ... existing fields ...\n};\n```\n";
    assert_eq!(found("a.md", example), None);
    assert_eq!(found("a.md", &format!("{example}\n[rest of the file unchanged]\n")), Some(8));
    assert_eq!(found("a.md", "```\nx\n```\n<!-- ... rest of the file ... -->\n"), Some(3));
    assert_eq!(found("a.ts", example), Some(4));
}

#[test]
fn dots_stand_for_the_rest_of_a_line_that_goes() {
    let found = |search: &[&str], replace: &[&str]| {
        let [search, replace] =
            [search, replace].map(|lines| lines.iter().map(|line| line.as_bytes()).collect::<Vec<_>>());
        placeholder(&search, &replace, language::of(b"a.yml"))
    };
    let long = "- name: start the instances of the demo";
    assert_eq!(found(&[long, "a: 1"], &["- name: start the instances of...", "a: 2"]), Some(0));
    assert_eq!(found(&[long, "a: 1"], &["a: 2", "  - name: start the instances…"]), Some(1));
    // The line alone, too little of it, and another one.
    assert_eq!(found(&[long], &["- name: start the instances of..."]), None);
    assert_eq!(found(&[long, "a: 1"], &["- name: start...", "a: 2"]), None);
    assert_eq!(found(&[long, "a: 1"], &["- name: stop the instances of...", "a: 2"]), None);
    let dots = "- name: start the instances of the...";
    assert_eq!(found(&[dots, "a: 1"], &["- name: start the instances of...", "a: 2"]), None);
}
