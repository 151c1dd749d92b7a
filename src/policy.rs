//! `git sr policy`: which paths a reply may write, and by which rule.

use bstr::{BStr, BString, ByteSlice as _};

use crate::{
    apply::ApplyError,
    core::{
        guard::{Policy, Rules, Verdict},
        path::{PathError, RepoPath},
        resolve::{Kind, Tree as _},
    },
    repo::{config::Settings, open::Repo, policy, world::RepoWorld},
};

/// Words for one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The path as it was given.
    pub given: BString,
    /// The policy's answer.
    pub answer: PolicyAnswer,
}

/// Words for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyAnswer {
    /// Verdict of the policy on the name.
    Verdict {
        /// The path from the root.
        path: RepoPath,
        /// The verdict.
        verdict: Verdict,
    },
    /// An object that is never written, whatever its name: a link, a folder, another repository.
    NoFile {
        /// The path from the root.
        path: RepoPath,
        /// The kind of object at the path.
        kind: Kind,
    },
    /// It can be no path here.
    Bad(PathError),
    /// It leads out of the work tree.
    Outside,
}

impl Judged {
    /// Returns whether a reply may write the path.
    pub fn may_be_written(&self) -> bool {
        matches!(&self.answer, PolicyAnswer::Verdict { verdict, .. } if !verdict.is_refused())
    }
}

/// Judges paths, which count from the folder that the command was started in.
///
/// # Errors
///
/// When the rules make no policy or cannot be read, or the work tree cannot be opened.
///
/// # Examples
///
/// ```
/// use git_sr::core::guard::Rules;
/// use git_sr::policy::judge;
/// use git_sr::repo::{config::Settings, open::Repo};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # gix::init(folder.path())?;
/// let repo = Repo::open(&folder.path().canonicalize()?)?;
/// let settings = Settings::read(&repo)?;
/// let judged = judge(&repo, &settings, &Rules::default(), &["src/a.rs".into(), ".env".into()])?;
/// let may: Vec<bool> = judged.iter().map(|judged| judged.may_be_written()).collect();
/// assert_eq!(may, [true, false]);
/// # Ok(())
/// # }
/// ```
pub fn judge(
    repo: &Repo,
    settings: &Settings,
    rules: &Rules,
    paths: &[BString],
) -> Result<Vec<Judged>, ApplyError> {
    let world = RepoWorld::open(repo, settings.max_file_bytes).map_err(ApplyError::WorkTree)?;
    let mut rules = rules.clone();
    policy::add(&mut rules, settings, world.tree())?;
    let policy = Policy::new(rules)?;
    let prefix = repo.prefix().unwrap_or_default();
    let judge = |given: &BString| Judged {
        given: given.clone(),
        answer: answer(given.as_bstr(), prefix, &policy, &world),
    };
    Ok(paths.iter().map(judge).collect())
}

fn answer(given: &BStr, prefix: &BStr, policy: &Policy, world: &RepoWorld<'_>) -> PolicyAnswer {
    let Some(path) = from_root(given, prefix, world.root()) else { return PolicyAnswer::Outside };
    let path = match RepoPath::new(&path) {
        Ok(path) => path,
        Err(error) => return PolicyAnswer::Bad(error),
    };
    match world.kind(&path) {
        Kind::Absent | Kind::File => {
            let verdict = policy.judge(&path);
            PolicyAnswer::Verdict { path, verdict }
        }
        kind => PolicyAnswer::NoFile { path, kind },
    }
}

/// The path from the root, with `.` and `..` worked out by their names alone; none if it leads out.
fn from_root(given: &BStr, prefix: &BStr, root: &[u8]) -> Option<BString> {
    let below = |path: &[u8]| Some(path.strip_prefix(root)?.strip_prefix(b"/")?.to_owned());
    let (start, rest) =
        if given.starts_with(b"/") { (BStr::new(b""), below(given)?) } else { (prefix, given.to_vec()) };
    let mut components: Vec<&[u8]> = start.split_str("/").filter(|name| !name.is_empty()).collect();
    for component in rest.split_str("/") {
        match component {
            b"" | b"." => {}
            b".." => {
                components.pop()?;
            }
            name => components.push(name),
        }
    }
    Some(bstr::join("/", components).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooted(given: &str, prefix: &str) -> Option<String> {
        let path = from_root(given.into(), prefix.into(), b"/tree")?;
        Some(path.to_string())
    }

    #[test]
    fn a_path_counts_from_the_folder_and_an_absolute_one_from_the_root() {
        assert_eq!(rooted("a/./b", "src").as_deref(), Some("src/a/b"));
        assert_eq!(rooted("../a", "src").as_deref(), Some("a"));
        assert_eq!(rooted("/tree/a", "src").as_deref(), Some("a"));
    }

    #[test]
    fn a_path_that_leads_out_is_none() {
        assert_eq!(rooted("../../a", "src"), None);
        assert_eq!(rooted("/tree-too/a", ""), None);
    }
}
