//! File systems, filters, names and settings that are not those of most repositories.

use super::*;
use full::Need;
use place::edit;

#[test]
fn lines_that_end_otherwise_in_the_work_tree() {
    holds(|place| {
        for command in [
            &["config", "core.autocrlf", "true"][..],
            &["rm", "-qr", "--cached", "."],
            &["reset", "-q", "--hard"],
        ] {
            place.git(command);
        }
        assert_eq!(place.read("a.txt"), "one\r\ntwo\r\nthree\r\n");
        place.root()
    });
}

#[test]
fn files_that_a_filter_converts() {
    let place = Place::new(&FILES);
    for command in [
        &["config", "filter.caesar.clean", "tr a-y b-z"][..],
        &["config", "filter.caesar.smudge", "tr b-z a-y"],
    ] {
        place.git(command);
    }
    place.write(".gitattributes", "a.txt filter=caesar\n");
    place.git(&["add", "--renormalize", "."]);
    place.git(&["add", "."]);
    place.git(&["commit", "-qm", "filtered"]);
    let kind = Kind { place: &place, folder: place.root() };
    assert_eq!(kind.git(&["show", "HEAD:a.txt"]), "pof\nuxp\nuisff\n");
    // In the index alone its text is another one.
    kind.goes_everywhere_and_back(&["--index", "--commit"]);
}

#[test]
fn modes_that_git_is_not_to_look_at() {
    holds_after(&[&["config", "core.fileMode", "false"], &["config", "core.ignoreCase", "true"]]);
}

/// As macOS writes names: models write the composed form.
#[test]
fn a_name_in_another_normal_form_makes_no_twin_without_a_word() {
    let (there, given) = ("cafe\u{301}.txt", "caf\u{e9}.txt");
    let place = Place::new(&[(there, "one\n")]);
    let (_, err, code) = said(&place.run(&["apply"], &edit(given, "one", "ONE")));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains(&format!("'{there}'")), "{err}");
    assert!(!place.root().join(given).exists());
    let (_, err, code) = said(&place.run(&["apply"], &edit(given, "", "new")));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("where case or composition is ignored (macOS, Windows) they are one"), "{err}");
    assert_eq!(place.read(there), "one\n");
}

#[test]
fn objects_that_replace_others() {
    holds(|place| {
        let blob = place.git_says(&["rev-parse", "HEAD:sub/b.txt"]);
        place.write("../other", "other\n");
        let other = place.git_says(&["hash-object", "-w", "../other"]);
        place.git(&["replace", blob.trim(), other.trim()]);
        place.root()
    });
}

/// Renames there copy what they move, a folder of the lower layer cannot be renamed, and `RENAME_EXCHANGE` is not
/// known by every kernel.
#[test]
fn a_work_tree_in_layers_of_which_only_the_upper_one_is_written() {
    const TEST: &str = "a_work_tree_in_layers_of_which_only_the_upper_one_is_written";
    let place = Place::new(&FILES);
    let folder = |name: &str| {
        let folder = place.outside().join(name);
        std::fs::create_dir(&folder).expect("a folder");
        folder
    };
    let (upper, scratch, merged) = (folder("upper"), folder("scratch"), folder("merged"));
    let lower = place.root();
    let layers = ["lowerdir=", "upperdir=", "workdir="]
        .iter()
        .zip([&lower, &upper, &scratch])
        .map(|(name, folder)| format!("{name}{}", folder.display()))
        .collect::<Vec<_>>()
        .join(",");
    let target = merged.to_str().expect("UTF-8");
    let arguments = ["-t", "overlay", "overlay", "-o", &layers, target];
    if !place.run_program("mount", &lower, &arguments).status.success() {
        Need::Missing("no overlay can be mounted").is_met(TEST);
        return;
    }
    let tried = std::panic::catch_unwind(|| {
        Kind { place: &place, folder: merged.clone() }.goes_everywhere_and_back(&ALL);
        assert_eq!(place.git_says(&["status", "--porcelain"]), "", "the lower layer is as it was");
    });
    place.run_program("umount", &lower, &[target]);
    tried.unwrap_or_else(|cause| std::panic::resume_unwind(cause));
}

#[test]
fn a_folder_of_objects_in_which_only_new_files_can_be_made() {
    const TEST: &str = "a_folder_of_objects_in_which_only_new_files_can_be_made";
    let immutable = |place: &Place, flag: &str| {
        let packs = place.root().join(".git/objects/pack");
        let packs = packs.to_str().expect("UTF-8").to_owned();
        place.run_program("chattr", &place.root(), &["-R", flag, &packs]).status.success()
    };
    let place = Place::new(&FILES);
    place.git(&["gc", "-q"]);
    if !immutable(&place, "+i") {
        Need::Missing("chattr makes no file immutable").is_met(TEST);
        return;
    }
    let tried = std::panic::catch_unwind(|| {
        Kind { place: &place, folder: place.root() }.goes_everywhere_and_back(&ALL);
    });
    immutable(&place, "-i");
    tried.unwrap_or_else(|cause| std::panic::resume_unwind(cause));
}
