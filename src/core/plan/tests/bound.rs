//! New lines and the lines that they are bound to.

use super::*;

#[test]
fn what_is_bound_to_the_line_above_precedes_what_is_bound_to_the_line_below() {
    let file = "def a():\n    return 1\ndef b():\n    return 2\n";
    let blocks = [
        ("def b():\n", "@deco\ndef b():\n"),
        ("    return 1\n", "    return 1\ndef helper():\n    return 5\n"),
    ];
    let made = "def a():\n    return 1\ndef helper():\n    return 5\n@deco\ndef b():\n    return 2\n";
    assert_eq!(changed(file, &blocks), Ok(made.into()));
}

#[test]
fn nothing_is_bound_to_a_line_that_another_block_removes() {
    let file = "def a():\n    return 1\ndef b():\n    return 2\n";
    let (remove, insert) = (("def b():\n    return 2\n", ""), ("def b():\n", "@deco\ndef b():\n"));
    assert_eq!(changed(file, &[remove, insert]), Err(vec!["overlap", "overlap"]));
    assert_eq!(changed(file, &[insert, remove]), Err(vec!["overlap", "overlap"]));
}

#[test]
fn lines_beside_a_blank_edge_that_the_file_lacks_are_not_put_between_others() {
    let block = [("\ndef get_user(user_id):\n", "\ndef helper():\n    return 2\n\ndef get_user(user_id):\n")];
    let file = |between: &str| format!("import x\n{between}def get_user(user_id):\n    return 1\n");
    assert_eq!(changed(&file("@route\n"), &block), Err(vec!["not-found"]));
    let made = file("\ndef helper():\n    return 2\n\n");
    assert_eq!(changed(&file("\n"), &block), Ok(made));
}
