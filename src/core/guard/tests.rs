mod classes;

use proptest::prelude::*;

use super::*;
use crate::core::path::RepoPath;

fn path(text: &str) -> RepoPath {
    RepoPath::new(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn config() -> Origin {
    Origin::Config { source: "local".into() }
}

/// Each word is a flag or a setting, as it would be written.
fn policy(words: &[(&str, &str)]) -> Policy {
    let mut rules = Rules::default();
    for (key, value) in words {
        let value = value.as_bytes();
        match *key {
            "--allow" => rules.allow(value, Origin::Flag),
            "--block" => rules.block(value, Origin::Flag),
            "sr.allow" => rules.allow(value, config()),
            "sr.block" => rules.block(value, config()),
            ".gitsr-block" => rules.block_file(value),
            "--strict" => {
                rules.strict = Some(Origin::Flag);
                Ok(())
            }
            "lift secrets" => {
                rules.secrets_can_be_lifted = true;
                Ok(())
            }
            _ => panic!("{key}"),
        }
        .unwrap();
    }
    Policy::new(rules).unwrap()
}

fn class(text: &str) -> &'static str {
    policy(&[]).judge(&path(text)).class.id
}

fn refused(words: &[(&str, &str)], text: &str) -> bool {
    policy(words).judge(&path(text)).is_refused()
}

#[test]
fn the_verdict_names_the_built_in_rule() {
    for (text, pattern) in [
        ("a/server.pem", "*.pem"),
        (".env.local", ".env.*"),
        ("x/.vscode/a", ".vscode/"),
        ("Cargo.toml", "Cargo.toml"),
    ] {
        let rule = policy(&[]).judge(&path(text)).rule;
        assert_eq!(rule, Some(Rule { pattern: pattern.into(), origin: Origin::BuiltIn }));
    }
}

#[test]
fn each_step_of_the_order_beats_the_next() {
    let ci = ".github/workflows/ci.yml";
    assert!(refused(&[("--allow", ci), ("--block", ".github/**")], ci), "--block beats --allow");
    assert!(!refused(&[("--allow", ci), ("sr.block", ".github/**")], ci), "--allow beats sr.block");
    assert!(!refused(&[("--allow", "a"), (".gitsr-block", "a")], "a"), "--allow beats .gitsr-block");
    assert!(refused(&[("sr.allow", ci), ("sr.block", ".github/**")], ci), "sr.block beats sr.allow");
    assert!(refused(&[("sr.allow", "a"), (".gitsr-block", "a")], "a"), ".gitsr-block beats sr.allow");
    assert!(!refused(&[("sr.allow", ci)], ci), "sr.allow beats the class");
    assert!(refused(&[], ci));
}

#[test]
fn the_verdict_names_the_rule_that_decided() {
    let words =
        [("sr.block", "infra/**"), (".gitsr-block", "# ours\n\n  *.sql \r\n"), ("--allow", "infra/a")];
    let rule = |text: &str| policy(&words).judge(&path(text)).rule;
    assert_eq!(rule("infra/b"), Some(Rule { pattern: "infra/**".into(), origin: config() }));
    assert_eq!(rule("x.sql"), Some(Rule { pattern: "*.sql".into(), origin: Origin::BlockFile { line: 3 } }));
    assert_eq!(rule("infra/a"), Some(Rule { pattern: "infra/a".into(), origin: Origin::Flag }));
}

#[test]
fn an_exclamation_mark_in_the_configuration_takes_back_what_it_allows() {
    let words = [("sr.allow", "!.github/workflows/release.yml"), ("sr.allow", ".github/workflows/**")];
    assert!(!refused(&words, ".github/workflows/ci.yml"));
    let verdict = policy(&words).judge(&path(".github/workflows/release.yml"));
    assert_eq!(verdict.decision, Decision::Refuse(Reason::Class));
    assert_eq!(verdict.rule.unwrap().pattern, "!.github/workflows/release.yml");
    assert!(!refused(&[("sr.allow", "!src/**")], "src/a"), "it blocks nothing by itself");
}

#[test]
fn a_bare_glob_in_the_configuration_lifts_flagged_files_only() {
    for bare in ["*", "**", "**/*"] {
        let words = [("sr.allow", bare), ("lift secrets", "")];
        assert_eq!(policy(&words).judge(&path("Makefile")).decision, Decision::Allow);
        for text in [".gitattributes", ".env"] {
            let Decision::Refuse(Reason::TooWide { allowed_by }) = policy(&words).judge(&path(text)).decision
            else {
                panic!("{bare} lifted {text}");
            };
            assert_eq!(allowed_by, Rule { pattern: bare.into(), origin: config() });
        }
    }
}

#[test]
fn a_bare_glob_of_one_run_lifts_control_but_no_secret() {
    let words = [("--allow", "**"), ("lift secrets", "")];
    assert!(!refused(&words, ".github/workflows/ci.yml"));
    assert_eq!(policy(&words).judge(&path("Makefile")).decision, Decision::Allow);
    assert!(refused(&words, "a/.env"));
    assert!(refused(&words, "tests/a.pem"));
}

#[test]
fn a_secret_is_lifted_by_its_name_or_its_extension() {
    for pattern in ["tests/fixtures/*.pem", "**/*.pem", "tests/fixtures/a.pem", "**/a.pem"] {
        for key in ["--allow", "sr.allow"] {
            assert!(
                !refused(&[(key, pattern), ("lift secrets", "")], "tests/fixtures/a.pem"),
                "{key} {pattern}"
            );
        }
    }
    for pattern in ["tests/**", "**", "tests/fixtures/*", "**/a*", "*/*/*.*"] {
        assert!(refused(&[("--allow", pattern), ("lift secrets", "")], "tests/fixtures/a.pem"), "{pattern}");
    }
}

#[test]
fn a_secret_stays_refused_while_secrets_are_held() {
    let verdict = policy(&[("--allow", "a.pem")]).judge(&path("a.pem"));
    let allowed_by = Rule { pattern: "a.pem".into(), origin: Origin::Flag };
    assert_eq!(verdict.decision, Decision::Refuse(Reason::Held { allowed_by }));
    assert_eq!(verdict.lift, None);
    assert_eq!(policy(&[]).judge(&path("a.pem")).lift, None);
}

#[test]
fn strict_refuses_flagged_files_unless_they_are_allowed() {
    let verdict = policy(&[("--strict", "")]).judge(&path("Makefile"));
    assert_eq!(verdict.decision, Decision::Refuse(Reason::Strict { origin: Origin::Flag }));
    assert_eq!(verdict.lift, Some(Lift { pattern: "Makefile".into() }));
    assert!(!refused(&[("--strict", ""), ("--allow", "Makefile")], "Makefile"));
    assert!(!refused(&[("--strict", "")], "src/a.rs"));
}

#[test]
fn a_lift_is_offered_where_it_helps() {
    let lift = |words, text: &str| policy(words).judge(&path(text)).lift.map(|lift| lift.pattern);
    assert_eq!(lift(&[], ".github/workflows/a*[b].yml"), Some(".github/workflows/a[*][[]b[]].yml".into()));
    assert_eq!(lift(&[("sr.block", "src")], "src/a"), Some("src/a".into()));
    assert_eq!(lift(&[("--block", "src")], "src/a"), None);
    assert_eq!(lift(&[], "src/a"), None);
    assert_eq!(lift(&[("lift secrets", "")], ".env"), Some(".env".into()));
}

#[test]
fn a_block_reaches_below_a_folder_and_past_case() {
    for text in ["infra/a/b.tf", "Infra/x", "INFRA", "infra./x", "ｉnfra/x"] {
        for pattern in ["infra", "/infra/", "infra/**", "INFRA"] {
            assert!(
                refused(&[("--block", pattern)], text) || (pattern == "infra/**" && text == "INFRA"),
                "{pattern} {text}"
            );
        }
    }
    assert!(refused(&[("--block", "É*")], "e\u{301}té"));
    assert!(refused(&[("--block", "[Z-a]x")], "ax"));
    assert!(!refused(&[("--block", "/infra")], "src/infra"), "it starts at the root");
    assert!(!refused(&[("--block", "/*.sql")], "db/a.sql"), "a star stays in its folder");
}

#[test]
fn an_allow_means_the_name_as_written() {
    assert!(refused(&[("--allow", ".vscode/*")], ".VSCODE/x"));
    assert!(refused(&[("--allow", ".vscode")], ".vscode/x"));
}

#[test]
fn rules_that_are_no_rules_are_errors() {
    let mut rules = Rules::default();
    assert_eq!(rules.allow(b"", Origin::Flag), Err(PolicyError::Empty { origin: Origin::Flag }));
    assert_eq!(rules.allow(b"!", config()), Err(PolicyError::Empty { origin: config() }));
    assert_eq!(rules.block(b"/", config()), Err(PolicyError::Empty { origin: config() }));
    assert_eq!(rules.block(b"\xff", Origin::Flag), Err(PolicyError::NotUtf8 { origin: Origin::Flag }));
    let rule = Rule { pattern: "!x".into(), origin: Origin::BlockFile { line: 2 } };
    assert_eq!(rules.block_file(b"a\n!x\n"), Err(PolicyError::Negated { rule }));
}

#[test]
fn a_broken_glob_is_an_error_with_its_origin() {
    for add in [Rules::allow, Rules::block] {
        let mut rules = Rules::default();
        add(&mut rules, b"a[b", config()).unwrap();
        let Err(PolicyError::Glob { rule, .. }) = Policy::new(rules) else { panic!("accepted") };
        assert_eq!(rule, Rule { pattern: "a[b".into(), origin: config() });
    }
}

#[test]
fn ten_thousand_patterns_of_every_shape_still_decide() {
    let mut text = String::new();
    for number in 0..3200 {
        text += &format!("dir{number}/sub\n**/*.ext{number}\nlib{number}/**\n");
        if number % 10 == 0 {
            text += &format!("src/*/gen{number}/*.rs\na{number}-*/b?.[ch]\n");
        }
    }
    let policy = policy(&[(".gitsr-block", &text)]);
    for (text, pattern) in [
        ("dir3199/sub/x", "dir3199/sub"),
        ("x/y.EXT7", "**/*.ext7"),
        ("Lib8/x", "lib8/**"),
        ("src/x/gen1200/a.rs", "src/*/gen1200/*.rs"),
        ("a3190-z/b1.c", "a3190-*/b?.[ch]"),
    ] {
        assert_eq!(policy.judge(&path(text)).rule.unwrap().pattern, pattern);
    }
    for number in 0..100 {
        assert!(!policy.judge(&path(&format!("lib/part{number}/mod.rs"))).is_refused());
    }
}

fn any_path() -> impl Strategy<Value = RepoPath> {
    let name = prop_oneof![
        "[a-zA-Z*?!#,{}\\[\\]. -]{1,6}",
        Just(".vscode".to_owned()),
        Just(".ENV".to_owned()),
        Just("Makefile".to_owned()),
        any::<String>(),
    ];
    prop::collection::vec(name, 1..4)
        .prop_filter_map("not a path", |names| RepoPath::new(names.join("/").as_bytes()).ok())
}

proptest! {
    #[test]
    fn a_lift_lifts_its_path(path in any_path()) {
        let strict = [("--strict", ""), ("lift secrets", ""), ("sr.block", "**")];
        if let Some(lift) = policy(&strict).judge(&path).lift {
            let mut words = strict.to_vec();
            words.push(("--allow", &lift.pattern));
            let verdict = policy(&words).judge(&path);
            prop_assert_eq!(verdict.decision, Decision::Allow, "{}", path);
        }
    }

    #[test]
    fn case_never_weakens_a_class(path in any_path()) {
        let shouted = path.to_string().to_ascii_uppercase();
        if let Ok(shouted) = RepoPath::new(shouted.as_bytes()) {
            prop_assert_eq!(policy(&[]).judge(&path).class, policy(&[]).judge(&shouted).class);
        }
    }
}

#[test]
fn a_block_without_a_slash_holds_in_every_folder() {
    let refuses = |rule: &str, path: &str| {
        let mut rules = Rules::default();
        rules.block(rule.as_bytes(), Origin::BlockFile { line: 1 }).unwrap();
        Policy::new(rules).unwrap().judge(&RepoPath::new(path.as_bytes()).unwrap()).is_refused()
    };
    for path in ["x.key2", "s/x.key2", "s/t/X.KEY2", "a.key2/b"] {
        assert!(refuses("*.key2", path), "{path}");
    }
    assert!(refuses("vendor/", "a/vendor/b.c") && !refuses("vendor", "vendors/b.c"));
    assert!(refuses("/x.key2", "x.key2") && !refuses("/x.key2", "s/x.key2"));
    assert!(refuses("s/*.key2", "s/x.key2") && !refuses("s/*.key2", "t/s/x.key2"));
}

#[test]
fn what_steers_git_is_of_the_class_that_steers_tools() {
    let mut rules = Rules::default();
    let folder = RepoPath::new(b"tools/H").unwrap();
    rules.steer(&folder, Origin::Config { source: "core.hooksPath".into() });
    let policy = Policy::new(rules).unwrap();
    let class = |path: &str| policy.judge(&RepoPath::new(path.as_bytes()).unwrap()).class.id;
    assert_eq!(["tools/h", "Tools/h/pre-commit"].map(class), ["control"; 2]);
    assert_eq!(["tools/hooks", "tools", "tools/h/.env"].map(class), ["plain", "plain", "secret"]);
}
