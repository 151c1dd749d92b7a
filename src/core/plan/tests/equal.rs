//! Equal blocks, equal changes, and places that are equal.

use super::*;

#[test]
fn equal_blocks_take_as_many_places_in_order() {
    let plan = plan_of("x\na\nx\n", &[("x\n", "y\n"), ("x\n", "y\n")]);
    assert_eq!((laid(&plan, 0).1, laid(&plan, 1).1), (Some(0..1), Some(2..3)));
    assert_eq!(notes(&plan), [[Note::OneOfMany], [Note::OneOfMany]]);
    assert_eq!(
        outcomes(&plan_of("x\nx\nx\n", &[("x\n", "y\n"), ("x\n", "y\n")])),
        ["ambiguous", "ambiguous"]
    );
}

#[test]
fn equal_blocks_for_one_place_collapse() {
    for replace in ["y\n", "x\ny\n"] {
        let plan = plan_of("x\n", &[("x\n", replace), ("x\n", replace)]);
        assert_eq!(outcomes(&plan), ["applied", "applied"]);
        assert_eq!(notes(&plan), [&[][..], &[Note::Collapsed]]);
        assert_eq!(changed("x\n", &[("x\n", replace), ("x\n", replace)]), Ok(replace.into()));
    }
}

#[test]
fn equal_blocks_for_one_place_in_the_result_collapse() {
    let blocks = [("a\n", "a\nb\n"), ("b\n", "b\nc\n"), ("b\n", "b\nc\n")];
    assert_eq!(changed("a\n", &blocks), Ok("a\nb\nc\n".into()));
    assert_eq!(plan_of("a\n", &blocks).blocks[2].notes, [Note::Collapsed]);
    let blocks = [("a\n", "b\n"), ("b\n", "c\n"), ("b\n", "c\n")];
    assert_eq!(changed("a\n", &blocks), Ok("c\n".into()));
}

#[test]
fn the_one_place_that_no_earlier_block_changes_is_meant() {
    let blocks = [("one\nx\n", "one\ny\n"), ("x\n", "z\n")];
    assert_eq!(changed("one\nx\ntwo\nx\n", &blocks), Ok("one\ny\ntwo\nz\n".into()));
    assert_eq!(plan_of("one\nx\ntwo\nx\n", &blocks).blocks[1].notes, [Note::OneOfMany]);
    // The other block may say once more what the first one does.
    let again = [("one\nx\n", "one\ny\n"), ("x\n", "y\n")];
    assert_eq!(changed("one\nx\ntwo\nx\n", &again), Err(vec!["applied", "ambiguous"]));
    let later = [("x\n", "z\n"), ("one\nx\n", "one\ny\n")];
    assert_eq!(changed("one\nx\ntwo\nx\n", &later), Err(vec!["ambiguous", "applied"]));
}

#[test]
fn equal_changes_of_different_blocks_collapse() {
    let blocks = [("a\nb\n", "a\nx\n"), ("b\nc\n", "x\nc\n")];
    assert_eq!(changed("a\nb\nc\n", &blocks), Ok("a\nx\nc\n".into()));
    assert_eq!(plan_of("a\nb\nc\n", &blocks).blocks[1].notes, [Note::Collapsed]);
}

#[test]
fn collapsed_blocks_name_the_same_lines() {
    let plan = plan_of("a\n", &[("a\n", "a\nb\n"), ("a\n", "a\nb\n")]);
    assert_eq!((laid(&plan, 0).2, laid(&plan, 1).2), (Some(0..2), Some(0..2)));
}

#[test]
fn equal_blocks_of_two_replies_are_one() {
    let reply = on_f(&[("x\n", "y\n")]);
    let outcomes_of = |text: &str| {
        let parsed = || reply::parse(reply.as_bytes(), &reply::Options::default());
        let sources = ["a", "b"].map(|name| Source { name: name.into(), reply: parsed() });
        let policy = Policy::new(Rules::default()).expect("no rules");
        outcomes(&plan(&sources, &policy, &settings(), &Fake::new(&[("f.txt", text)])))
    };
    assert_eq!(outcomes_of("x\na\nx\n"), ["ambiguous", "ambiguous"]);
    assert_eq!(outcomes_of("x\na\n"), ["applied", "applied"]);
}

#[test]
fn every_place_is_one_of_the_result() {
    let file = "def get_user(i):\n    return DB[i]\n\n\ndef show(i):\n    print(get_user(i))\n";
    let after = |edits: serde_json::Value| {
        let reply = serde_json::json!({"file_path": "a.py", "edits": edits}).to_string();
        applied(&[("a.py", file)], &reply).expect("applied").remove("a.py").expect("a file")
    };
    let every = serde_json::json!({"old_string": "get_user", "new_string": "fetch", "replace_all": true});
    let added = serde_json::json!({"old_string": "def show(i):", "new_string": "def name(i):\n    return get_user(i).name\n\n\ndef show(i):"});
    let new = file.replace("def show", "def name(i):\n    return get_user(i).name\n\n\ndef show");
    assert_eq!(after(serde_json::json!([added, every])), new.replace("get_user", "fetch"));
    let changed = serde_json::json!({"old_string": "get_user(i))", "new_string": "get_user(i), 1)"});
    assert_eq!(
        after(serde_json::json!([changed, every])),
        file.replace("(i))", "(i), 1)").replace("get_user", "fetch")
    );
}

#[test]
fn lines_that_an_earlier_block_adds_once_more_are_at_two_places() {
    let file = "fn a() {\n    check();\n    send(1);\n}\n";
    let copies = ("    send(1);\n}\n", "    send(1);\n}\n\nfn b() {\n    check();\n    send(1);\n}\n");
    let classes = |edits: &[(&str, &str)]| outcomes(&planned(&[("f.txt", file)], &on_f(edits)));
    let changes = ("    send(1);\n", "    send(2);\n");
    assert_eq!(classes(&[copies, changes]), ["applied", "ambiguous"]);
    assert_eq!(classes(&[changes, copies]), ["applied", "applied"]);
    assert_eq!(classes(&[copies, ("fn a() {\n", "fn first() {\n")]), ["applied", "applied"]);
    // The lines become a function that is called in their place.
    let called = ("    check();\n    send(1);\n", "    both();\n");
    let made = ("fn a() {\n", "fn both() {\n    check();\n    send(1);\n}\n\nfn a() {\n");
    assert_eq!(classes(&[made, called]), ["applied", "applied"]);
}

#[test]
fn places_that_leave_the_same_file_are_one() {
    let twice = "if a:\n    one()\nelse:\n    other(2)\nelse:\n    other(2)\nend()\n";
    let pair = "else:\n    other(2)\n";
    let left = twice.replacen(pair, "", 1);
    assert_eq!(changed(twice, &[(pair, "")]), Ok(left));
    assert_eq!(changed("x\nx\nx\n", &[("x\nx\n", "x\n")]), Ok("x\nx\n".into()));
    // Another text at each; with other lines between them; with other ends; where another block writes between them.
    for (text, search, replace) in [
        ("x\nx\n", "x\n", "y\n"),
        ("x\nz\nx\n", "x\n", ""),
        ("x\r\nx\n", "x\n", ""),
        ("x \nx\n", "x  \n", ""),
    ] {
        assert_eq!(changed(text, &[(search, replace)]), Err(vec!["ambiguous"]), "{text:?}");
    }
    let between = [("x\na\n", "x\nnew\na\n"), ("a\n", "")];
    assert_eq!(changed("x\na\na\n", &between), Err(vec!["applied", "ambiguous"]));
    // A line more of a kind that is there already.
    assert_eq!(
        changed("call(1, 2)\ncall(1, 2)\n", &[("call(1, 2)\n", "call(1, 2)\ncall(1, 2)\n")]),
        Err(vec!["duplicate"])
    );
    // Two of three, by equal blocks.
    assert_eq!(changed("x\nx\nx\n", &[("x\n", ""), ("x\n", "")]), Err(vec!["ambiguous"; 2]));
}

#[test]
fn of_equal_lines_those_go_that_no_other_block_keeps() {
    let part = "def settings():\n    return render_it(1)\n";
    let text = format!("a()\n\n{part}\nadd_rule(settings)\nb()\n\n{part}\nend()\n");
    let with_rule = format!("{part}\nadd_rule(settings)\n");
    let keeps = (with_rule.as_str(), part);
    let takes = (part, "");
    let left = format!("a()\n\n{part}b()\n\n\nend()\n");
    let made = changed(&text, &[keeps, takes]);
    assert_eq!(made, Ok(left.clone()));
    assert_eq!(changed(&text, &[takes, keeps]), Ok(left));
    // Three of them; a block that changes them; one that keeps a part of them; of which the place is not clear.
    let three = format!("{text}{part}");
    assert_eq!(changed(&three, &[keeps, takes]), Err(vec!["applied", "ambiguous"]));
    let other = part.replace('1', "2");
    let writes = (part, other.as_str());
    assert_eq!(changed(&text, &[keeps, writes]), Err(vec!["applied", "ambiguous"]));
    let in_part = ("    return render_it(1)\n\nadd_rule(settings)\n", "    return render_it(1)\n");
    assert_eq!(changed(&text, &[in_part, takes]), Err(vec!["applied", "ambiguous"]));
    let twice = format!("{text}{text}");
    assert_eq!(changed(&twice, &[keeps, takes]), Err(vec!["ambiguous"; 2]));
}
