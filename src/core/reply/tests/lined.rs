//! Edits by line numbers.

use super::*;

/// The lines and rows of each edit: `first..end`, and the text.
fn changes(reply: &str) -> Vec<(usize, usize, String)> {
    let found = read(reply);
    assert_eq!(found.faults, [], "{reply}");
    let change = |block: &Block<'_>| {
        let Operation::Edit(edit) = &block.operation else { panic!("not an edit: {block:?}") };
        let Extent::Numbered(LineRange { first, end }) = edit.hints.extent else { panic!("not numbered") };
        assert_eq!(
            (block.base, block.path[0].text.as_slice()),
            (Some(&b"0123456789ab"[..]), &b"src/a.rs"[..])
        );
        (first, end, text(edit.readings().next().expect("a reading").replace))
    };
    found.blocks.iter().map(change).collect()
}

fn errors(reply: &str) -> Vec<(usize, FaultKind)> {
    faults(reply)
}

const HEAD: &str = "[src/a.rs#0123456789ab]\n";

#[test]
fn places_are_lines_and_gaps_between_them() {
    for (place, first, end) in [
        ("3.=5", 2, 5),
        ("3-5", 2, 5),
        ("3..5", 2, 5),
        ("3 … 5", 2, 5),
        ("3", 2, 3),
        ("<3", 2, 2),
        (">3", 3, 3),
        (">0", 0, 0),
        (">$", usize::MAX, usize::MAX),
    ] {
        assert_eq!(changes(&format!("{HEAD}PUT {place}:\n+x\n")), [(first, end, "x\n".into())], "{place}");
    }
    assert_eq!(changes(&format!("{HEAD}CUT 3.=5\n")), [(2, 5, String::new())]);
    for place in ["5.=3", "0", "<0", "x", "3.=", "99999999999999999999999"] {
        let reply = format!("*** Begin Patch\n{HEAD}CUT 1\nPUT {place}:\n+x\n*** End Patch\n");
        assert_ne!(errors(&reply), [], "{place}");
    }
}

#[test]
fn the_end_of_another_frame_is_a_line_that_is_no_edit() {
    let fault = |line, text: &str| (line, Malformed::Line { text: text.into() }.into());
    assert_eq!(errors(&format!("```\n{HEAD}CUT 1\n*** End Patch\n```\n")), [fault(4, "*** End Patch")]);
    let open = (1, Malformed::Open { end: "*** End Patch" }.into());
    assert_eq!(errors(&format!("*** Begin Patch\n{HEAD}CUT 1\n```\n")), [open, fault(4, "```")]);
}

#[test]
fn that_a_patch_is_not_closed_is_said_in_the_order_of_the_reply() {
    let reply = format!("*** Begin Patch\n{HEAD}PUT 3:\n+x\nno line of it\nCUT x\n");
    for format in [None, Format::named("lined")] {
        let faults = parse(reply.as_bytes(), &Options { format, ..Options::default() }).faults;
        assert!(faults.len() > 1, "{faults:?}");
        assert!(faults.is_sorted_by_key(|fault| fault.line), "{faults:?}");
    }
}

#[test]
fn rows_have_signs_or_none_in_a_frame() {
    let patch = |rows: &str| format!("*** Begin Patch\n{HEAD}PUT 3:\n{rows}*** End Patch\n");
    for (rows, text) in [
        ("+a\n+\n+ b\n", "a\n\n b\n"),
        ("a\n\n b\n", "a\n\n b\n"),
        ("+3:a\n+4: b\n", "a\n b\n"),
        ("3:a\n4: b\n", "a\n b\n"),
        ("+3:a\n+5: b\n", "3:a\n5: b\n"),
        ("+80:a\n", "80:a\n"),
    ] {
        assert_eq!(changes(&patch(rows)), [(2, 3, text.into())], "{rows}");
    }
    for rows in ["+a\nb\n", "a\n+b\n", "+a\n\n+b\n", ""] {
        assert_eq!(errors(&patch(rows)).len(), 1, "{rows}");
    }
    let no_sign = |line| (line, Malformed::NoSign { text: "a".into() }.into());
    assert_eq!(errors(&format!("{HEAD}PUT 3:\na\n")), [no_sign(3)]);
    assert_eq!(errors(&format!("{HEAD}PUT 3:\na\n\nCUT 5\n")), [no_sign(3)]);
    assert_eq!(changes(&format!("```\n{HEAD}PUT 3:\na\n```\n")), [(2, 3, "a\n".into())]);
}

#[test]
fn edits_end_with_their_frame_or_their_rows() {
    let reply = format!("Done:\n\n{HEAD}PUT 3:\n+a\n\nCUT 5\n\nThat is it.\n");
    assert_eq!(changes(&reply).len(), 2);
    assert_eq!(
        errors(&format!("*** Begin Patch\n{HEAD}CUT 3\n")),
        [(1, Malformed::Open { end: "*** End Patch" }.into())]
    );
    assert_eq!(errors(&format!("```\n{HEAD}CUT 3\n")), [(2, Malformed::Open { end: "```" }.into())]);
    assert_eq!(errors(&format!("{HEAD}CUT 3\nmore\n")), []);
    assert_eq!(errors(&format!("{HEAD}PUT 3:\n+a\nmore\n")).len(), 1);
    let prose = format!("{HEAD}is how a file begins.\n");
    assert_eq!((read(&prose).blocks.len(), errors(&prose)), (0, vec![]));
}

#[test]
fn white_space_around_an_edit_is_none_of_it() {
    for change in ["PUT 2.=2:  \n+x\n", "  PUT 2.=2:\n+x\n"] {
        assert_eq!(changes(&format!("{HEAD}{change}")), [(1, 2, "x\n".into())], "{change}");
    }
}

#[test]
fn a_line_that_may_be_an_edit_is_not_passed_over() {
    let good = "[src/b.rs#0123456789ab]\nPUT 1:\n+x\n";
    for (bad, line) in [
        (format!("{HEAD}put 2.=2:\n+x\n"), 1),
        (format!("{HEAD}PUT 2.=2\n+x\n"), 1),
        (format!("{HEAD}REPLACE 2.=2:\n+x\n"), 1),
        (format!("{HEAD}no idea\n"), 1),
        (format!("{HEAD}PUT 1:\n+x\nput 3:\n+y\n"), 4),
        ("**[src/a.rs#0123456789ab]**\nPUT 2.=2:\n+x\n".into(), 2),
    ] {
        let lines: Vec<usize> = errors(&format!("{bad}\n{good}")).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines.first(), Some(&line), "{bad}");
    }
    // The file as it was shown, and words about it.
    for text in
        [format!("{HEAD}1:use std;\n2:\n"), format!("{HEAD}\nIt stays as it is.\n"), "PUT it there:\n".into()]
    {
        assert_eq!(errors(&format!("{text}\n{good}")), [], "{text}");
    }
}

#[test]
fn a_file_is_removed_or_moved() {
    let reply =
        format!("*** Begin Patch\n{HEAD}CUT 3\nMV src/b.rs\nCUT 5\n[c.rs#0123456]\nREM\n*** End Patch\n");
    let found = read(&reply);
    assert_eq!(found.faults, []);
    let paths: Vec<String> = found.blocks.iter().map(|block| block.path[0].text.to_string()).collect();
    assert_eq!(paths, ["src/a.rs", "src/a.rs", "src/b.rs", "c.rs"]);
    assert!(matches!(&found.blocks[1].operation, Operation::Rename(to) if to[0].text == "src/b.rs"));
    assert_eq!(found.blocks[3].operation, Operation::Delete);
}

#[test]
fn a_block_below_a_header_is_based_on_its_version() {
    let reply = format!("{HEAD}{BLOCK}\n```\n{HEAD}\n{BLOCK}```\n");
    let found = read(&reply);
    assert_eq!((found.faults, found.blocks.len()), (vec![], 2));
    for block in &found.blocks {
        assert_eq!(
            (block.path[0].text.as_slice(), block.base),
            (&b"src/a.rs"[..], Some(&b"0123456789ab"[..]))
        );
    }
}

#[test]
fn edits_that_end_in_the_sign_of_a_row_are_cut_off() {
    let reply = "[a.txt#cbf407fcc75f]\nPUT 2:\n+two\n+";
    assert_eq!(faults(reply), [(1, Malformed::CutOff.into())]);
    assert_eq!(faults(&format!("{reply}\n")), []);
    assert_eq!(faults(reply.trim_end_matches("\n+")), []);
}
