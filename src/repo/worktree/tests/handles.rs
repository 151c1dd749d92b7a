use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::*;

/// The limit holds for a whole process, so this test runs in one of its own.
const CHILD: &str = "GIT_SR_TEST_FEW_HANDLES";

#[test]
fn two_thousand_files_need_few_handles() {
    if std::env::var_os(CHILD).is_none() {
        let name = "repo::worktree::tests::handles::two_thousand_files_need_few_handles";
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    for platform in [PLATFORMS[0], PLATFORMS[3]] {
        let fixture = Fixture::new(platform);
        for number in 0..1000 {
            fixture.put(&format!("a/{}/old{number}", number % 200), "old");
        }
        let maximum = getrlimit(Resource::Nofile).maximum;
        setrlimit(Resource::Nofile, Rlimit { current: Some(96), maximum }).unwrap();
        let steps: Vec<_> = (0..1000)
            .flat_map(|n| {
                let old = fixture.edit(&format!("a/{}/old{n}", n % 200), "new");
                [old, create(&format!("b/{}/deep/new{n}", n % 150), "new")]
            })
            .collect();
        let done = commit(&fixture.tree, &steps).unwrap();
        assert_eq!(done.made.len(), 301);
        assert_eq!((fixture.text("a/7/old7"), fixture.text("b/0/deep/new900")), ("new".into(), "new".into()));
    }
}
