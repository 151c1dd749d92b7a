//! The built-in classes, by the names in them.

use super::*;

fn is_refused_as(wanted: &str, names: &str) {
    for name in names.split_whitespace() {
        for text in [name.to_owned(), format!("pkg/deep/{name}")] {
            let verdict = policy(&[]).judge(&path(&text));
            assert_eq!(
                (verdict.class.id, &verdict.decision),
                (wanted, &Decision::Refuse(Reason::Class)),
                "{text}"
            );
            assert_eq!(verdict.rule.map(|rule| rule.origin), Some(Origin::BuiltIn), "{text}");
        }
    }
}

#[test]
fn secrets_are_refused_at_any_depth() {
    is_refused_as(
        "secret",
        "
        .env .env.local .env.production .env.example.local id_rsa id_dsa id_ecdsa id_ed25519 server.pem
        a.key a.p12 a.pfx a.jks a.keystore a.kdbx a.ppk .netrc _netrc .npmrc .pypirc .git-credentials
        .htpasswd .pgpass .my.cnf credentials credentials.json kubeconfig prod.kubeconfig
        service-account.json service-account-1.json terraform.tfstate prod.tfvars secrets.yml secrets.yaml
        authorized_keys .ssh/config .ssh/id_x .aws/config .gnupg/x .kube/config .docker/config.json .azure/x
        .env/x
",
    );
}

#[test]
fn what_steers_tools_is_refused_at_any_depth() {
    is_refused_as(
        "control",
        "
        .gitmodules .gitattributes .gitconfig .gitsr-block .vscode/settings.json .vscode/tasks.json
        .idea/workspace.xml .zed/settings.json x.code-workspace .devcontainer/devcontainer.json
        .cursor/mcp.json .cursorrules .claude/settings.json .codex/config.toml .gemini/settings.json
        .agents/x .roo/x .clinerules .clinerules-code .clinerules/x.md .windsurf/x .windsurfrules
        .continue/x .kiro/x .amp/x .mcp.json .github/workflows/ci.yml .github/actions/a/action.yml
        .github/agents/a.md .github/hooks/h.json .gitlab-ci.yml .circleci/config.yml .buildkite/x
        .travis.yml Jenkinsfile azure-pipelines.yml bitbucket-pipelines.yml .husky/pre-commit
        .githooks/pre-commit .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml .envrc
        .direnv/x .cargo/config.toml .yarnrc .yarnrc.yml .pnpmfile.cjs .vscode
",
    );
}

#[test]
fn an_alias_does_not_hide_a_name() {
    for text in [
        ".VSCODE/settings.json", ".cUrSoR/mcp.json", ".ENV", ".env ", ".env.", ".env::$DATA",
        "pkg/.Claude/settings.json", ".vscode./x", ".vscode /x", ".ｖｓｃｏｄｅ/x", ".vſcode/x",
        "SERVER.PEM", "a.pem::$DATA", "a.key . ", "ID_RSA", ".GitHub/Workflows/x.yml", "JENKINSFILE",
        "GITMOD~1", "CLAUDE~1/settings.json", "GITHUB~1/workflows/x", "ENV~1.LOC", ".Git-SR-1.TMP",
    ] {
        let verdict = policy(&[]).judge(&path(text));
        assert!(verdict.class.treatment == Treatment::Refuse && verdict.is_refused(), "{text}");
    }
}

#[test]
fn a_name_with_a_tilde_that_is_no_alias_is_plain() {
    for text in ["x/~", "x/~1", "GITMOD~", "GITMOD~x", "GITMOD~1x", "OTHER~1"] {
        assert!(!policy(&[]).judge(&path(text)).is_refused(), "{text}");
    }
}

#[test]
fn our_temporary_files_are_never_written() {
    let verdict =
        policy(&[("--allow", "**"), ("--allow", "src/.git-sr-4f.tmp")]).judge(&path("src/.git-sr-4f.tmp"));
    assert_eq!((verdict.class.id, verdict.lift), ("never", None));
    assert_eq!(verdict.decision, Decision::Refuse(Reason::Class));
}

#[test]
fn what_a_build_runs_is_flagged() {
    let names = "
        package.json a/Cargo.lock yarn.lock Cargo.toml build.rs Makefile justfile CMakeLists.txt setup.py
        pyproject.toml tests/conftest.py x.pth Gemfile build.gradle.kts pom.xml a.csproj go.mod Dockerfile
        compose.dev.yml requirements-dev.txt tsconfig.json vite.config.ts .gitignore PACKAGE.JSON
    ";
    for text in names.split_whitespace() {
        let verdict = policy(&[]).judge(&path(text));
        assert_eq!((verdict.class.id, verdict.decision), ("flag", Decision::Flag), "{text}");
        assert_eq!(verdict.lift, None, "{text}");
    }
}

#[test]
fn instructions_for_agents_are_flagged_as_such() {
    for text in ["AGENTS.md", "src/CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"] {
        let verdict = policy(&[]).judge(&path(text));
        assert_eq!((verdict.class.id, verdict.decision), ("instructions", Decision::Flag), "{text}");
    }
}

#[test]
fn ordinary_names_are_plain() {
    for text in [
        ".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults",
        ".env.production.example", "monkey.py", "id_rsa_parser.rs", "id_rsa.pub", "git~10.txt",
        "my file.txt", "日本語.md", "...", "src/main.rs", "key.rs", "pem/x", "src/credentials/mod.rs",
        "x.key/readme.md", "environment.ts", ".github/ISSUE_TEMPLATE.md", "workflows/x.yml", "-rf", "*",
        ":(top)x", "makefile.md", "a~1", "docs/secrets.md", "config.toml",
    ] {
        let verdict = policy(&[]).judge(&path(text));
        assert_eq!(
            (verdict.class.id, verdict.decision, verdict.rule),
            ("plain", Decision::Allow, None),
            "{text}"
        );
    }
}

#[test]
fn the_strongest_class_of_a_path_counts() {
    assert_eq!(class(".vscode/.env"), "secret");
    assert_eq!(class(".vscode/package.json"), "control");
    assert_eq!(class(".github/workflows/deploy.key"), "secret");
}
