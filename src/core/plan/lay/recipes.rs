//! New lines of recipes in Makefiles: in front of them is a tab, whatever a reply has there.

use std::{borrow::Cow, mem};

use bstr::ByteSlice as _;

use crate::core::{
    language::{Feature, Language},
    splice::Hunk,
    text::Text,
};

/// Words that begin what is no line of a recipe.
const DIRECTIVES: [&[u8]; 14] = [
    b"-include", b"define", b"endef", b"export", b"include", b"load", b"override", b"private", b"sinclude",
    b"undefine", b"unexport", b"vpath", b".PHONY:", b".PHONY",
];

/// Words of conditions, which may be among the lines of a recipe.
const CONDITIONS: [&[u8]; 7] = [b"else", b"endif", b"if", b"ifdef", b"ifeq", b"ifndef", b"ifneq"];

/// Returns whether new lines of a file may be lines of recipes with blanks in front.
pub(super) fn may_be<L: AsRef<[u8]>>(language: Option<&Language>, mut new: impl Iterator<Item = L>) -> bool {
    language.is_some_and(|language| language.has(Feature::Recipes))
        && new.any(|line| line.as_ref().starts_with(b" "))
}

/// Puts a tab in front of such lines of hunks, which are in order. Returns whether there were any; none where the file
/// itself has blanks there.
pub(super) fn tabbed(text: &Text, hunks: &mut [Hunk<'_>]) -> bool {
    let has_prefix = |line: &[u8]| line.contains_str(".RECIPEPREFIX");
    if text.lines().any(has_prefix) || hunks.iter().flat_map(|hunk| &hunk.new).any(|line| has_prefix(line)) {
        return false;
    }
    let mut own = Recipes::default();
    if (0..text.len()).any(|line| own.read(text.body(line))) {
        return false;
    }
    let (mut recipes, mut at, mut any) = (Recipes::default(), 0, false);
    for hunk in hunks {
        for line in at..hunk.old.start {
            recipes.read(text.body(line));
        }
        for line in &mut hunk.new {
            if recipes.read(line) {
                *line = Cow::Owned([b"\t", line.trim_ascii_start()].concat());
                any = true;
            }
        }
        at = hunk.old.end.max(at);
    }
    any
}

/// The state between two lines.
#[derive(Default)]
struct Recipes {
    /// The line belongs to a recipe, if it is no statement.
    is_open: bool,
    /// A condition came since the last line of the recipe.
    is_conditional: bool,
    /// The line above goes on.
    goes_on: bool,
    is_definition: bool,
}

impl Recipes {
    /// Passes a line. Returns whether it is one of a recipe and has blanks in front.
    fn read(&mut self, line: &[u8]) -> bool {
        let slashes = line.iter().rev().take_while(|byte| **byte == b'\\').count();
        if mem::replace(&mut self.goes_on, slashes % 2 == 1) {
            return false;
        }
        let text = line.trim_ascii();
        let word = text.fields().next().unwrap_or_default();
        if self.is_definition {
            self.is_definition = word != b"endef";
        } else if text.is_empty() {
            self.is_open = false;
        } else if line.starts_with(b"\t") {
            (self.is_open, self.is_conditional) = (true, false);
        } else if CONDITIONS.contains(&word) {
            self.is_conditional = true;
        } else if text.starts_with(b"#") {
            // It may be anywhere.
        } else {
            let is_call = self.is_conditional && text.starts_with(b"$(");
            let is_statement = DIRECTIVES.contains(&word) || is_assignment(text);
            if line.starts_with(b" ") && self.is_open && !is_statement && !is_call {
                return true;
            }
            self.is_definition = word == b"define";
            (self.is_open, self.is_conditional) = (!is_statement && is_rule(text), false);
        }
        false
    }
}

/// Returns whether a line without blanks in front gives a variable a value.
fn is_assignment(text: &[u8]) -> bool {
    let name = text.find_byteset(b" \t:+?!=").unwrap_or(text.len());
    let sign = text[name..].trim_ascii_start();
    let signs: [&[u8]; 7] = [b"=", b":=", b"::=", b":::=", b"+=", b"?=", b"!="];
    name > 0 && signs.iter().any(|known| sign.starts_with(known))
}

/// Returns whether a line names targets.
fn is_rule(text: &[u8]) -> bool {
    let colon = text.find_byte(b':');
    colon.is_some_and(|at| at > 0 && !text[..at].contains(&b'=') && text.get(at + 1) != Some(&b'='))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a Makefile that are a recipe's and have blanks in front.
    fn found(text: &str) -> Vec<&str> {
        let mut recipes = Recipes::default();
        text.lines().filter(|line| recipes.read(line.as_bytes())).collect()
    }

    #[test]
    fn a_line_with_blanks_below_a_rule_is_one_of_its_recipe() {
        assert_eq!(found("all: a.o\n    $(CC) -o a a.o\n\tb\n    c\n"), ["    $(CC) -o a a.o", "    c"]);
        assert_eq!(found("%.o: %.c \\\n  a.h\n        cc $<\n# x\n  y: z\n"), ["        cc $<", "  y: z"]);
        assert_eq!(found("a:\nifdef X\n    b\nelse\n    c\nendif\n"), ["    b", "    c"]);
        assert_eq!(found("X = 1\n\tb\n    c\n"), ["    c"]);
        assert_eq!(found("a:\n\tb\n    $(info z)\n"), ["    $(info z)"]);
        assert_eq!(found("define X\na:\nendef\nb:\n    c\n"), ["    c"]);
    }

    #[test]
    fn what_may_be_a_statement_is_none() {
        for text in [
            "X = a \\\n    b\n    c\n",
            "a:\n\tb; \\\n    c\n",
            "a:\n\tb\nifeq (1,1)\n    X += y\n    $(info z)\nendif\n",
            "a:\n\tb\n\n    $(info z)\n",
            "define X\na:\n    b\nendef\n",
            "a:\n\tb\n    include c\n    # d\n",
            "X := a:b\n    c\n",
            "a:\n\tb\nifeq (1,1)\n    $(info z)\nendif\n",
            "define X\nx\na:\n    b\nendef\n",
            "include a:b\n    c\n",
            "a:\nb\n    c\n",
            ":a\n    c\n",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
    /// New lines at a line of a Makefile, with tabs for blanks; none where no line gets one.
    fn with_tabs(text: &str, at: usize, new: &[&str]) -> Option<String> {
        let new = new.iter().map(|line| line.as_bytes().into()).collect();
        let mut hunks = [Hunk { old: at..at, new }];
        let is_tabbed = tabbed(&Text::new(text.as_bytes().to_vec()), &mut hunks);
        is_tabbed.then(|| hunks[0].bodies().join(&b'\n').to_str_lossy().into_owned())
    }

    #[test]
    fn new_lines_of_a_recipe_begin_with_a_tab() {
        assert_eq!(with_tabs("a:\n", 1, &["    b"]).as_deref(), Some("\tb"));
        assert_eq!(with_tabs("a:\n\tb\n", 2, &["    c", "", "  d"]).as_deref(), Some("\tc\n\n  d"));
        // They are those of a variable; the file has blanks there, or another sign.
        assert_eq!(with_tabs("a:\n\tb\nX = 1 \\\n", 3, &["    c"]), None);
        assert_eq!(with_tabs("a:\n    b\n", 2, &["    c"]), None);
        assert_eq!(with_tabs(".RECIPEPREFIX = >\na:\n", 2, &["    c"]), None);
        assert_eq!(with_tabs("a:\n", 1, &[".RECIPEPREFIX = >", "a:", "    c"]), None);
    }
}
