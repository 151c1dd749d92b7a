use std::cell::Cell;
use std::os::unix::fs::MetadataExt;

use super::*;

/// A tree and a batch of every sort of change.
fn mixed(fixture: &Fixture) -> Vec<Step> {
    fixture.put("a", "old a").mode("a", 0o755).put("b", "old b").put("d/c", "old c");
    fixture.put("x", "file").put("y/in/z", "deep").mode("y/in", 0o710);
    vec![
        fixture.edit("a", "new a"),
        fixture.remove("b"),
        create("n/e/w", "new"),
        fixture.edit("d/c", "new c"),
        fixture.remove("x"),
        create("x/now/folder", "new"),
        fixture.remove("y/in/z"),
        create("y", "now a file"),
    ]
}

#[test]
fn stopping_at_any_point_puts_all_back() {
    for fixture in Fixture::each() {
        let steps = mixed(&fixture);
        let before = fixture.all();
        for stop in 0..steps.len() {
            let asked = Cell::new(0);
            let error = ready(&fixture.tree, &steps)
                .unwrap()
                .carry_out(|| asked.replace(asked.get() + 1) < stop)
                .unwrap_err();
            assert!(matches!(error, WriteError::Interrupted), "{error:?}");
            assert_eq!(fixture.all(), before, "stopped at {stop}");
        }
        commit(&fixture.tree, &steps).unwrap();
        assert_eq!(fixture.text("x/now/folder"), "new");
    }
}

#[test]
fn an_applied_batch_can_be_put_back() {
    for fixture in Fixture::each() {
        let steps = mixed(&fixture);
        let before = fixture.all();
        let applied = ready(&fixture.tree, &steps).unwrap().apply(|| true).unwrap();
        assert_eq!(fixture.text("a"), "new a");
        applied.put_back().unwrap();
        assert_eq!(fixture.all(), before);
    }
}

#[test]
fn an_applied_batch_that_is_dropped_is_put_back() {
    for fixture in Fixture::each() {
        let steps = mixed(&fixture);
        let before = fixture.all();
        drop(ready(&fixture.tree, &steps).unwrap().apply(|| true).unwrap());
        assert_eq!(fixture.all(), before);
    }
}

#[test]
fn a_file_put_back_is_the_same_inode() {
    for fixture in Fixture::each() {
        fixture.put("a", "old").put("b", "old");
        let inodes = || ["a", "b"].map(|path| fs::metadata(fixture.at(path)).unwrap().ino());
        let before = inodes();
        let steps = [fixture.edit("a", "new"), fixture.remove("b")];
        ready(&fixture.tree, &steps).unwrap().apply(|| true).unwrap().put_back().unwrap();
        assert_eq!(inodes(), before);
    }
}

#[test]
fn what_changed_between_reading_and_writing_refuses_all() {
    type Sabotage = fn(&Fixture);
    let sabotages: [Sabotage; 7] = [
        |fixture| fs::write(fixture.at("b"), "mine!").unwrap(),
        |fixture| fs::write(fixture.at("b"), "longer text of mine").unwrap(),
        |fixture| fs::remove_file(fixture.at("b")).unwrap(),
        |fixture| {
            fs::remove_file(fixture.at("b")).unwrap();
            fixture.folder("b");
        },
        |fixture| {
            fs::remove_file(fixture.at("b")).unwrap();
            fixture.link("b", "../outside/secret");
        },
        |fixture| fs::set_permissions(fixture.at("b"), fs::Permissions::from_mode(0o777)).unwrap(),
        |fixture| fs::write(fixture.at("new"), "mine").unwrap(),
    ];
    let each = PLATFORMS.iter().flat_map(|&platform| sabotages.map(|one| (Fixture::new(platform), one)));
    for (fixture, sabotage) in each {
        fixture.put("a", "old a").put("b", "old b").put("c", "old c");
        let steps = [
            fixture.edit("a", "new a"),
            fixture.edit("b", "new b"),
            create("new", "new"),
            fixture.remove("c"),
        ];
        let ready = ready(&fixture.tree, &steps).unwrap();
        sabotage(&fixture);
        let mut expected = fixture.all();
        expected.retain(|path, _| !path.to_string_lossy().contains(".git-sr-"));
        let error = ready.carry_out(|| true).unwrap_err();
        assert!(matches!(error, WriteError::Changed { .. } | WriteError::Refused { .. }), "{error:?}");
        assert_eq!(fixture.all(), expected);
    }
}

#[test]
fn a_save_after_the_last_look_is_not_lost() {
    for fixture in Fixture::each() {
        for path in ["b", "c", "d"] {
            fixture.put("a", "old a").put("b", "old b").put("c", "old c");
            let _ = fs::remove_file(fixture.at("d"));
            let steps = [
                fixture.edit("a", "new a"),
                fixture.edit("b", "new b"),
                fixture.remove("c"),
                create("d", "new d"),
            ];
            let ready = ready(&fixture.tree, &steps).unwrap();
            let mut first = true;
            let error = ready.carry_out(|| {
                if std::mem::take(&mut first) {
                    fixture.put(path, "saved");
                }
                true
            });
            assert!(matches!(error, Err(WriteError::Changed { .. })), "{error:?}");
            assert_eq!(fixture.text(path), "saved");
            assert_eq!(fixture.text("a"), "old a");
            assert!(fs::read_dir(fixture.root()).unwrap().count() <= 4);
        }
    }
}

#[test]
fn a_file_touched_but_not_changed_is_written() {
    for fixture in Fixture::each() {
        fixture.put("a", "old");
        let steps = [fixture.edit("a", "new")];
        fs::remove_file(fixture.at("a")).unwrap();
        fixture.put("a", "old");
        commit(&fixture.tree, &steps).unwrap();
        assert_eq!(fixture.text("a"), "new");
    }
}

#[test]
fn same_times_do_not_hide_other_bytes() {
    for fixture in Fixture::each() {
        fixture.put("a", "old");
        let mut step = fixture.edit("a", "new");
        fixture.put("a", "OLD");
        step.source.as_mut().unwrap().meta = fixture.tree.read(&repo_path("a"), u64::MAX).unwrap().meta;
        assert!(matches!(commit(&fixture.tree, &[step]), Err(WriteError::Changed { .. })));
        assert_eq!(fixture.text("a"), "OLD");
    }
}

#[test]
fn a_save_over_the_new_version_stays_when_the_batch_is_put_back() {
    for fixture in Fixture::each() {
        fixture.put("a", "old a").put("b", "old b");
        let steps = [fixture.edit("a", "new a"), fixture.edit("b", "new b"), create("c", "new c")];
        let applied = ready(&fixture.tree, &steps).unwrap().apply(|| true).unwrap();
        fixture.put("a", "saved a").put("c", "saved c");
        let left = applied.put_back().unwrap_err();
        assert_eq!(fixture.text("a"), "saved a");
        assert_eq!(fixture.text("b"), "old b");
        assert_eq!(fixture.text("c"), "saved c");
        let [c, a] = &left[..] else { panic!("{left:?}") };
        assert_eq!((c.path.to_string().as_str(), &c.kept), ("c", &None));
        assert_eq!(a.path, "a");
        assert_eq!(fixture.text(&a.kept.as_ref().unwrap().to_string()), "old a");
    }
}

#[test]
fn a_failure_that_cannot_be_put_back_says_what_is_left() {
    for fixture in Fixture::each() {
        fixture.put("a", "old a").put("b", "old b");
        let steps = [fixture.edit("a", "new a"), fixture.edit("b", "new b")];
        let mut asked = 0;
        let error = ready(&fixture.tree, &steps).unwrap().carry_out(|| {
            asked += 1;
            if asked == 2 {
                fixture.put("a", "saved a").put("b", "saved b");
            }
            true
        });
        let Err(WriteError::HalfDone { cause, left }) = error else { panic!("{error:?}") };
        assert!(matches!(*cause, WriteError::Changed { .. }));
        assert_eq!(left.len(), 1);
        assert_eq!((fixture.text("a").as_str(), fixture.text("b").as_str()), ("saved a", "saved b"));
        assert_eq!(fixture.text(&left[0].kept.as_ref().unwrap().to_string()), "old a");
    }
}

#[test]
fn a_new_folder_that_somebody_filled_stays() {
    for fixture in Fixture::each() {
        let steps = [create("a/b/c", "new")];
        let applied = ready(&fixture.tree, &steps).unwrap().apply(|| true).unwrap();
        fixture.put("a/mine", "mine");
        applied.put_back().unwrap();
        assert_eq!(fixture.text("a/mine"), "mine");
        assert!(!fixture.at("a/b").exists());
    }
}

#[test]
fn every_path_is_looked_at_before_the_first_is_touched() {
    for fixture in Fixture::each() {
        fixture.put("a", "old").put("b", "old").put("c/d", "old");
        let steps = [fixture.edit("a", "new"), fixture.edit("b", "new"), fixture.remove("c/d")];
        let ready = ready(&fixture.tree, &steps).unwrap();
        fixture.put("c/d", "saved");
        let error = ready.carry_out(|| panic!("began to write")).unwrap_err();
        assert!(matches!(error, WriteError::Changed { .. }));
    }
}

#[test]
fn a_new_version_that_vanishes_before_its_turn_leaves_nothing_behind() {
    for fixture in Fixture::each() {
        fixture.put("a", "old");
        let before = fixture.all();
        for path in ["x", "new/x"] {
            let steps = [fixture.edit("a", "new"), create("b/c", ""), create(path, "")];
            let ready = ready(&fixture.tree, &steps).unwrap();
            let vanishing = ready.entries().last().and_then(|entry| entry.temp).unwrap().to_string();
            let vanish = || {
                let _ = fs::remove_file(fixture.at(&vanishing));
                true
            };
            let error = ready.carry_out(vanish).unwrap_err();
            assert!(matches!(error, WriteError::Io { .. }), "{error:?}");
            assert_eq!(fixture.all(), before);
        }
    }
}

#[test]
fn a_large_file_is_compared_by_its_times_or_by_its_bytes() {
    for fixture in Fixture::each() {
        let (old, other) = ("o".repeat(3 << 20), "x".repeat(3 << 20));
        for long_ago in [true, false] {
            fixture.put("a", &old);
            if long_ago {
                let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
                fs::File::options().write(true).open(fixture.at("a")).unwrap().set_modified(time).unwrap();
            }
            commit(&fixture.tree, &[fixture.edit("a", "new")]).unwrap();
            assert_eq!(fixture.text("a"), "new");
            fixture.put("a", &old);
            let step = fixture.edit("a", "new");
            fixture.put("a", &other);
            assert!(matches!(commit(&fixture.tree, &[step]), Err(WriteError::Changed { .. })));
            assert_eq!(fixture.text("a"), other);
        }
    }
}
