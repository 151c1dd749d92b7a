//! The classes of paths, with their built-in names. Plain tables, taken apart when the first path is asked
//! about.
//!
//! A new class is an entry of [`CLASSES`]; nothing else asks which class a path has.

use std::sync::LazyLock;

/// Kind of file by its name, and its treatment.
#[derive(Debug, PartialEq, Eq)]
pub struct PathClass {
    /// Its stable name.
    pub id: &'static str,
    /// The words for it, as the end of a sentence about a path.
    pub about: &'static str,
    /// Treatment of its files where no rule speaks of them.
    pub treatment: Treatment,
    /// The rules that allow its files.
    pub lifted_by: LiftedBy,
    /// True if the bytes of its files are kept out of the object database, the index, commits and logs.
    pub is_private: bool,
    /// The rule of `git sr check` that reports its files where they are refused.
    pub check_rule: &'static str,
    /// Its names, with blanks between.
    names: &'static str,
}

impl PathClass {
    /// Its names, in the order of the table.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.split_ascii_whitespace()
    }
}

/// Treatment of the files of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// They are written.
    Write,
    /// They are written, and reported; `--strict` and `sr.flag` refuse them.
    Flag,
    /// They are refused.
    Refuse,
}

/// Rules that can allow the files of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiftedBy {
    /// Every rule that matches.
    Any,
    /// One on the command line, and a configured one that says more than "everything".
    Narrow,
    /// One that names a file or an extension.
    NamedFile,
    /// None.
    Nothing,
}

/// Words for names of which those of their class are not true.
const OWN_WORDS: &[(&str, &str)] =
    &[(".gitignore", "decides which files git sees"), (".gitsr-block", "decides which files may be written")];

/// The words for a file that has its class by a name of the table, as the end of a sentence about a path.
pub(super) fn about(class: &PathClass, name: Option<&str>) -> &'static str {
    let own = OWN_WORDS.iter().find(|(of, _)| Some(*of) == name);
    own.map_or(class.about, |(_, words)| words)
}

/// The class of all names that no entry of [`CLASSES`] has.
pub(super) static PLAIN: PathClass = PathClass {
    id: "plain",
    about: "is an ordinary file",
    treatment: Treatment::Write,
    lifted_by: LiftedBy::Any,
    is_private: false,
    check_rule: "blocked-path",
    names: "",
};

/// The class of files that steer tools.
pub(super) fn control() -> &'static PathClass {
    CLASSES.iter().find(|class| class.id == "control").unwrap_or(&PLAIN)
}

/// The classes of names, the strongest first: the first that has a name decides.
///
/// A `*` (one at most) matches anything. A name with a `/` inside is several neighbouring components; one
/// that begins with a dot is a component at any depth (a `/` behind it tells people that it is a folder);
/// every other name is a file's, since folders called `credentials` or `x.key` are ordinary. The list was
/// measured on public repositories: a name that ordinary edits touch often costs more than it saves.
pub static CLASSES: &[PathClass] = &[
    // Our own half-written files.
    PathClass {
        id: "never",
        about: "is never written",
        treatment: Treatment::Refuse,
        lifted_by: LiftedBy::Nothing,
        is_private: false,
        check_rule: "blocked-path",
        names: "
            .git-sr-*.tmp
        ",
    },
    // Holds secrets.
    PathClass {
        id: "secret",
        about: "may hold secrets",
        treatment: Treatment::Refuse,
        lifted_by: LiftedBy::NamedFile,
        is_private: true,
        check_rule: "secret-path",
        names: "
            .env .env.* id_rsa id_dsa id_ecdsa id_ed25519 *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk
            .netrc _netrc .npmrc .pypirc .git-credentials .htpasswd .pgpass .my.cnf credentials credentials.json
            kubeconfig *.kubeconfig service-account*.json *.tfstate *.tfvars secrets.yml secrets.yaml
            authorized_keys .ssh/ .aws/ .gnupg/ .kube/ .docker/ .azure/
        ",
    },
    // Runs code or steers tools unasked: editors, agents, hooks, CI, git.
    PathClass {
        id: "control",
        about: "steers tools that run code",
        treatment: Treatment::Refuse,
        lifted_by: LiftedBy::Narrow,
        is_private: false,
        check_rule: "control-path",
        names: "
            .gitmodules .gitattributes .gitconfig .gitsr-block .vscode/ .idea/ .zed/ *.code-workspace .devcontainer/
            .devcontainer.json .cursor/ .cursorrules .claude/ .codex/ .gemini/ .agents/ .roo/ .clinerules*
            .windsurf/ .windsurfrules .continue/ .kiro/ .amp/ .mcp.json .github/workflows/ .github/actions/
            .github/agents/ .github/hooks/ .gitlab-ci.yml .circleci/ .buildkite/ .travis.yml Jenkinsfile
            azure-pipelines.yml bitbucket-pipelines.yml .husky/ .githooks/ .pre-commit-config.yaml lefthook.yml
            lefthook.yaml .lefthook.yml .lefthook.yaml .envrc .direnv/ .cargo/config.toml .cargo/config .yarnrc*
            .pnpmfile.*
        ",
    },
    // Is run by the usual tools when the project is built or tested.
    PathClass {
        id: "flag",
        about: "runs code when the project is built or tested",
        treatment: Treatment::Flag,
        lifted_by: LiftedBy::Any,
        is_private: false,
        check_rule: "blocked-path",
        names: "
            package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml pnpm-workspace.yaml bun.lockb go.sum
            *.lock Cargo.toml build.rs Makefile justfile CMakeLists.txt setup.py setup.cfg pyproject.toml
            conftest.py tox.ini noxfile.py sitecustomize.py *.pth Gemfile Rakefile *.gradle *.gradle.kts *.gradle.dcl pom.xml *.csproj
            *.props *.targets go.mod Dockerfile compose*.yml compose*.yaml docker-compose*.yml docker-compose*.yaml
            requirements*.txt tsconfig.json *.config.js *.config.ts *.config.mjs *.config.cjs .gitignore
        ",
    },
    // Instructs agents that work in the repository.
    PathClass {
        id: "instructions",
        about: "holds instructions for agents",
        treatment: Treatment::Flag,
        lifted_by: LiftedBy::Any,
        is_private: false,
        check_rule: "blocked-path",
        names: "
            AGENTS.md CLAUDE.md GEMINI.md .github/copilot-instructions.md
        ",
    },
];

/// Endings of environment files that hold no secrets.
const EXAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults"];

/// A name of the table, taken apart once: a batch asks about it for each of its blocks.
struct Pattern {
    class: &'static PathClass,
    written: &'static str,
    /// The component before it, if it names two; few do.
    folder: Option<Box<Name>>,
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
        CLASSES.iter().flat_map(|class| class.names.split_ascii_whitespace().map(move |name| (class, name)));
    all.map(|(class, written)| Pattern::new(class, written)).collect()
});

/// The class of a path, given its folded components, and the name in the table that says so (none for a plain
/// path).
pub(super) fn class_of(components: &[String]) -> (&'static PathClass, Option<&'static str>) {
    // Few names have that sign, and the tables are gone through for every path.
    let may_be_short = components.iter().any(|component| component.contains('~'));
    let found = PATTERNS.iter().find(|pattern| pattern.is_match(components, may_be_short));
    found.map_or((&PLAIN, None), |pattern| (pattern.class, Some(pattern.written)))
}

impl Pattern {
    fn new(class: &'static PathClass, written: &'static str) -> Self {
        let name = written.strip_suffix('/').unwrap_or(written);
        let anywhere = name.starts_with('.');
        let (folder, name) = match name.split_once('/') {
            Some((folder, child)) => (Some(Box::new(Name::new(folder))), Name::new(child)),
            None => (None, Name::new(name)),
        };
        Self { class, written, folder, name, anywhere }
    }

    /// Returns whether folded components have the name, or the short ones that Windows makes of them.
    fn is_match(&self, components: &[String], may_be_short: bool) -> bool {
        let is_of = |name: &Name, component: &str| name.is_of(component, may_be_short);
        if let Some(folder) = &self.folder {
            return components.windows(2).any(|pair| is_of(folder, &pair[0]) && is_of(&self.name, &pair[1]));
        }
        let reach =
            if self.anywhere { components } else { &components[components.len().saturating_sub(1)..] };
        reach.iter().any(|component| is_of(&self.name, component))
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
    fn is_of(&self, component: &str, may_be_short: bool) -> bool {
        let is_of = self.is_wildcard_match(component.as_bytes())
            || may_be_short && is_short_name(self.written, component);
        let is_example = || component.rsplit('.').next().is_some_and(|ending| EXAMPLES.contains(&ending));
        is_of && !(self.written == ".env.*" && is_example())
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

/// Windows gives a long name a second one of its first letters, `~` and a number: `.gitmodules` is `GITMOD~1`
/// as well.
fn is_short_name(pattern: &str, component: &str) -> bool {
    let long = pattern.strip_prefix('.').unwrap_or(pattern);
    let Some((stem, rest)) = component.split_once('~') else { return false };
    let number = rest.split('.').next().unwrap_or_default();
    if stem.is_empty() || number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let long = long.split(['.', '*']).next().unwrap_or_default();
    let short = long.get(..6).unwrap_or(long);
    short.eq_ignore_ascii_case(stem)
}
