//! The built-in names of each class. Plain tables, taken apart when the first path is asked about.

use std::sync::LazyLock;

use super::Class;

/// The names of the classes, the strongest class first.
///
/// A `*` (one at most) matches anything. A name with a `/` inside is several neighbouring components; one
/// that begins with a dot is a component at any depth (a `/` behind it tells people that it is a folder);
/// every other name is a file's, since folders called `credentials` or `x.key` are ordinary. The list was
/// measured on public repositories: a name that ordinary edits touch often costs more than it saves.
const TABLE: &[(Class, &str)] = &[
    (Class::Never, NEVER),
    (Class::Secret, SECRET),
    (Class::Control, CONTROL),
    (Class::Flag, FLAG),
    (Class::Instructions, INSTRUCTIONS),
];

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
    requirements*.txt tsconfig.json *.config.js *.config.ts *.config.mjs *.config.cjs .gitignore
";

const INSTRUCTIONS: &str = "
    AGENTS.md CLAUDE.md GEMINI.md .github/copilot-instructions.md
";

/// Endings of environment files that hold no secrets.
const EXAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults"];

/// A name of the table, taken apart once: a batch asks about it for each of its blocks.
struct Pattern {
    class: Class,
    written: &'static str,
    /// The component before it, if it names two.
    folder: Option<Name>,
    name: Name,
    /// True if it is a component at any depth.
    anywhere: bool,
}

/// A name that one component has.
struct Name {
    written: &'static str,
    head: &'static str,
    /// The text behind the `*`.
    tail: Option<&'static str>,
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let all =
        TABLE.iter().flat_map(|(class, names)| names.split_ascii_whitespace().map(|name| (*class, name)));
    all.map(|(class, written)| Pattern::new(class, written)).collect()
});

/// The class of a path, given its folded components, and the name in the table that says so (none for a plain path).
pub(super) fn class_of(components: &[String]) -> (Class, Option<&'static str>) {
    let found = PATTERNS.iter().find(|pattern| pattern.is_match(components));
    found.map_or((Class::Plain, None), |pattern| (pattern.class, Some(pattern.written)))
}

impl Pattern {
    fn new(class: Class, written: &'static str) -> Self {
        let name = written.strip_suffix('/').unwrap_or(written);
        let anywhere = name.starts_with('.');
        let (folder, name) = match name.split_once('/') {
            Some((folder, child)) => (Some(Name::new(folder)), Name::new(child)),
            None => (None, Name::new(name)),
        };
        Self { class, written, folder, name, anywhere }
    }

    fn is_match(&self, components: &[String]) -> bool {
        if let Some(folder) = &self.folder {
            return components.windows(2).any(|pair| folder.is_of(&pair[0]) && self.name.is_of(&pair[1]));
        }
        let reach =
            if self.anywhere { components } else { &components[components.len().saturating_sub(1)..] };
        reach.iter().any(|component| self.name.is_of(component))
    }
}

impl Name {
    fn new(written: &'static str) -> Self {
        match written.split_once('*') {
            Some((head, tail)) => Self { written, head, tail: Some(tail) },
            None => Self { written, head: written, tail: None },
        }
    }

    /// Returns whether a folded component has the name, or the short one that Windows makes of it.
    fn is_of(&self, component: &str) -> bool {
        if self.written == ".env.*"
            && component.rsplit('.').next().is_some_and(|ending| EXAMPLES.contains(&ending))
        {
            return false;
        }
        self.is_wildcard_match(component.as_bytes()) || is_short_name(self.written, component)
    }

    /// One `*` at most, for any bytes; ASCII case is ignored.
    fn is_wildcard_match(&self, name: &[u8]) -> bool {
        let head = self.head.as_bytes();
        let Some(tail) = self.tail.map(str::as_bytes) else { return name.eq_ignore_ascii_case(head) };
        name.len() >= head.len() + tail.len()
            && name[..head.len()].eq_ignore_ascii_case(head)
            && name[name.len() - tail.len()..].eq_ignore_ascii_case(tail)
    }
}

/// Windows gives a long name a second one of its first letters, `~` and a number: `.gitmodules` is `GITMOD~1` as well.
fn is_short_name(pattern: &str, component: &str) -> bool {
    let long = pattern.strip_prefix('.').unwrap_or(pattern);
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
