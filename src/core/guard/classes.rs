//! The built-in names of each class. Plain tables: nothing is compiled when the program starts.

use super::Class;

/// The names of the classes, the strongest class first.
///
/// A `*` (one at most) stands for anything. What has a `/` inside are neighbouring components; what begins with a dot is a component at
/// any depth (a `/` behind it tells people that it is a folder); every other name is a file's, since folders called
/// `credentials` or `x.key` are ordinary. Which names stand here was measured on public repositories: a name that
/// ordinary edits touch often costs more than it saves.
const TABLE: &[(Class, &str)] =
    &[(Class::Never, NEVER), (Class::Secret, SECRET), (Class::Control, CONTROL), (Class::Flag, FLAG)];

/// Our own half-written files.
const NEVER: &str = "
    .git-sr-*.tmp
";

const SECRET: &str = "
    .env .env.* id_rsa id_dsa id_ecdsa id_ed25519 *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk
    .netrc _netrc .npmrc .pypirc .git-credentials .htpasswd .pgpass .my.cnf credentials credentials.json
    kubeconfig *.kubeconfig service-account*.json *.tfstate *.tfvars secrets.yml secrets.yaml
    authorized_keys .ssh/ .aws/ .gnupg/ .kube/ .docker/ .azure/
";

const CONTROL: &str = "
    .gitmodules .gitattributes .gitconfig .gitsr-block .vscode/ .idea/ .zed/ *.code-workspace .devcontainer/
    .devcontainer.json .cursor/ .cursorrules .claude/ .codex/ .gemini/ .agents/ .roo/ .clinerules*
    .windsurf/ .windsurfrules .continue/ .kiro/ .amp/ .mcp.json .github/workflows/ .github/actions/
    .github/agents/ .github/hooks/ .gitlab-ci.yml .circleci/ .buildkite/ .travis.yml Jenkinsfile
    azure-pipelines.yml bitbucket-pipelines.yml .husky/ .githooks/ .pre-commit-config.yaml lefthook.yml
    lefthook.yaml .lefthook.yml .lefthook.yaml .envrc .direnv/ .cargo/config.toml .cargo/config .yarnrc*
    .pnpmfile.*
";

const FLAG: &str = "
    package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml pnpm-workspace.yaml bun.lockb go.sum
    *.lock Cargo.toml build.rs Makefile justfile CMakeLists.txt setup.py setup.cfg pyproject.toml
    conftest.py tox.ini noxfile.py sitecustomize.py *.pth Gemfile Rakefile *.gradle *.gradle.kts *.gradle.dcl pom.xml *.csproj
    *.props *.targets go.mod Dockerfile compose*.yml compose*.yaml docker-compose*.yml docker-compose*.yaml
    requirements*.txt tsconfig.json *.config.js *.config.ts *.config.mjs *.config.cjs AGENTS.md CLAUDE.md
    GEMINI.md .github/copilot-instructions.md .gitignore
";

/// Endings of environment files that hold no secrets.
const EXAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults"];

/// The class of a path, given its folded components, and the name in the table that says so (none for a plain path).
pub(super) fn class_of(components: &[String]) -> (Class, Option<&'static str>) {
    TABLE
        .iter()
        .flat_map(|(class, patterns)| patterns.split_ascii_whitespace().map(move |pattern| (*class, pattern)))
        .find(|(_, pattern)| is_match(pattern, components))
        .map_or((Class::Plain, None), |(class, pattern)| (class, Some(pattern)))
}

fn is_match(pattern: &str, components: &[String]) -> bool {
    let name = pattern.strip_suffix('/').unwrap_or(pattern);
    if let Some((folder, child)) = name.split_once('/') {
        return components.windows(2).any(|pair| is_name(folder, &pair[0]) && is_name(child, &pair[1]));
    }
    let reach =
        if name.starts_with('.') { components } else { &components[components.len().saturating_sub(1)..] };
    reach.iter().any(|component| is_name(name, component))
}

/// Whether a folded component is the name, or the short name that Windows makes of it.
fn is_name(pattern: &str, component: &str) -> bool {
    if pattern == ".env.*" && component.rsplit('.').next().is_some_and(|ending| EXAMPLES.contains(&ending)) {
        return false;
    }
    is_wildcard_match(pattern, component.as_bytes()) || is_short_name(pattern, component)
}

/// One `*` at most, for any bytes; ASCII case is ignored.
fn is_wildcard_match(pattern: &str, name: &[u8]) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else {
        return name.eq_ignore_ascii_case(pattern.as_bytes());
    };
    name.len() >= head.len() + tail.len()
        && name[..head.len()].eq_ignore_ascii_case(head.as_bytes())
        && name[name.len() - tail.len()..].eq_ignore_ascii_case(tail.as_bytes())
}

/// Windows gives a long name a second one of its first letters, `~` and a number: `.gitmodules` is `GITMOD~1` as well.
fn is_short_name(pattern: &str, component: &str) -> bool {
    let long = pattern.trim_start_matches('.');
    // Most names end here: the tables are gone through for every path.
    if !long.bytes().next().zip(component.bytes().next()).is_some_and(|(a, b)| a.eq_ignore_ascii_case(&b)) {
        return false;
    }
    let Some((stem, rest)) = component.split_once('~') else { return false };
    let number = rest.split('.').next().unwrap_or_default();
    if stem.is_empty() || number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let long = long.split(['.', '*']).next().unwrap_or_default();
    let short = long.get(..6).unwrap_or(long);
    short.eq_ignore_ascii_case(stem)
}
