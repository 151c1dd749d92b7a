use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

const PATHS: [&str; 9] = ["a", "b", "d/a", "d/b", "d/e/f", "x", "x/y", "x/y/z", "n/m"];

#[derive(Clone, Debug)]
struct Case {
    platform: usize,
    /// The files before, by their place in `PATHS`.
    files: BTreeSet<usize>,
    /// The wish for each path: 0 leaves it, 1 removes it, others write it.
    wishes: Vec<u8>,
    /// Before which change something happens to which path, and what.
    sabotage: Option<(usize, usize, u8)>,
}

fn case() -> impl Strategy<Value = Case> {
    let sabotage = proptest::option::of((0..12_usize, 0..PATHS.len(), 0..4_u8));
    let files = proptest::collection::btree_set(0..PATHS.len(), 0..PATHS.len());
    (0..4_usize, files, proptest::collection::vec(0..4_u8, PATHS.len()), sabotage)
        .prop_map(|(platform, files, wishes, sabotage)| Case { platform, files, wishes, sabotage })
}

fn prepare(case: &Case) -> (Fixture, Vec<Step>) {
    let fixture = Fixture::new(PLATFORMS[case.platform]);
    for &number in &case.files {
        // Some of the paths exclude each other: the first one wins.
        let path = fixture.at(PATHS[number]);
        if !path.exists() && fs::create_dir_all(path.parent().unwrap()).is_ok() {
            fs::write(path, format!("old {number}")).unwrap();
        }
    }
    let mut steps = Vec::new();
    for (number, (&path, wish)) in PATHS.iter().zip(&case.wishes).enumerate() {
        match (fixture.at(path).is_file(), wish) {
            (_, 0) | (false, 1) => {}
            (true, 1) => steps.push(fixture.remove(path)),
            (true, _) => steps.push(fixture.edit(path, &format!("new {number}"))),
            (false, _) => steps.push(create(path, &format!("new {number}"))),
        }
    }
    (fixture, steps)
}

fn sabotage(fixture: &Fixture, path: &str, how: u8) {
    let at = fixture.at(path);
    match how {
        0 => drop(fs::write(&at, "mine")),
        1 => drop(fs::remove_file(&at)),
        2 => drop(fs::create_dir_all(&at)),
        _ => {
            let _ = fs::remove_file(&at);
            let _ = symlink("../outside/secret", &at);
        }
    }
}

/// The tree after the batch; folders are left out.
fn after(before: &BTreeMap<PathBuf, String>, fixture: &Fixture, steps: &[Step]) -> BTreeMap<PathBuf, String> {
    let mut files = before.clone();
    for step in steps {
        let path = fixture.at(&step.change.path.as_bstr().to_string());
        match &step.change.new {
            Some(new) => files.insert(path, String::from_utf8_lossy(&new.bytes).into_owned()),
            None => files.remove(&path),
        };
    }
    files
}

fn files(fixture: &Fixture) -> BTreeMap<PathBuf, String> {
    fixture
        .all()
        .into_iter()
        .filter(|(path, _)| !path.is_dir())
        .map(|(path, (_, text))| (path, text))
        .collect()
}

/// Number of cases, more under `SR_FULL=1`.
fn cases() -> u32 {
    if std::env::var_os("SR_FULL").is_some_and(|value| value == "1") { 8000 } else { 400 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_batch_alone_in_the_tree_is_all_or_nothing(case in case(), stop in 0..20_usize) {
        let (fixture, steps) = prepare(&case);
        let (before, all_before) = (files(&fixture), fixture.all());
        let mut asked = 0;
        let result = ready(&fixture.tree, &steps).and_then(|ready| ready.carry_out(|| {
            asked += 1;
            asked <= stop
        }));
        match result {
            Ok(_) => prop_assert_eq!(files(&fixture), after(&before, &fixture, &steps)),
            Err(WriteError::HalfDone { .. }) => prop_assert!(false, "half done"),
            Err(_) => prop_assert_eq!(fixture.all(), all_before),
        }
    }

    #[test]
    fn a_batch_beside_another_writer_is_all_or_nothing_and_loses_nothing(case in case()) {
        let (fixture, steps) = prepare(&case);
        let before = files(&fixture);
        let mut asked = 0;
        let mut done = false;
        let disturbed = |path: &Path| {
            case.sabotage.is_some_and(|(_, target, _)| path == fixture.at(PATHS[target]))
        };
        let result = ready(&fixture.tree, &steps).and_then(|ready| ready.carry_out(|| {
            if let Some((when, target, how)) = case.sabotage && when == asked {
                sabotage(&fixture, PATHS[target], how);
                done = true;
            }
            asked += 1;
            true
        }));
        let expected = match &result {
            Ok(_) => after(&before, &fixture, &steps),
            Err(_) => before,
        };
        let left = match result {
            Err(WriteError::HalfDone { left, .. }) => left,
            _ => Vec::new(),
        };
        prop_assert!(left.is_empty() || done);
        let now = files(&fixture);
        let of_others = |path: &Path| {
            // A path that somebody else touched is theirs; one below or above it cannot be there then.
            let apart = disturbed(path) || path.ancestors().any(disturbed)
                || case.sabotage.is_some_and(|(_, target, _)| fixture.at(PATHS[target]).starts_with(path));
            apart || left.iter().any(|left| path == fixture.at(&left.path.to_string()))
        };
        let kept: BTreeSet<_> =
            left.iter().filter_map(|left| Some(fixture.at(&left.kept.as_ref()?.to_string()))).collect();
        for path in now.keys().chain(expected.keys()).filter(|path| !of_others(path)) {
            if kept.contains(path) { continue; }
            prop_assert_eq!(now.get(path), expected.get(path), "{}", path.display());
        }
        if let Some((_, target, 0)) = case.sabotage && done && left.is_empty()
            && let Some(text) = now.get(&fixture.at(PATHS[target]))
        {
            prop_assert!(text == "mine" || Some(text) == expected.get(&fixture.at(PATHS[target])));
        }
        let secret = &now[&fixture.dir.path().join("outside/secret")];
        prop_assert_eq!(secret.as_str(), "secret\n");
    }
}
