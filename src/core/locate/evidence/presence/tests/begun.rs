//! Insertions of which the first lines are beside their place.

use super::*;

#[test]
fn lines_that_only_begin_something_prove_a_part_where_nothing_follows_them() {
    let (search, decorated) = ("mod first;\n", "#[path = \"second_part.rs\"]\n");
    let replace = format!("{search}{decorated}mod second;\n");
    assert_eq!(asked(&format!("{search}{decorated}"), search, &replace), Presence::Unclear);
    assert_eq!(asked(&format!("{search}{decorated}\nmod third;\n"), search, &replace), Presence::Unclear);
    assert_eq!(asked(&format!("{search}{decorated}mod third;\n"), search, &replace), Presence::Absent);
}

#[test]
fn an_item_whose_last_lines_were_edited_since_is_told_by_its_head() {
    let item = |name: &str, end: &str| {
        format!("int {name}(int a)\n{{\n    log_value(\"first\", a);\n    {end}\n}}\n")
    };
    let (first, second) = (item("the_first", "return one(a);"), item("the_second", "return one(a);"));
    let edited = second.replace("one(a)", "one(a, 1)");
    let search = "    return one(a);\n}\n";
    let replace = format!("{search}\n{second}");
    assert_eq!(asked(&format!("{first}\n{edited}"), search, &replace), Presence::Unclear);
    let other = edited.replace("second", "third");
    assert_eq!(asked(&format!("{first}\n{other}"), search, &replace), Presence::Absent);
}
