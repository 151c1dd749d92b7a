use super::*;

fn lines(owner: Owner, file: &str, text: Option<&str>) -> (String, String) {
    let owned =
        Owned { owner, file: file.into(), text: text.map(Into::into), is_active: true, is_displaced: false };
    let Addition { hint, lines } = addition(&owned);
    (hint, lines.join("\n"))
}

#[test]
fn an_entry_of_pre_commit_is_indented_as_its_neighbours() {
    for (text, indent) in
        [("repos:\n- repo: x\n", ""), ("repos:\n    - repo: x\n", "    "), ("repos:\n", "  ")]
    {
        let (hint, lines) = lines(Owner::PreCommit, ".pre-commit-config.yaml", Some(text));
        assert_eq!(hint, "add these lines to '.pre-commit-config.yaml', at the end of 'repos:'");
        assert!(
            lines.starts_with(&format!("{indent}- repo: local\n{indent}  hooks:\n{indent}    - id:")),
            "{lines}"
        );
    }
    let (hint, lines_of_empty) = lines(Owner::PreCommit, ".pre-commit-config.yaml", Some("repos: []\n"));
    assert_eq!(hint, "add these lines to '.pre-commit-config.yaml', in place of 'repos: []'");
    assert!(lines_of_empty.starts_with("repos:\n  - repo: local\n"), "{lines_of_empty}");
    let (hint, lines) = lines(Owner::PreCommit, ".pre-commit-config.yaml", None);
    assert_eq!(hint, "write these lines to '.pre-commit-config.yaml'");
    assert!(lines.starts_with("repos:\n  - repo: local\n"), "{lines}");
}

#[test]
fn a_command_of_lefthook_goes_below_what_is_there() {
    for (text, place, expected) in [
        (
            "pre-push:\n  commands:\n    a:\n      run: a\n",
            "",
            "pre-commit:\n  commands:\n    git-sr-check:\n      run: git sr check",
        ),
        (
            "# x\npre-commit:\n  # y\n  parallel: true\n\n  jobs:\n    - run: a\npre-push:\n  commands:\n",
            ", below 'pre-commit:'",
            "  commands:\n    git-sr-check:\n      run: git sr check",
        ),
        (
            "pre-commit:\n    commands:\n        a:\n            run: a\n",
            ", below the 'commands:' of 'pre-commit:'",
            "        git-sr-check:\n          run: git sr check",
        ),
    ] {
        let (hint, lines) = lines(Owner::Lefthook, "lefthook.yml", Some(text));
        assert_eq!(hint, format!("add these lines to 'lefthook.yml'{place}"));
        assert_eq!(lines, expected);
    }
}

#[test]
fn lefthook_takes_toml_and_json_too() {
    let (_, toml) = lines(Owner::Lefthook, "lefthook.toml", Some(""));
    assert_eq!(toml, "[pre-commit.commands.git-sr-check]\nrun = \"git sr check\"");
    let (hint, json) = lines(Owner::Lefthook, ".lefthook.json", Some("{}"));
    assert_eq!(json, "\"git-sr-check\": { \"run\": \"git sr check\" }");
    assert_eq!(hint, "add this line to '.lefthook.json', in the 'commands' of its 'pre-commit'");
}

#[test]
fn a_script_is_made_or_added_to() {
    let (hint, text) = lines(Owner::WorkTree, "hooks/pre-commit", None);
    assert_eq!(
        (hint.as_str(), text.as_str()),
        ("write these lines to 'hooks/pre-commit'", "#!/bin/sh\ngit sr check || exit 1")
    );
    let (hint, text) = lines(Owner::WorkTree, "hooks/pre-commit", Some("#!/usr/bin/env bash\nexec a\n"));
    assert_eq!(hint, "add this line to 'hooks/pre-commit', in front of what ends it, such as 'exec'");
    assert_eq!(text, "git sr check || exit 1");
    let (hint, text) = lines(Owner::WorkTree, "hooks/pre-commit", Some("#!/usr/bin/env python3\n"));
    assert!(hint.ends_with("as its language runs a program, and let it fail if that fails"), "{hint}");
    assert_eq!(text, "git sr check");
}

#[test]
fn what_is_not_installed_yet_is_activated_after() {
    let owned = Owned {
        owner: Owner::Lefthook,
        file: "lefthook.yml".into(),
        text: Some("".into()),
        is_active: false,
        is_displaced: true,
    };
    let hint = addition(&owned).hint;
    assert_eq!(
        hint,
        "run first: git sr hook uninstall; then add these lines to 'lefthook.yml', then run: lefthook install"
    );
    let there = Owned { text: Some("x: git sr check".into()), ..owned };
    let addition = addition(&there);
    assert_eq!(addition.hint, "run: git sr hook uninstall; 'lefthook.yml' calls 'git sr check' already");
    assert_eq!(addition.lines, Vec::<String>::new());
}

#[test]
fn a_hook_of_overcommit_goes_below_what_is_there() {
    let file = ".overcommit.yml";
    let hook = "GitSrCheck:\n    enabled: true\n    command: ['sh', '-c', 'git sr check']";
    let (hint, lines_of_new) = lines(Owner::Overcommit, file, Some("CommitMsg:\n  ALL:\n"));
    assert_eq!(hint, "add these lines to '.overcommit.yml', then run: overcommit --sign");
    assert_eq!(lines_of_new, format!("PreCommit:\n  {hook}"));
    let (hint, lines) = lines(Owner::Overcommit, file, Some("PreCommit:\n  RuboCop:\n    enabled: true\n"));
    assert_eq!(hint, "add these lines to '.overcommit.yml', below 'PreCommit:', then run: overcommit --sign");
    assert_eq!(lines, format!("  {hook}"));
}

#[test]
fn an_entry_of_simple_git_hooks_is_for_its_file() {
    let (hint, line) = lines(Owner::SimpleGitHooks, "package.json", Some("{}"));
    assert!(hint.starts_with("add this line to 'package.json' (if it has a 'pre-commit' there, "), "{hint}");
    assert_eq!(line, r#""simple-git-hooks": { "pre-commit": "git sr check" }"#);
    let (_, line) = lines(Owner::SimpleGitHooks, ".simple-git-hooks.json", Some("{}"));
    assert_eq!(line, r#""pre-commit": "git sr check""#);
}
