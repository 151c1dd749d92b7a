//! Replies that are sent once more.

use super::*;

/// Only the change of the batch, whatever was staged besides.
#[test]
fn a_reply_that_was_applied_is_staged_or_committed_when_it_is_sent_again() {
    for (way, arguments) in &WAYS[1..] {
        let place = Place::new(&[(FILE, TEXT), ("b.txt", TEXT)]);
        let reply =
            [edit(FILE, "2", "batch"), edit("b.txt", "2", "batch"), edit("new.txt", "", "new")].concat();
        staged(&place, "9");
        place.run(&["apply"], &reply);
        let (before, text) = (Held::of(&place), place.read(FILE));
        let head = place.git_says(&["rev-parse", "HEAD"]);
        let (_, stderr, code) = said(&place.run(arguments, &reply));
        assert_eq!(code, Some(0), "{way}: {stderr}");
        assert_eq!(place.read(FILE), text, "{way}");
        let batch = line(TEXT, "2", "batch");
        assert_eq!(place.git_says(&["show", ":a.txt"]), line(&batch, "9", "staged"), "{way}");
        assert_eq!(place.git_says(&["show", ":new.txt"]), "new\n", "{way}");
        if *way == "--commit" {
            assert_eq!(place.git_says(&["show", "HEAD:a.txt"]), batch);
            assert_eq!(place.git_says(&["status", "--porcelain"]), "M  a.txt\n");
        } else {
            assert_eq!(
                place.git_says(&["status", "--porcelain"]),
                "M  a.txt\nM  b.txt\nA  new.txt\n",
                "{way}"
            );
            assert_eq!(place.git_says(&["rev-parse", "HEAD"]), head);
        }
        let after = Held::of(&place);
        if *way != "--cached" {
            let (_, stderr, code) = said(&place.run(arguments, &reply));
            assert_eq!((code, Held::of(&place)), (Some(0), after.clone()), "{way}: {stderr}");
            assert!(stderr.contains("nothing to do: batch 1 applied this reply"), "{stderr}");
        }
        for (command, wanted) in [("undo", &before), ("redo", &after), ("undo", &before)] {
            let (_, stderr, code) = said(&place.run(&[command], ""));
            assert_eq!(code, Some(0), "{way}, {command}: {stderr}");
            assert_eq!(&Held::of(&place), wanted, "{way}, {command}");
        }
        sound(&place, way);
    }
}

#[test]
fn a_reply_sent_again_is_not_staged_where_the_index_has_other_lines() {
    let place = Place::new(&[(FILE, TEXT)]);
    let reply = edit(FILE, "2", "batch");
    place.run(&["apply"], &reply);
    let text = place.read(FILE);
    place.write(FILE, &line(TEXT, "2", "mine"));
    place.git(&["add", FILE]);
    place.write(FILE, &text);
    let before = Held::of(&place);
    for arguments in [&["apply", "--index"][..], &["apply", "--commit"]] {
        let (_, stderr, code) = said(&place.run(arguments, &reply));
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains("'a.txt'") && stderr.contains("nothing was written"), "{stderr}");
        assert_eq!(Held::of(&place), before);
    }
}
