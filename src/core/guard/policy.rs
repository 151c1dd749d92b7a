//! Weighing the rules against each other.

use bstr::ByteSlice;

use super::super::fold::fold;
use super::super::path::RepoPath;
use super::super::text::BOM;
use super::classes::{LiftedBy, PathClass, Treatment, class_of, control};
use super::globs::Globs;
use super::rule::{Origin, PolicyError, Rule};
use super::verdict::{Decision, Lift, Reason, Verdict};
use super::width::{is_bare, names_file};

/// The rules of a [`Policy`]. The default has none: the classes decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    allow: Vec<Rule>,
    taken_back: Vec<Rule>,
    block: Vec<Rule>,
    /// Files and folders that steer git by its configuration, folded, each with the setting as a rule.
    steering: Vec<(String, Rule)>,
    /// Origin of the setting that refuses flagged files (`--strict`, `sr.flag = refuse`), if there is one.
    pub strict: Option<Origin>,
    /// True if a rule can lift a secret. If not, every secret is refused.
    pub secrets_can_be_lifted: bool,
}

impl Rules {
    /// Adds a glob of `--allow` or a value of `sr.allow`. In a value of `sr.allow`, a leading `!` takes back
    /// what other values allow, wherever they come from, and leaves the path to its class; `\!` is a name
    /// that begins so.
    ///
    /// # Errors
    ///
    /// An empty pattern, or one that is not UTF-8.
    pub fn allow(&mut self, pattern: &[u8], origin: Origin) -> Result<(), PolicyError> {
        let rule = rule(pattern, origin)?;
        match rule.pattern.strip_prefix('!').filter(|_| matches!(rule.origin, Origin::Config { .. })) {
            Some(rest) if rest.trim_matches('/').is_empty() => {
                return Err(PolicyError::Empty { origin: rule.origin });
            }
            Some(_) => self.taken_back.push(rule),
            None => self.allow.push(rule),
        }
        Ok(())
    }

    /// Adds a glob of `--block` or a value of `sr.block`. It blocks the paths that it matches and, if one is
    /// a folder, all below it; case and the other differences that [`fold`] drops do not matter.
    ///
    /// # Errors
    ///
    /// An empty pattern, one that is not UTF-8, or one with a leading `!`.
    pub fn block(&mut self, pattern: &[u8], origin: Origin) -> Result<(), PolicyError> {
        let rule = rule(pattern, origin)?;
        if rule.pattern.starts_with('!') {
            return Err(PolicyError::Negated { rule });
        }
        if rule.pattern.trim_matches('/').is_empty() {
            return Err(PolicyError::Empty { origin: rule.origin });
        }
        self.block.push(rule);
        Ok(())
    }

    /// Adds a file, or a folder of files, from which git takes programs or configuration: they are of the class
    /// of those that steer tools.
    pub fn steer(&mut self, path: &RepoPath, origin: Origin) {
        let folded: Vec<String> = path.components().map(|component| fold(component)).collect();
        let pattern = path.as_bstr().to_string();
        self.steering.push((folded.join("/"), Rule { pattern, origin }));
    }

    /// Adds the globs of a `.gitsr-block` file, one a line. Blank lines and lines that begin with `#` are
    /// comments.
    ///
    /// # Errors
    ///
    /// As [`Rules::block()`], for the first such line.
    pub fn block_file(&mut self, text: &[u8]) -> Result<(), PolicyError> {
        let text = text.strip_prefix(BOM).unwrap_or(text);
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with(b"#") {
                self.block(line, Origin::BlockFile { line: number + 1 })?;
            }
        }
        Ok(())
    }
}

fn rule(pattern: &[u8], origin: Origin) -> Result<Rule, PolicyError> {
    match pattern.to_str() {
        Err(_) => Err(PolicyError::NotUtf8 { origin }),
        Ok("") => Err(PolicyError::Empty { origin }),
        Ok(pattern) => Ok(Rule { pattern: pattern.to_owned(), origin }),
    }
}

/// Says of each path whether a reply may write it. Built once for a run.
#[derive(Clone, Debug)]
pub struct Policy {
    allow: Globs,
    taken_back: Globs,
    block: Globs,
    steering: Vec<(String, Rule)>,
    strict: Option<Origin>,
    secrets_can_be_lifted: bool,
}

/// Permission of a path by the rules that allow.
#[derive(Clone, Copy)]
enum Permission<'a> {
    Silent,
    Granted(&'a Rule),
    TooWide(&'a Rule),
}

impl Policy {
    /// Compiles the rules.
    ///
    /// # Errors
    ///
    /// The first pattern that is not a glob.
    pub fn new(rules: Rules) -> Result<Self, PolicyError> {
        let Rules { allow, taken_back, block, steering, strict, secrets_can_be_lifted } = rules;
        Ok(Self {
            allow: Globs::exact(allow)?,
            taken_back: Globs::folded(taken_back)?,
            block: Globs::folded(block)?,
            steering,
            strict,
            secrets_can_be_lifted,
        })
    }

    /// Judges a path, whether there is a file or not.
    ///
    /// # Examples
    ///
    /// ```
    /// use git_sr::core::guard::{Origin, Policy, Rules};
    /// use git_sr::core::path::RepoPath;
    ///
    /// let mut rules = Rules::default();
    /// rules.block(b"vendor/**", Origin::Flag).expect("a glob");
    /// let policy = Policy::new(rules).expect("rules");
    /// let refuses = |path: &str| policy.judge(&RepoPath::new(path.as_bytes()).expect("a path")).is_refused();
    /// assert!(refuses("vendor/a.c") && refuses(".env") && !refuses("src/a.c"));
    /// ```
    pub fn judge(&self, path: &RepoPath) -> Verdict {
        let folded: Vec<_> = path.components().map(|component| fold(component)).collect();
        let (class, of_class) = self.class_of(&folded);
        let (decision, rule) = self.decide(path, &folded, class);
        let rule = rule.or(of_class);
        let lift = self.lift(path, class, &decision, rule.as_ref());
        Verdict { class, is_private: class.is_private, decision, rule, lift }
    }

    /// The class of a path, and the rule that says so: a name in the table, or a setting of git.
    fn class_of(&self, folded: &[String]) -> (&'static PathClass, Option<Rule>) {
        let (class, name) = class_of(folded);
        let path = folded.join("/");
        let is_of = |steering: &str| {
            path.strip_prefix(steering).is_some_and(|below| below.is_empty() || below.starts_with('/'))
        };
        let steers = self.steering.iter().find(|(steering, _)| is_of(steering));
        match steers.filter(|_| class.treatment != Treatment::Refuse) {
            Some((_, rule)) => (control(), Some(rule.clone())),
            None => (class, name.map(|name| Rule { pattern: name.to_owned(), origin: Origin::BuiltIn })),
        }
    }

    /// The decision, and the rule behind it if that is not the class's.
    fn decide(&self, path: &RepoPath, folded: &[String], class: &PathClass) -> (Decision, Option<Rule>) {
        if class.lifted_by == LiftedBy::Nothing {
            return (Decision::Refuse(Reason::Class), None);
        }
        let folded = folded.join("/");
        let spellings = with_folders(path.as_bstr(), folded.as_bytes());
        let (typed_blocks, blocks) = by_origin(self.block.matching(&spellings));
        let (typed_allows, allows) = by_origin(self.allow.matching(&[path.as_bstr()]));
        if let Some(rule) = typed_blocks.first() {
            return (Decision::Refuse(Reason::Blocked), Some((*rule).clone()));
        }
        let typed = permission(&typed_allows, class);
        if let Permission::Granted(rule) = typed {
            return self.granted(rule, class);
        }
        if let Some(rule) = blocks.first() {
            return (Decision::Refuse(Reason::Blocked), Some((*rule).clone()));
        }
        let configured = permission(&allows, class);
        let taken_back = self.taken_back.matching(&spellings);
        match (typed, configured) {
            (_, Permission::Granted(rule)) if taken_back.is_empty() => self.granted(rule, class),
            (_, Permission::Granted(_)) if class.treatment == Treatment::Refuse => {
                (Decision::Refuse(Reason::Class), taken_back.first().map(|rule| (*rule).clone()))
            }
            (Permission::TooWide(rule), _) | (_, Permission::TooWide(rule)) => {
                (Decision::Refuse(Reason::TooWide { allowed_by: rule.clone() }), None)
            }
            _ => (self.by_class(class), None),
        }
    }

    fn granted(&self, rule: &Rule, class: &PathClass) -> (Decision, Option<Rule>) {
        if class.is_private && !self.secrets_can_be_lifted {
            return (Decision::Refuse(Reason::Held { allowed_by: rule.clone() }), None);
        }
        (Decision::Allow, Some(rule.clone()))
    }

    fn by_class(&self, class: &PathClass) -> Decision {
        match (class.treatment, &self.strict) {
            (Treatment::Write, _) => Decision::Allow,
            (Treatment::Flag, None) => Decision::Flag,
            (Treatment::Flag, Some(origin)) => Decision::Refuse(Reason::Strict { origin: origin.clone() }),
            (Treatment::Refuse, _) => Decision::Refuse(Reason::Class),
        }
    }

    /// The option that would lift the refusal: none does for the class never, for a block of the same
    /// command, or for a secret while those are held.
    fn lift(
        &self,
        path: &RepoPath,
        class: &PathClass,
        decision: &Decision,
        rule: Option<&Rule>,
    ) -> Option<Lift> {
        let Decision::Refuse(reason) = decision else { return None };
        let blocked_by_flag =
            *reason == Reason::Blocked && rule.is_some_and(|rule| rule.origin == Origin::Flag);
        let held = class.is_private && !self.secrets_can_be_lifted;
        if class.lifted_by == LiftedBy::Nothing || blocked_by_flag || held {
            return None;
        }
        Some(Lift { pattern: globset::escape(path.as_bstr().to_str().ok()?) })
    }
}

/// The rules of the command line, and the others.
fn by_origin(rules: Vec<&Rule>) -> (Vec<&Rule>, Vec<&Rule>) {
    rules.into_iter().partition(|rule| rule.origin == Origin::Flag)
}

/// Permission by the rules that match a path, given its class: the first that is narrow enough counts.
fn permission<'a>(rules: &[&'a Rule], class: &PathClass) -> Permission<'a> {
    let narrow_enough = |rule: &Rule| match class.lifted_by {
        LiftedBy::Any => true,
        LiftedBy::Narrow => rule.origin == Origin::Flag || !is_bare(&rule.pattern),
        LiftedBy::NamedFile => names_file(&rule.pattern),
        LiftedBy::Nothing => false,
    };
    match rules.iter().find(|rule| narrow_enough(rule)) {
        Some(rule) => Permission::Granted(rule),
        None => rules.first().map_or(Permission::Silent, |rule| Permission::TooWide(rule)),
    }
}

/// A path as it is written and folded, each with the folders above it.
fn with_folders<'a>(written: &'a [u8], folded: &'a [u8]) -> Vec<&'a [u8]> {
    let spellings = if written == folded { vec![written] } else { vec![written, folded] };
    let folders = |path: &'a [u8]| path.find_iter("/").map(move |slash| &path[..slash]).chain([path]);
    spellings.into_iter().flat_map(folders).collect()
}
