//! How a run ends that fails once git has made the commit, or that is told to stop.

use super::*;

#[test]
fn a_batch_whose_record_is_gone_is_said_to_have_none() {
    sandboxed("ends::a_batch_whose_record_is_gone_is_said_to_have_none", |sandbox| {
        let folder = repository(sandbox);
        let script =
            "git for-each-ref --format='delete %(refname)' refs/sr refs/worktree/sr | git update-ref --stdin
            exit 1";
        hook(&folder, "pre-commit", script);
        let (_, err, code) = said(&run(sandbox, &folder, &["apply", "--commit"], &one()));
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("batch 1 stays in the files, since its record is gone or"), "{err}");
        assert!(!err.contains("git sr undo"), "{err}");
        assert_eq!(read(&folder, "a.txt"), TEXT.replace("one", "1"));
    });
}
