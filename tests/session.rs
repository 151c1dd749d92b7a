//! The picture in the README: a real session, drawn from what the program prints.
//! `SNAPSHOTS=overwrite cargo test --test session` renews it.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

use std::{fs, path::Path, process::Command};

use anstyle_svg::Term;
use snapbox::{Assert, Data, assert::DEFAULT_ACTION_ENV, data::DataFormat};

const BEFORE: &str = "import sys\n\n\ndef greet(name):\n    print(f\"hello {name}\")\n\n\ndef leave(name):\n    print(f\"bye {name}\")\n";

const REPLY: &str = "\
hello.py
<<<<<<< SEARCH
    print(f\"hello {name}\")
=======
    print(f\"Hello, {name}!\")
>>>>>>> REPLACE
<<<<<<< SEARCH
    print(f\"goodbye {name}\")
=======
    print(f\"Goodbye, {name}!\")
>>>>>>> REPLACE
";

const FIX: &str = "\
hello.py
<<<<<<< SEARCH
    print(f\"bye {name}\")
=======
    print(f\"Goodbye, {name}!\")
>>>>>>> REPLACE
";

const COMMANDS: &[&str] =
    &["git sr apply reply.md", "git sr apply --continue fix.md", "git diff --stat", "git sr undo"];

#[test]
fn the_picture_in_the_readme_is_of_a_real_session() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("hello.py", BEFORE), ("reply.md", REPLY), ("fix.md", FIX)] {
        fs::write(folder.path().join(name), text).expect("to write");
    }
    let run = |line: &str| {
        let program = Path::new(env!("CARGO_BIN_EXE_git-sr")).parent().expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{line} 2>&1")).current_dir(folder.path()).env_clear();
        shell.env("HOME", folder.path()).env("PATH", format!("{}:{path}", program.display()));
        shell.env("GIT_CONFIG_COUNT", "1").env("GIT_CONFIG_KEY_0", "color.ui");
        let output = shell.env("GIT_CONFIG_VALUE_0", "always").output().expect("to run");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    run("git init -q && git add hello.py && git -c user.name=A -c user.email=a@example.org commit -qm first");
    let shown = |line: &&str| format!("\x1b[1m$ {line}\x1b[0m\n{}\n", run(line));
    let session: String = COMMANDS.iter().map(shown).collect();
    let picture = Term::new().render_svg(session.trim_end());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/session.svg");
    let expected = Data::read_from(&file, Some(DataFormat::Text)).raw();
    Assert::new().action_env(DEFAULT_ACTION_ENV).eq(Data::text(picture).raw(), expected);
}
