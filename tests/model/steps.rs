//! The steps of a sequence: replies that are applied and undone, and what the user does between them.

use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;

use crate::world::{PATHS, Tree, World};

impl World {
    /// A reply for the files as they stand, and what they become.
    fn reply(&mut self) -> (String, Tree) {
        let (mut reply, mut after) = (String::new(), self.tree());
        for _ in 0..=self.random.below(3) {
            let taken: Vec<&str> = PATHS.into_iter().filter(|path| !reply.contains(path)).collect();
            let path = *self.random.pick(&taken);
            match (after.get(path).cloned(), self.random.below(6)) {
                (None, _) => {
                    self.lines += 1;
                    let text = format!("line {}\n", self.lines);
                    let _ = write!(reply, "{path}\n<<<<<<< SEARCH\n=======\n{text}>>>>>>> REPLACE\n");
                    after.insert(path.to_owned(), (text.into_bytes(), false));
                }
                (Some(_), 0) => {
                    let _ = write!(reply, "{path}\n<<<<<<< DELETE\n>>>>>>> DELETE\n");
                    after.remove(path);
                }
                (Some(file), 1) => {
                    let free = taken.into_iter().find(|path| !after.contains_key(*path));
                    let Some(to) = free else { continue };
                    let _ = write!(reply, "{path}\n<<<<<<< RENAME\n{to}\n>>>>>>> RENAME\n");
                    after.remove(path);
                    after.insert(to.to_owned(), file);
                }
                (Some((bytes, executable)), _) => {
                    let text = String::from_utf8(bytes).expect("UTF-8");
                    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("line")).collect();
                    if lines.is_empty() {
                        continue;
                    }
                    let line = *self.random.pick(&lines);
                    self.lines += 1;
                    let new = format!("line {}", self.lines);
                    let _ =
                        write!(reply, "{path}\n<<<<<<< SEARCH\n{line}\n=======\n{new}\n>>>>>>> REPLACE\n");
                    let edited = text.split('\n').map(|own| if own == line { new.as_str() } else { own });
                    let edited = edited.collect::<Vec<_>>().join("\n");
                    after.insert(path.to_owned(), (edited.into_bytes(), executable));
                }
            }
        }
        (reply, after)
    }

    /// Writes a reply to `.git/reply.md`. Gives it, and what it makes of the files.
    fn write_reply(&mut self) -> (String, Tree) {
        let (reply, after) = self.reply();
        std::fs::write(self.folder.path().join(".git/reply.md"), &reply).expect("to write");
        let _ = writeln!(self.story, "{reply}");
        (reply, after)
    }

    fn apply_killed(&mut self) {
        let before = self.tree();
        let (reply, after) = self.write_reply();
        if reply.is_empty() {
            return;
        }
        if let Some(made) = self.killed(&["apply", ".git/reply.md"]) {
            assert_eq!(made, after, "the batch is what the model says\n{}", self.story);
            self.batches.push((before, after));
        }
    }

    fn undo_killed(&mut self) {
        if self.killed(&["undo"]).is_some() {
            assert!(self.batches.pop().is_some(), "{}", self.story);
        }
    }

    fn apply(&mut self) {
        let before = self.tree();
        let (reply, after) = self.write_reply();
        if reply.is_empty() || !self.sr(&["apply", ".git/reply.md"]) {
            return;
        }
        assert_eq!(self.tree(), after, "the batch is what the model says\n{}", self.story);
        if before == after {
            return;
        }
        if self.random.below(3) == 0 {
            assert!(self.sr(&["undo"]), "{}", self.story);
            assert_eq!(self.tree(), before, "undo takes back what apply did\n{}", self.story);
            assert!(self.sr(&["redo"]), "{}", self.story);
            assert_eq!(self.tree(), after, "redo brings it back\n{}", self.story);
        }
        if self.random.below(3) == 0 && self.undo_in_part(&before, &after) {
            return;
        }
        self.batches.push((before, after));
    }

    /// Undoes the last batch at one of its paths, and then the rest of it, or brings the path back. True if
    /// the batch is undone.
    fn undo_in_part(&mut self, before: &Tree, after: &Tree) -> bool {
        let touched: Vec<&String> =
            before.keys().chain(after.keys()).filter(|path| before.get(*path) != after.get(*path)).collect();
        let path = *self.random.pick(&touched);
        assert!(self.sr(&["undo", "--", path]), "{}", self.story);
        let now = self.tree();
        assert_eq!(now.get(path), before.get(path), "'{path}' is as before\n{}", self.story);
        // A renamed file goes back at both of its names.
        let others: Vec<&&String> =
            touched.iter().filter(|other| now.get(**other) != after.get(**other)).collect();
        assert!(others.iter().all(|other| now.get(**other) == before.get(**other)), "{}", self.story);
        let is_moved = |path: &String| !before.contains_key(path) || !after.contains_key(path);
        assert!(others.iter().all(|other| **other == path || is_moved(other)), "{}", self.story);
        if self.random.below(2) == 0 {
            assert!(self.sr(&["redo"]), "{}", self.story);
            assert_eq!(self.tree(), *after, "redo brings the part back\n{}", self.story);
            return false;
        }
        if others.len() < touched.len() {
            assert!(self.sr(&["undo"]), "{}", self.story);
        }
        assert_eq!(self.tree(), *before, "the rest is taken back\n{}", self.story);
        true
    }

    /// Undoes the last batch. Where its files stand as it left them, they must be as before it.
    fn undo(&mut self, options: &[&str]) {
        let now = self.tree();
        let undone = self.sr(&[&["undo"], options].concat());
        let Some((before, after)) = self.batches.pop() else {
            assert!(!undone, "{}", self.story);
            return;
        };
        let touched = |path: &String| before.get(path) != after.get(path);
        let paths: Vec<String> =
            before.keys().chain(after.keys()).filter(|path| touched(path)).cloned().collect();
        if paths.iter().all(|path| now.get(path) == after.get(path)) {
            assert!(undone, "nothing is in the way\n{}", self.story);
            for path in &paths {
                assert_eq!(self.tree().get(path), before.get(path), "'{path}'\n{}", self.story);
            }
        }
        if !undone {
            self.batches.push((before, after));
        }
    }

    /// One step of any kind.
    pub(crate) fn step(&mut self) {
        match self.random.below(if self.traces { 18 } else { 16 }) {
            0..=4 => self.apply(),
            5..=6 => self.undo(&[]),
            7 => {
                let option = *self.random.pick(&["--force", "--merge", "-n", "--check"]);
                if option.len() < 3 || option == "--check" {
                    self.sr(&["undo", option]);
                } else {
                    self.undo(&[option]);
                }
            }
            8 => {
                let undone = self.sr(&["redo"]);
                // The model does not know which batches are in force then; the program's own log does.
                if undone {
                    self.batches.clear();
                    self.sr(&["forget", "--all"]);
                }
            }
            9..=11 => self.edit(),
            12 => drop(self.git(&["add", "-A"])),
            13 => drop(self.git(&["commit", "-q", "-a", "-m", "more"])),
            14 => drop(self.git(&["gc", "-q", "--prune=now"])),
            16 => self.apply_killed(),
            17 => self.undo_killed(),
            _ => {
                let branch = *self.random.pick(&["main", "other"]);
                self.git(&["checkout", "-q", branch]);
            }
        }
    }

    /// A change of a file by the user.
    fn edit(&mut self) {
        let path = *self.random.pick(&PATHS);
        let there = self.tree().get(path).cloned();
        let on_disk = self.folder.path().join(path);
        match (there, self.random.below(6)) {
            (Some(_), 0) => {
                let _ = writeln!(self.story, "remove {path}");
                std::fs::remove_file(on_disk).expect("to remove");
            }
            (Some((_, executable)), 1) => {
                let _ = writeln!(self.story, "chmod {path}");
                let mode = if executable { 0o644 } else { 0o755 };
                std::fs::set_permissions(on_disk, std::fs::Permissions::from_mode(mode)).expect("to change");
            }
            (Some((bytes, _)), 2..=4) => {
                self.lines += 1;
                let more = format!("\nmine {}\n", self.lines);
                self.write(path, &[bytes, more.into_bytes()].concat());
            }
            _ => {
                let text = self.text();
                self.write(path, &text);
            }
        }
    }
}
