mod absolute;

use super::*;

/// Files by name; `->` marks a link. Their folders are there too.
struct Fake(&'static [&'static str]);

impl Tree for Fake {
    fn root(&self) -> &[u8] {
        b"/x/repo"
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        let path = path.as_bstr().to_string();
        if self.0.contains(&path.as_str()) {
            Kind::File
        } else if self.0.contains(&format!("->{path}").as_str()) {
            Kind::Link
        } else if self.0.iter().any(|file| file.starts_with(&format!("{path}/"))) {
            Kind::Directory
        } else {
            Kind::Absent
        }
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        let end = format!("/{}", suffix.as_bstr());
        let ends = |file: &&&str| format!("/{file}").ends_with(&end);
        self.0.iter().filter(ends).take(limit).map(|file| path(file)).collect()
    }

    fn is_here(&self, absolute: &[u8]) -> bool {
        absolute.starts_with(b"/here/") || absolute.starts_with(b"/x/")
    }
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text.as_bytes()).expect("a path")
}

fn plain(text: &str) -> PathCandidate {
    PathCandidate::new(text, true)
}

fn ask(text: &str, purpose: Purpose, files: &'static [&'static str]) -> Result<Resolved, ResolveError> {
    resolve(&[plain(text)], &Context { directory: None, purpose }, &Fake(files))
}

fn named(text: &str, purpose: Purpose, files: &'static [&'static str]) -> Option<(String, Vec<Note>)> {
    ask(text, purpose, files).ok().map(|found| (found.path.as_bstr().to_string(), found.notes))
}

fn way(text: &str, purpose: Purpose) -> Option<Outside> {
    match ask(text, purpose, &["src/a.rs"]) {
        Err(ResolveError::Outside { way, .. }) => Some(way),
        _ => None,
    }
}

#[test]
fn backslashes_and_dot_slash_go_silently() {
    for text in ["src/a.rs", r"src\a.rs", "./src/a.rs", r".\src\a.rs", "././src/a.rs"] {
        assert_eq!(named(text, Purpose::Edit, &["src/a.rs"]), Some(("src/a.rs".into(), vec![])), "{text}");
    }
}

#[test]
fn a_side_goes_only_if_the_whole_path_is_not_there() {
    let stripped = Some(("x.rs".into(), vec![Note::Stripped("b/")]));
    assert_eq!(named("b/x.rs", Purpose::Edit, &["x.rs"]), stripped);
    assert_eq!(named("b/x.rs", Purpose::Edit, &["x.rs", "b/x.rs"]), Some(("b/x.rs".into(), vec![])));
    let below = named("b/x.rs", Purpose::Edit, &["x.rs", "lib/b/x.rs"]);
    assert_eq!(below.map(|found| found.0), Some("lib/b/x.rs".into()));
    assert_eq!(named("b/x.rs", Purpose::Edit, &["x.rs", "lib/b/x.rs", "old/b/x.rs"]), None);
}

#[test]
fn a_side_is_a_folder_of_a_path_that_lost_its_own() {
    let bare = PathCandidate { is_bare: true, ..plain("b/x.rs") };
    let ask = |purpose| {
        let context = Context { directory: None, purpose };
        resolve(std::slice::from_ref(&bare), &context, &Fake(&["x.rs"])).map(|found| found.path)
    };
    assert_eq!(ask(Purpose::Create), Ok(path("b/x.rs")));
    assert!(ask(Purpose::Edit).is_err());
    let context = Context { directory: None, purpose: Purpose::Create };
    let typed = resolve(&[PathCandidate::bare("@types/a.d.ts")], &context, &Fake(&["types/a.d.ts"]));
    assert_eq!(typed.map(|found| found.path), Ok(path("@types/a.d.ts")));
}

#[test]
fn a_side_stays_on_a_new_file() {
    for (text, purpose) in
        [("b/new.rs", Purpose::Create), ("a/x.rs", Purpose::Create), ("b/x.rs", Purpose::Delete)]
    {
        assert_eq!(named(text, purpose, &["x.rs"]), Some((text.into(), vec![])), "{text}");
    }
}

#[test]
fn the_sign_of_a_mention_goes_if_nothing_has_it_in_its_name() {
    let read = |text, purpose, there| named(text, purpose, there).map(|it| (it.0, it.1.len()));
    for purpose in [Purpose::Edit, Purpose::Create, Purpose::Delete, Purpose::RenameTarget] {
        for text in ["@src/a.rs", "@/src/a.rs"] {
            assert_eq!(read(text, purpose, &["src/a.rs"]), Some(("src/a.rs".into(), 1)), "{text}");
        }
        let both: &[_] = &["a.rs", "@a.rs"];
        assert_eq!(read("@a.rs", purpose, both), Some(("@a.rs".into(), 0)), "{purpose:?}");
    }
    let typed: &[_] = &["@types/y.d.ts"];
    let sources: &[_] = &["src/a.rs"];
    for (text, there, path) in [
        ("@new.md", sources, "new.md"),
        ("@src/new.rs", sources, "src/new.rs"),
        ("@types/x.d.ts", typed, "@types/x.d.ts"),
        ("@types/x.d.ts", sources, "@types/x.d.ts"),
        ("@.git/config", sources, "@.git/config"),
        ("@{-1}", sources, "@{-1}"),
    ] {
        let found = read(text, Purpose::Create, there).map(|(path, _)| path);
        assert_eq!(found, Some(path.into()), "{text}");
    }
    assert_eq!(way("@../a.rs", Purpose::Create), Some(Outside::Parent));
}

#[test]
fn what_cannot_be_a_path_is_bad() {
    for text in ["", ".", "./", "./.git/config", ".//x", "a//b", ".git", "src/a.rs\r"] {
        assert!(matches!(ask(text, Purpose::Create, &[]), Err(ResolveError::Bad { .. })), "{text:?}");
    }
}

#[test]
fn a_refused_first_candidate_is_not_replaced_by_the_next() {
    let candidates = [plain("../x"), plain("x")];
    let context = Context { directory: None, purpose: Purpose::Edit };
    let found = resolve(&candidates, &context, &Fake(&["x"]));
    assert!(matches!(found, Err(ResolveError::Outside { .. })));
}

#[test]
fn the_only_tracked_file_with_this_ending_is_meant_by_an_edit() {
    let notes = vec![Note::SuffixOf { given: "a.rs".into() }];
    assert_eq!(named("a.rs", Purpose::Edit, &["src/a.rs", "src/ba.rs"]), Some(("src/a.rs".into(), notes)));
    for purpose in [Purpose::Delete, Purpose::Create, Purpose::RenameTarget] {
        assert_ne!(named("a.rs", purpose, &["src/a.rs"]).map(|found| found.0), Some("src/a.rs".into()));
    }
}

#[test]
fn a_file_to_remove_may_be_gone() {
    assert_eq!(named("a.rs", Purpose::Delete, &[]), Some(("a.rs".into(), vec![])));
}

#[test]
fn several_files_with_this_ending_are_named() {
    let similar = vec![path("src/a.rs"), path("tests/a.rs")];
    let expected = ResolveError::Missing { given: "a.rs".into(), similar, fate: None };
    assert_eq!(ask("a.rs", Purpose::Edit, &["src/a.rs", "tests/a.rs"]), Err(expected));
}

#[test]
fn a_file_that_is_there_comes_before_an_ending() {
    let candidates = [plain("intro.md"), PathCandidate::new("1. intro.md", false)];
    let context = Context { directory: None, purpose: Purpose::Edit };
    let found = resolve(&candidates, &context, &Fake(&["docs/intro.md", "1. intro.md"])).expect("a file");
    assert_eq!(found.path, path("1. intro.md"));
}

#[test]
fn a_file_named_as_the_whole_line_comes_before_one_named_as_a_part_of_it() {
    let candidates = [plain("a.txt"), PathCandidate::new("a.txt (copy)", false)];
    for purpose in [Purpose::Edit, Purpose::Delete, Purpose::Create, Purpose::RenameTarget] {
        let context = Context { directory: None, purpose };
        let ask = |files| resolve(&candidates, &context, &Fake(files)).expect("a file").path;
        assert_eq!(ask(&["a.txt", "a.txt (copy)"]), path("a.txt (copy)"));
        assert_eq!(ask(&["a.txt"]), path("a.txt"));
    }
}

#[test]
fn what_is_missing_below_the_directory_is_named_with_it() {
    let context = Context { directory: Some("sub".into()), purpose: Purpose::Edit };
    let found = resolve(&[plain("other/a")], &context, &Fake(&["other/a"]));
    assert!(matches!(found, Err(ResolveError::Missing { given, .. }) if given == "sub/other/a"));
}

#[test]
fn a_file_is_removed_by_its_name_as_it_is() {
    for (text, directory) in [("a/x", None), ("b/x", None), ("sub/x", Some("sub"))] {
        let context = Context { directory: directory.map(Into::into), purpose: Purpose::Delete };
        let found = resolve(&[plain(text)], &context, &Fake(&["x", "sub/x"]));
        assert_eq!(found.map(|found| found.kind), Ok(Kind::Absent), "{text}");
    }
}

#[test]
fn a_directory_is_a_path_of_the_tree_or_its_root() {
    for good in ["", ".", "./", "sub", "sub/", "./sub/deep", "sub\\deep"] {
        assert_eq!(check_directory(good.into()), Ok(()), "{good}");
    }
    for bad in ["/", "\\", "/etc", "..", "../x", "sub/../x", ".git", "sub/.git", "c:x"] {
        assert!(check_directory(bad.into()).is_err(), "{bad}");
    }
}

#[test]
fn the_directory_is_put_before_relative_paths() {
    let context = Context { directory: Some("sub/".into()), purpose: Purpose::Edit };
    let found = |text: &str, files: &'static [&'static str]| {
        resolve(&[plain(text)], &context, &Fake(files)).ok().map(|found| found.path.as_bstr().to_string())
    };
    assert_eq!(found("a.rs", &["a.rs", "sub/a.rs"]), Some("sub/a.rs".into()));
    assert_eq!(found("/x/repo/a.rs", &["a.rs", "sub/a.rs"]), Some("a.rs".into()));
    assert_eq!(found("a.rs", &["subway/a.rs", "sub/src/a.rs"]), Some("sub/src/a.rs".into()));
    assert_eq!(found("a.rs", &["other/a.rs"]), None);
}

#[test]
fn a_new_file_needs_a_line_that_is_plainly_a_path() {
    let line = PathCandidate::new("Now the file", false);
    let context = Context { directory: None, purpose: Purpose::Create };
    let expected = ResolveError::NotPlain { given: "Now the file".into() };
    assert_eq!(resolve(&[line], &context, &Fake(&[])), Err(expected));
}

#[test]
fn a_link_is_returned_as_what_it_is() {
    assert_eq!(ask("l", Purpose::Edit, &["->l"]).map(|found| found.kind), Ok(Kind::Link));
}

#[test]
fn files_of_the_same_name_are_named_and_never_taken() {
    let tree = Fake(&["lib/package.json", "z/app/package.json", "x/src/a.rs"]);
    let context = Context { directory: None, purpose: Purpose::Edit };
    let similar = |given: &str| match resolve(&[plain(given)], &context, &tree) {
        Err(ResolveError::Missing { similar, .. }) => similar,
        other => panic!("{other:?}"),
    };
    assert_eq!(similar("old/app/package.json"), [path("z/app/package.json")]);
    assert_eq!(similar("y/package.json"), [path("lib/package.json"), path("z/app/package.json")]);
    assert_eq!(similar("y/b.rs"), []);
}

#[test]
fn a_folder_that_is_there_twice_or_is_the_roots_own_is_one_too_many() {
    for (given, absent, meant) in [
        ("app/app/a.rs", "app/app", "app/a.rs"),
        (r"app\app\x\a.rs", "app/app", "app/x/a.rs"),
        ("repo/src/a.rs", "repo", "src/a.rs"),
        ("repo/b.rs", "repo", "b.rs"),
    ] {
        let files = &["app/a.rs", "app/x/a.rs", "src/a.rs", "b.rs"];
        let notes = vec![Note::ExtraFolder { given: given.into(), absent: path(absent) }];
        assert_eq!(named(given, Purpose::Edit, files), Some((meant.into(), notes)), "{given}");
        for purpose in [Purpose::Create, Purpose::Delete, Purpose::RenameTarget] {
            assert_ne!(named(given, purpose, files).map(|found| found.0), Some(meant.into()), "{given}");
        }
    }
}

#[test]
fn a_folder_is_not_one_too_many_where_it_is_there_or_nothing_explains_it() {
    let refused = |given: &str, files: &'static [&'static str]| {
        assert!(matches!(ask(given, Purpose::Edit, files), Err(ResolveError::Missing { .. })), "{given}");
    };
    refused("app/app/a.rs", &["app/a.rs", "app/app/b.rs"]);
    refused("repo/a.rs", &["a.rs", "repo/b.rs"]);
    refused("old/a.rs", &["a.rs"]);
    refused("app/app/app/a.rs", &["app/a.rs"]);
    refused("app/app", &["app"]);
    refused("App/app/a.rs", &["app/a.rs"]);
}

#[test]
fn an_extra_folder_and_an_ending_that_lead_to_different_files_lead_to_none() {
    let similar = vec![path("old/repo/a.rs"), path("a.rs")];
    let expected = ResolveError::Missing { given: "repo/a.rs".into(), similar, fate: None };
    assert_eq!(ask("repo/a.rs", Purpose::Edit, &["a.rs", "old/repo/a.rs"]), Err(expected));
}

#[test]
fn below_a_directory_a_folder_may_be_twice_and_the_roots_name_says_nothing() {
    let context = Context { directory: Some("sub".into()), purpose: Purpose::Edit };
    let tree = Fake(&["sub/app/a.rs", "sub/b.rs", "app/a.rs"]);
    let found = |text: &str| {
        resolve(&[plain(text)], &context, &tree).ok().map(|found| found.path.as_bstr().to_string())
    };
    assert_eq!(found("app/app/a.rs"), Some("sub/app/a.rs".into()));
    assert_eq!(found("sub/b.rs"), Some("sub/b.rs".into()));
    assert_eq!(found("repo/b.rs"), None);
}

#[test]
fn dots_are_no_path() {
    let dots = PathCandidate::new("...", false);
    for purpose in [Purpose::Edit, Purpose::Create, Purpose::Delete] {
        let found =
            resolve(std::slice::from_ref(&dots), &Context { directory: None, purpose }, &Fake(&["a"]));
        assert!(matches!(found, Err(ResolveError::NotPlain { .. })), "{found:?}");
    }
}

#[test]
fn a_path_has_a_name_before_the_tree_is_asked() {
    let name = |text: &str, directory: Option<&str>| {
        super::named(text.into(), directory.map(Into::into), b"/x/repo")
            .ok()
            .map(|path| path.as_bstr().to_string())
    };
    for text in ["s/a.rs", "./s/a.rs", r".\s\a.rs", "/s/a.rs", "/x/repo/s/a.rs", r"\x\repo\s\a.rs"] {
        assert_eq!(name(text, None).as_deref(), Some("s/a.rs"), "{text}");
    }
    for text in ["a.rs", "./a.rs", "/a.rs", "/x/repo/s/a.rs"] {
        assert_eq!(name(text, Some("s/")).as_deref(), Some("s/a.rs"), "{text}");
    }
    assert_eq!(name("a/s.rs", None).as_deref(), Some("a/s.rs"));
    for text in ["../a.rs", "C:/a.rs", "//a/b.rs", "~/a.rs", ".//a.rs", "a//b.rs", ".git/a"] {
        assert_eq!(name(text, None), None, "{text}");
    }
}

#[test]
fn a_final_path_is_read_in_no_other_way() {
    let ask = |text: &str, purpose, files| {
        exact(text.into(), purpose, &Fake(files))
            .ok()
            .map(|found| (found.path.as_bstr().to_string(), found.kind))
    };
    assert_eq!(ask("b/x.rs", Purpose::Edit, &["b/x.rs", "x.rs"]), Some(("b/x.rs".into(), Kind::File)));
    assert_eq!(ask("b/x.rs", Purpose::Edit, &["x.rs", "y/b/x.rs"]), None);
    assert_eq!(ask("b/x.rs", Purpose::Create, &["x.rs"]), Some(("b/x.rs".into(), Kind::Absent)));
    for text in ["/x/repo/a", "../a", ".git/a"] {
        assert_eq!(ask(text, Purpose::Create, &["a"]), None, "{text}");
    }
}
