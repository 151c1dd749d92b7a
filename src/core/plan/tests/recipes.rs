//! New lines of recipes in Makefiles.

use super::*;

#[test]
fn lines_of_recipes_begin_with_a_tab() {
    let file = "all: a.o\n\tcc a.o\n\nclean:\n\trm -f a\n";
    let made = |search: &str, replace: &str, wanted: &str| {
        let text = file.replace(search, wanted);
        assert_eq!(
            applied(&[("Makefile", file)], &edit("Makefile", search, replace)),
            Ok(tree(&[("Makefile", &text)])),
            "{replace}"
        );
    };
    made("\trm -f a\n", "\trm -f a\n    rm -f b\n", "\trm -f a\n\trm -f b\n");
    made("clean:\n", "test: all\n        ./a\n\nclean:\n", "test: all\n\t./a\n\nclean:\n");
    made("clean:\n", "X = a \\\n    b\n\nclean:\n", "X = a \\\n    b\n\nclean:\n");
    let blanks = file.replace('\t', "    ");
    assert_eq!(applied(&[], &edit("Makefile", "", &blanks)), Ok(tree(&[("Makefile", file)])));
    // A file with recipes of its own form, and what is no Makefile, stay as they are.
    let own = blanks.replace("rm -f a\n", "rm -f a\n    rm -f b\n");
    let block = edit("Makefile", "    rm -f a\n", "    rm -f a\n    rm -f b\n");
    assert_eq!(applied(&[("Makefile", &blanks)], &block), Ok(tree(&[("Makefile", &own)])));
    assert_eq!(applied(&[], &edit("a.txt", "", &blanks)), Ok(tree(&[("a.txt", &blanks)])));
}
