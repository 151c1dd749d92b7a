//! Replies in every format that is read, with some of their bytes lost, doubled or in another place.

mod fake;

use fake::{Files, left, planned_in};
use git_sr::core::{
    plan::Plan,
    reply::{self, FORMATS, Format, Options},
};
use proptest::prelude::*;

/// A reply in each format, for the files of [`files`].
const REPLIES: &[(&str, &str)] = &[
    (
        "diff",
        "Done.\n\nsrc/a.rs\n```rust\n<<<<<<< SEARCH\n    two();\n=======\n    three();\n>>>>>>> REPLACE\n```\n\nb.txt\n\
         <<<<<<< RENAME\nc.txt\n>>>>>>> RENAME\n\nnew.md\n<<<<<<< SEARCH\n=======\n# New\n>>>>>>> REPLACE\n",
    ),
    ("pathless", "<<<<<<< SEARCH\n    two();\n=======\n    three();\n>>>>>>> REPLACE\n"),
    ("cline", "src/a.rs\n------- SEARCH\n    two();\n=======\n    three();\n+++++++ REPLACE\n"),
    (
        "apply-patch",
        "*** Begin Patch\n*** Update File: src/a.rs\n*** Move to: src/c.rs\n@@ fn one() {\n-    two();\n+    three();\n }\n\
         *** Add File: new.md\n+# New\n*** Delete File: b.txt\n*** End Patch\n",
    ),
    (
        "anchored",
        "src/a.rs\n««« EDIT\nfn one() {\n───────\n    two();\n═══════\n    three();\n───────\n}\n»»»\n",
    ),
    (
        "lined",
        "*** Begin Patch\n[src/a.rs#0123456789ab]\nPUT 2.=2:\n+    three();\nCUT 3\nMV src/c.rs\n[b.txt#0123456789ab]\nREM\n\
         *** End Patch\n",
    ),
    (
        "json",
        "```json\n[{\"path\": \"src/a.rs\", \"old_string\": \"two\", \"new_string\": \"caf\\u00e9\"},\n\
         {\"command\": \"insert\", \"path\": \"b.txt\", \"insert_line\": 1, \"insert_text\": \"x\\n\"}]\n```\n",
    ),
    (
        "xml",
        "<apply_diff>\n<path>src/a.rs</path>\n<diff>\n<<<<<<< SEARCH\n:start_line:2\n-------\n    two();\n=======\n    three();\n\
         >>>>>>> REPLACE\n</diff>\n</apply_diff>\n<write_to_file>\n<path>new.md</path>\n<content>\n# New\n</content>\n</write_to_file>\n",
    ),
    (
        "udiff",
        "```diff\ndiff --git a/src/a.rs b/src/a.rs\n--- a/src/a.rs\n+++ b/src/a.rs\n@@ -1,3 +1,3 @@\n fn one() {\n-    two();\n\
         +    three();\n }\n--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+# New\n\\ No newline at end of file\n```\n",
    ),
    (
        "pairs",
        "In `src/a.rs`, replace this:\n\n```rust\n    two();\n```\n\nwith:\n\n```rust\n    three();\n```\n\n1. Find\n   ~~~~\n   one\n   ~~~~\n   and replace it with\n   ~~~~\n   1\n   ~~~~\n",
    ),
    (
        "whole",
        "src/a.rs\n\n```rust\nfn one() {\n    three();\n}\n```\n\n1. b.txt\n   ~~~~\n   one\n   ~~~~\n",
    ),
    ("fenced-file", "```rust:src/a.rs\nfn one() {\n    three();\n}\n```\n"),
    ("file-marker", "FILE: src/a.rs\n```\nfn one() {\n    three();\n}\n```\n"),
];

/// Texts that mean something in a path or in a format.
const TEXTS: &[&str] = &[
    "../", "/", "\\", ".git/", "~/", "C:", "\0", "\n", "\r", "```", "\"", "\\303", "é", "«", "*** ", "+++ ",
    "@@ ", "=======\n", "<think>", "</think>", "#", ":", "0", "99999999999999999999", "]", "}", "{",
];

fn files() -> Files {
    [("src/a.rs", "fn one() {\n    two();\n}\n"), ("b.txt", "one\r\ntwo")]
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into()
}

/// A change of a text at two of its places.
#[derive(Clone, Debug)]
enum Mutation {
    Remove,
    Double,
    Swap,
    Cut,
    Insert(&'static str),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        2 => Just(Mutation::Remove),
        2 => Just(Mutation::Double),
        2 => Just(Mutation::Swap),
        1 => Just(Mutation::Cut),
        4 => prop::sample::select(TEXTS).prop_map(Mutation::Insert),
    ]
}

impl Mutation {
    fn make(&self, text: &mut Vec<u8>, places: [usize; 2]) {
        let [one, other] = places.map(|place| place % (text.len() + 1));
        let part = one.min(other)..one.max(other);
        match self {
            Self::Remove => drop(text.drain(part)),
            Self::Double => {
                let copy = text[part.clone()].to_vec();
                text.splice(part.end..part.end, copy);
            }
            Self::Swap if part.end < text.len() => text.swap(part.start, part.end),
            Self::Swap => {}
            Self::Cut => text.truncate(one),
            Self::Insert(new) => drop(text.splice(one..one, new.bytes())),
        }
    }
}

/// Plans a reply, and checks that its paths are those of files in the work tree.
fn assert_sound(format: Option<&'static Format>, reply: &[u8]) -> Plan {
    let files = files();
    let plan = planned_in(&Options { format, ..Options::default() }, &files, reply);
    left(&files, &plan);
    for file in &plan.files {
        let path = file.edited.change.path.as_bstr().to_string();
        let is_inside = |part: &str| !["", ".", ".."].contains(&part) && !part.eq_ignore_ascii_case(".git");
        assert!(path.split('/').all(is_inside), "{path}");
    }
    plan
}

#[test]
fn every_format_has_a_reply_that_is_planned() {
    for format in FORMATS.iter().filter(|format| format.help().is_some()) {
        let reply = REPLIES.iter().find(|(id, _)| *id == format.id);
        let (_, reply) = reply.unwrap_or_else(|| panic!("{}", format.id));
        let found = reply::parse(
            reply.as_bytes(),
            &Options { format: Some(format), path: Some("src/a.rs".into()), ..Options::default() },
        );
        assert!(!found.blocks.is_empty() && found.faults.is_empty(), "{}: {found:?}", format.id);
        assert_sound(None, reply.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn mutated_replies_are_planned_within_the_work_tree(
        which in 0..REPLIES.len(),
        mutations in prop::collection::vec((mutation(), any::<[usize; 2]>()), 1..6),
    ) {
        let (id, reply) = REPLIES[which];
        let mut reply = reply.as_bytes().to_vec();
        for (mutation, places) in mutations {
            mutation.make(&mut reply, places);
        }
        assert_sound(None, &reply);
        assert_sound(Format::named(id), &reply);
    }
}
