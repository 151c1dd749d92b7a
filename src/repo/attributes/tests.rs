use super::*;
use crate::repo::testing::Sandbox;

fn path(path: &str) -> RepoPath {
    RepoPath::new(path.as_bytes()).unwrap()
}

fn declared(sandbox: &Sandbox, name: &str) -> Declared {
    let repo = sandbox.open();
    let mut attributes = Attributes::new(&repo).unwrap();
    attributes.declared(&path(name)).unwrap()
}

fn with_attributes(attributes: &str) -> Declared {
    let sandbox = Sandbox::new();
    sandbox.write(".gitattributes", attributes);
    declared(&sandbox, "dir/file.txt")
}

const RULES: [&str; 15] = [
    "-text eol=crlf", "!text", "-crlf", "-text", "binary", "crlf", "crlf=input", "eol=crlf", "eol=lf",
    "text eol=crlf", "text", "text=auto eol=crlf", "text=auto eol=lf", "text=auto", "text=input",
];

/// Has git check out `a\n` under every rule, and compares.
fn compare_with_git(autocrlf: &str, eol: &str) {
    let sandbox = Sandbox::new();
    sandbox.append(".git/config", &format!("[core]\nautocrlf = {autocrlf}\neol = {eol}\n"));
    sandbox.write(".git/blob", "a\n");
    let id = sandbox.git(&["hash-object", "-w", "--no-filters", ".git/blob"]);
    let names: Vec<_> = (0..RULES.len()).map(|number| format!("file{number}.")).collect();
    for (rule, name) in RULES.iter().zip(&names) {
        sandbox.append(".gitattributes", &format!("{name} {rule}\n"));
        let entry = format!("100644,{},{name}", id.trim());
        sandbox.git(&["update-index", "--add", "--cacheinfo", &entry]);
    }
    sandbox.git(&["checkout-index", "--all"]);
    let repo = sandbox.open();
    let mut attributes = Attributes::new(&repo).unwrap();
    for (rule, name) in RULES.iter().zip(&names) {
        let ending = attributes.declared(&path(name)).unwrap().ending.unwrap_or(Ending::Lf);
        let expected = std::fs::read(sandbox.path().join(name)).unwrap();
        assert_eq!([b"a", ending.as_bytes()].concat(), expected, "{rule} {autocrlf} {eol}");
    }
}

#[test]
fn endings_are_those_that_git_checks_out() {
    for (autocrlf, eol) in
        [("false", "native"), ("false", "crlf"), ("false", "other"), ("true", "native"), ("input", "native")]
    {
        compare_with_git(autocrlf, eol);
    }
}

#[test]
fn nothing_is_declared_without_attributes() {
    assert_eq!(declared(&Sandbox::new(), "a/b"), Declared::default());
}

#[test]
fn the_nearest_directory_decides() {
    let sandbox = Sandbox::new();
    sandbox.write(".gitattributes", "* eol=crlf\n");
    sandbox.write("dir/.gitattributes", "* eol=lf\n");
    assert_eq!(declared(&sandbox, "dir/a").ending, Some(Ending::Lf));
    assert_eq!(declared(&sandbox, "a").ending, Some(Ending::CrLf));
}

#[test]
fn info_attributes_counts() {
    let sandbox = Sandbox::new();
    sandbox.write(".git/info/attributes", "a binary\n");
    assert!(declared(&sandbox, "a").binary);
}

#[test]
fn only_the_macro_binary_makes_a_file_binary() {
    assert!(with_attributes("*.txt binary\n").binary);
    assert!(!with_attributes("*.txt -diff -text\n").binary);
}

#[test]
fn encoding_and_filter_are_named_and_convert() {
    let declared = with_attributes("*.txt working-tree-encoding=UTF-16LE filter=lfs\n");
    assert_eq!(declared.encoding, Some("UTF-16LE".into()));
    assert_eq!(declared.filter, Some("lfs".into()));
    assert!(declared.is_converted());
}

#[test]
fn utf_8_is_no_encoding_of_its_own() {
    assert!(!with_attributes("*.txt working-tree-encoding=UTF-8\n").is_converted());
}

#[test]
fn a_linked_file_of_attributes_is_not_followed() {
    let sandbox = Sandbox::new();
    sandbox.write("elsewhere", "* binary\n");
    std::os::unix::fs::symlink("elsewhere", sandbox.path().join(".gitattributes")).unwrap();
    assert!(!declared(&sandbox, "a").binary);
}

#[test]
fn in_a_sparse_checkout_the_index_stands_in_for_the_work_tree() {
    let sandbox = Sandbox::new();
    sandbox.write("in/a", "");
    sandbox.write("out/.gitattributes", "* binary\n");
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "all"]);
    sandbox.git(&["sparse-checkout", "set", "in"]);
    assert!(declared(&sandbox, "out/a").binary);
}

#[test]
fn a_broken_index_is_not_read_for_a_full_checkout() {
    let sandbox = Sandbox::new();
    sandbox.write(".git/index", "broken");
    assert_eq!(declared(&sandbox, "a"), Declared::default());
}
