use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::fs::{RenameFlags, renameat_with};

use super::*;

#[test]
fn nothing_lands_outside_while_a_folder_and_a_link_change_places() {
    for fixture in Fixture::each() {
        fixture.put("dir/f", "0").link("link", "../outside");
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let (one, other) = (fixture.at("dir"), fixture.at("link"));
                while !stop.load(Ordering::Relaxed) {
                    renameat_with(CWD, &one, CWD, &other, RenameFlags::EXCHANGE).unwrap();
                }
            });
            let start = Instant::now();
            let mut written = 0;
            while start.elapsed() < Duration::from_millis(400) {
                let path = repo_path("dir/f");
                if let Ok(source) = fixture.tree.read(&path, 100) {
                    assert_ne!(source.bytes, b"secret\n");
                    let old = Version { bytes: source.bytes.clone().into(), mode: None };
                    let new = Version { bytes: format!("{written}").into_bytes().into(), mode: None };
                    let edit = Step { change: change("dir/f", Some(old), Some(new)), source: Some(source) };
                    let steps = [edit, create(&format!("dir/new{written}/x"), "x")];
                    written += usize::from(commit(&fixture.tree, &steps).is_ok());
                }
                let _ = commit(&fixture.tree, &[create("dir/secret", "overwritten")]);
            }
            stop.store(true, Ordering::Relaxed);
        });
        let outside = fs::read_dir(fixture.dir.path().join("outside")).unwrap().count();
        assert_eq!((outside, fixture.text("../outside/secret").as_str()), (1, "secret\n"));
    }
}
