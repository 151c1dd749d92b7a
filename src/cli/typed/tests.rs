//! Tests of the command line as it was typed.

use super::*;

fn typed(line: &str) -> Typed {
    let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
    let mut definition = crate::cli::args::command();
    definition.build();
    Typed::new(&words, definition)
}

fn again(line: &str, without: &[&str], with: &[&str]) -> String {
    let with: Vec<String> = with.iter().map(|&word| word.to_owned()).collect();
    typed(line).again(without, &with)
}

#[test]
fn a_command_is_named_with_more_options_and_its_own_reply() {
    for (typed, named) in [
        ("git-sr apply reply.md", "git sr apply --feedback reply.md"),
        ("git-sr apply", "git sr apply --feedback -"),
        ("git-sr apply -", "git sr apply --feedback -"),
        ("git-sr apply --retry ab --retries=2 a.md", "git sr apply --feedback a.md"),
        ("git-sr apply --stream --path a.rs", "git sr apply --feedback --path a.rs -"),
        ("git-sr apply --path a.rs", "git sr apply --feedback --path a.rs -"),
        ("git-sr apply --clipboard", "git sr apply --feedback --clipboard"),
        ("git-sr apply --clipboard a.md", "git sr apply --feedback --clipboard a.md"),
        ("git-sr apply --partial a*", "git sr apply --feedback --partial 'a*'"),
        ("git-sr apply -3 -- -x.md", "git sr apply --feedback -3 -- -x.md"),
        ("git-sr -C apply apply -m apply reply.md", "git sr -C apply apply --feedback -m apply reply.md"),
        ("git-sr check --directory s reply.md", "git sr apply -n --feedback --directory s reply.md"),
        ("git-sr diff reply.md", "git sr apply -n --feedback reply.md"),
        ("git-sr apply -C folder", "git sr apply --feedback -C folder -"),
        ("git-sr encode --format json -U3 reply.md", "git sr apply -n --feedback reply.md"),
        ("git-sr", "git sr apply --feedback <reply>"),
    ] {
        assert_eq!(again(typed, &[], &["--feedback"]), named, "{typed}");
    }
}

#[test]
fn a_reply_that_is_not_there_may_be_the_value_of_an_option() {
    let hint = |line: &str, name: &str| typed(line).hint(&Hint::NamedReply("name it", name.into()));
    for (line, name, meant) in [
        ("git-sr apply --partial block r.md", "block", "--partial=block"),
        ("git-sr apply --backup .x r.md", ".x", "--backup=.x"),
        ("git-sr apply -S KEY r.md", "KEY", "-SKEY"),
    ] {
        assert_eq!(hint(line, name), format!("is '{meant}' meant?"), "{line}");
    }
    for line in ["git-sr apply --partial=file x", "git-sr apply --exec a x", "git-sr apply y x"] {
        assert!(hint(line, "x").starts_with("name it: git sr apply <reply>"), "{line}");
    }
    let again = hint("git-sr apply --continue x", "x");
    assert!(again.starts_with("name it: git sr apply --continue <reply>"), "{again}");
}

#[test]
fn a_placeholder_stands_for_no_value_that_is_typed() {
    for (typed, named) in [
        ("git-sr apply r.md", "git sr apply --format pathless --path <file> r.md"),
        ("git-sr apply --path a.rs r.md", "git sr apply --format pathless --path a.rs r.md"),
        ("git-sr check --path=a.rs -", "git sr check --format pathless --path=a.rs -"),
    ] {
        assert_eq!(again(typed, &[], &["--format pathless", "--path <file>"]), named, "{typed}");
    }
}

#[test]
fn a_command_that_looks_stays_if_it_has_the_options_and_else_writes_nothing() {
    for (typed, with, named) in [
        ("git-sr diff -v r.md", "--partial=block", "git sr diff --partial=block -v r.md"),
        ("git-sr check r.md", "--partial=block", "git sr apply -n --partial=block r.md"),
        ("git-sr check r.md", "--format pairs", "git sr check --format pairs r.md"),
        ("git-sr parse r.md", "--format pairs", "git sr parse --format pairs r.md"),
        // Its own format is that in which it writes.
        ("git-sr encode --format json r.md", "--format pairs", "git sr apply -n --format pairs r.md"),
        ("git-sr encode -U3 r.md", "--allow .env", "git sr encode --allow .env -U3 r.md"),
    ] {
        assert_eq!(again(typed, &[], &[with]), named, "{typed}");
    }
}

#[test]
fn a_reply_that_is_named_wrong_is_asked_for_by_the_same_command() {
    for (line, named) in [("git-sr check no.md", "check"), ("git-sr encode -", "encode"), ("git-sr", "apply")]
    {
        let hint = typed(line).hint(&Hint::Reply("name it"));
        assert_eq!(hint, format!("name it: git sr {named} <reply>; or pipe it into 'git sr {named} -'"));
    }
    for (line, reads_copied) in [("git-sr apply", true), ("git-sr diff", false)] {
        let hint = typed(line).hint(&Hint::ReplyOrCopied("name it"));
        assert_eq!(hint.ends_with("; --clipboard reads what was copied"), reads_copied, "{line}");
    }
}

#[test]
fn a_reply_whose_place_the_message_for_the_model_took_is_named_otherwise() {
    let typed = "git-sr apply --feedback --clipboard --path a.rs";
    assert_eq!(again(typed, &[], &["--force"]), "git sr apply --force --feedback --path a.rs <reply>");
}

#[test]
fn a_reply_comes_from_standard_input_where_none_is_named_or_a_dash_is() {
    for line in ["git-sr apply", "git-sr apply -", "git-sr diff --path a.rs", "git-sr apply - b.md"] {
        assert!(typed(line).reads_input(), "{line}");
    }
    for line in ["git-sr apply a.md", "git-sr apply --clipboard", "git-sr apply -m - a.md"] {
        assert!(!typed(line).reads_input(), "{line}");
    }
}

#[test]
fn an_option_goes_with_its_value() {
    for (typed, named) in [
        ("git-sr apply --exec false reply.md", "git sr apply reply.md"),
        ("git-sr apply --exec=false reply.md", "git sr apply reply.md"),
        ("git-sr apply -mtext -F file reply.md", "git sr apply -F file reply.md"),
        ("git-sr apply -em text reply.md", "git sr apply reply.md"),
        ("git-sr apply reply.md -- --exec", "git sr apply reply.md -- --exec"),
        ("git-sr apply --partial=file reply.md", "git sr apply reply.md"),
    ] {
        assert_eq!(again(typed, &["exec", "message", "partial"], &[]), named, "{typed}");
    }
}

#[test]
fn a_file_that_an_option_took_as_its_value_may_be_the_reply() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("r.md"), "").expect("to write");
    let start = folder.path().to_str().expect("UTF-8");
    let swallowed = |line: &str| typed(&format!("git-sr -C {start} {line}")).swallowed();
    for (line, named) in [
        ("apply --exec r.md", "apply --exec <command> r.md"),
        ("apply --retry r.md -3", "apply --retry <command> -3 r.md"),
        ("diff --match r.md", "diff --match <tier> r.md"),
        ("apply -em r.md", "apply -em <msg> r.md"),
    ] {
        let hint = swallowed(line).expect(line);
        assert!(hint.ends_with(&format!("if it is the reply: git sr -C {start} {named}")), "{hint}");
    }
    for line in [
        "apply --exec gone.md", "apply --exec=r.md", "apply --exec r.md r.md", "apply --exec r.md -",
        // These take files.
        "apply -F r.md", "apply --path r.md", "apply --include r.md",
    ] {
        assert_eq!(swallowed(line), None, "{line}");
    }
}
