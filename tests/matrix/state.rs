//! The states of a file, each with a batch for it: the rows of the table.

use crate::{
    FILE, TEXT, dirty, line,
    place::{Place, edit},
    staged,
};

/// A state of the file, and a batch for it.
pub(crate) struct State {
    /// As the table calls it.
    pub(crate) name: &'static str,
    tracked: bool,
    prepare: fn(&Place),
    /// The line that the batch changes, as the work tree has it.
    batch: Batch,
}

enum Batch {
    Edits(&'static str),
    Creates,
    Deletes,
}

pub(crate) const STATES: [State; 10] = [
    State { name: "clean", tracked: true, prepare: |_| {}, batch: Batch::Edits("2") },
    State {
        name: "dirty in other lines",
        tracked: true,
        prepare: |place| dirty(place, "9"),
        batch: Batch::Edits("2"),
    },
    State {
        name: "dirty in the same lines",
        tracked: true,
        prepare: |place| dirty(place, "2"),
        batch: Batch::Edits("dirty"),
    },
    State {
        name: "staged in other lines",
        tracked: true,
        prepare: |place| staged(place, "9"),
        batch: Batch::Edits("2"),
    },
    State {
        name: "staged and dirty in other lines",
        tracked: true,
        prepare: |place| {
            staged(place, "9");
            dirty(place, "11");
        },
        batch: Batch::Edits("2"),
    },
    State {
        name: "untracked",
        tracked: false,
        prepare: |place| place.write(FILE, TEXT),
        batch: Batch::Edits("2"),
    },
    State {
        name: "ignored",
        tracked: false,
        prepare: |place| {
            place.write(".git/info/exclude", "/a.txt\n");
            place.write(FILE, TEXT);
        },
        batch: Batch::Edits("2"),
    },
    State { name: "made by the batch", tracked: false, prepare: |_| {}, batch: Batch::Creates },
    State {
        name: "made by the batch, ignored",
        tracked: false,
        prepare: |place| place.write(".git/info/exclude", "/a.txt\n"),
        batch: Batch::Creates,
    },
    State { name: "deleted by the batch", tracked: true, prepare: |_| {}, batch: Batch::Deletes },
];

impl State {
    /// The repository, amid other work of the user.
    pub(crate) fn place(&self) -> Place {
        let all =
            [("staged.txt", TEXT), ("dirty.txt", TEXT), ("both.txt", TEXT), ("gone.txt", TEXT), (FILE, TEXT)];
        let place = Place::new(if self.tracked { &all } else { &all[..4] });
        place.write("staged.txt", &line(TEXT, "2", "staged"));
        place.write("both.txt", &line(TEXT, "2", "staged"));
        place.git(&["add", "-A"]);
        place.git(&["rm", "-q", "--cached", "gone.txt"]);
        place.write("both.txt", &line(TEXT, "2", "dirty"));
        place.write("dirty.txt", &line(TEXT, "2", "dirty"));
        place.write("new.txt", "x\n");
        place.write("announced.txt", "x\n");
        place.git(&["add", "-N", "announced.txt"]);
        (self.prepare)(&place);
        place
    }

    pub(crate) fn reply(&self) -> String {
        match self.batch {
            Batch::Edits(line) => edit(FILE, line, "batch"),
            Batch::Creates => edit(FILE, "", "batch"),
            Batch::Deletes => format!("{FILE}\n<<<<<<< DELETE\n>>>>>>> DELETE\n"),
        }
    }

    /// The change of the batch for `git apply`.
    pub(crate) fn diff(&self) -> String {
        let edited =
            |line| format!("--- a/{FILE}\n+++ b/{FILE}\n@@ -1,5 +1,5 @@\n 1\n-{line}\n+batch\n 3\n 4\n 5\n");
        let header = |what| format!("diff --git a/{FILE} b/{FILE}\n{what} file mode 100644\n");
        match self.batch {
            Batch::Edits(line) => edited(line),
            Batch::Creates => {
                header("new") + &format!("--- /dev/null\n+++ b/{FILE}\n@@ -0,0 +1 @@\n+batch\n")
            }
            Batch::Deletes => {
                let lines: String = TEXT.lines().map(|line| format!("-{line}\n")).collect();
                header("deleted") + &format!("--- a/{FILE}\n+++ /dev/null\n@@ -1,12 +0,0 @@\n{lines}")
            }
        }
    }
}
