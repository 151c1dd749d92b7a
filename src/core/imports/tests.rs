//! Tests of imports, on trees that exist only here.

use std::{borrow::Cow, collections::BTreeMap};

use super::*;
use crate::core::syntax::languages;

struct Fake(BTreeMap<String, String>);

impl Files for Fake {
    fn kind(&self, path: &RepoPath) -> Kind {
        let path = path.as_bstr().to_string();
        let below = format!("{path}/");
        match self.0.contains_key(&path) {
            true => Kind::File,
            false if self.0.keys().any(|file| file.starts_with(&below)) => Kind::Directory,
            false => Kind::Absent,
        }
    }

    fn read(&self, path: &RepoPath) -> Option<Cow<'_, [u8]>> {
        self.0.get(&path.as_bstr().to_string()).map(|text| text.as_bytes().into())
    }

    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let paths = self.0.keys().filter_map(|path| RepoPath::new(path.as_bytes()).ok());
        paths.filter(|path| path.parent().as_ref() == folder).collect()
    }
}

/// The imports of a new text that lead to no file, with their lines from 1.
fn missing_from(files: &[(&str, &str)], path: &str, old: Option<&str>, new: &str) -> Vec<String> {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let path = RepoPath::new(path.as_bytes()).expect("a path");
    let parsed = Parsed::new(languages(&path)[0], new.as_bytes()).expect("few steps").expect("a grammar");
    let found = unresolved(&parsed, old.map(str::as_bytes), &path, &Fake(files));
    found.into_iter().map(|import| format!("{}: {}", import.line + 1, import.name)).collect()
}

fn missing(files: &[&str], path: &str, text: &str) -> Vec<String> {
    let files: Vec<(&str, &str)> = files.iter().map(|file| (*file, "")).collect();
    missing_from(&files, path, None, text)
}

#[test]
fn a_relative_import_of_python_needs_a_module_or_a_folder() {
    let files = ["p/__init__.py", "p/a.py", "p/q/b.py", "p/q/c.py", "r.py"];
    let ok = "from . import a\nfrom .a import x\nfrom .q import b\nfrom .q.b import y\nfrom .. import r\n";
    assert_eq!(missing(&files, "p/m.py", ok), Vec::<String>::new());
    let bad = "from .z import x\nfrom . import a, z as y\nfrom .q.z import x\nfrom ..s import x\n";
    assert_eq!(missing(&files, "p/m.py", bad), ["1: .z", "2: .z", "3: .q.z", "4: ..s"]);
}

#[test]
fn what_a_package_may_know_itself_is_not_missing() {
    let import = "from . import thing\n";
    let with = |init| missing_from(&[("p/__init__.py", init)], "p/m.py", None, import);
    assert_eq!(with("thing = 1\n"), Vec::<String>::new());
    assert_eq!(with("from .a import *\n"), Vec::<String>::new());
    assert_eq!(with("other = 1\n"), ["1: .thing"]);
    assert_eq!(missing(&[], "p/m.py", import), Vec::<String>::new());
}

#[test]
fn an_absolute_import_is_looked_for_only_in_a_package_of_the_repository() {
    let files = ["p/__init__.py", "p/a.py", "src/s/__init__.py", "n/a.py", "json/__init__.py"];
    let text = "import p.a\nimport p.z\nfrom s.z import x\nfrom n.z import x\nimport numpy.z\nimport json.z\nimport p\n";
    assert_eq!(missing(&files, "m.py", text), ["2: p.z", "3: s.z"]);
    assert_eq!(missing(&["p/__init__.py", "sub/p/z.py"], "sub/m.py", "import p.z\n"), Vec::<String>::new());
    let shared = ("p/__init__.py", "__path__ = extend_path(__path__, __name__)\n");
    assert_eq!(missing_from(&[shared], "m.py", None, "import p.z\n"), Vec::<String>::new());
}

#[test]
fn where_python_may_do_without_or_a_build_may_make_it_nothing_is_said() {
    let text = "try:\n    from .z import x\nexcept ImportError:\n    x = None\nfrom ._native import y\nfrom .a_pb2 import z\n";
    assert_eq!(missing(&["p/__init__.py"], "p/m.py", text), Vec::<String>::new());
}

#[test]
fn what_was_imported_before_is_not_added() {
    let (old, new) = ("from .z import x\n", "import os\nfrom .z import x, y\nfrom .w import v\n");
    assert_eq!(missing_from(&[("p/a.py", "")], "p/m.py", Some(old), new), ["3: .w"]);
}

#[test]
fn a_relative_path_of_javascript_needs_a_file_by_the_usual_endings() {
    let files = ["src/a.ts", "src/b/index.tsx", "src/c.vue", "src/d.json", "src/style.css", "e.ts"];
    let ok = "import a from './a';\nimport b from './b';\nimport './c';\nexport * from './a.js';\n\
              const d = require('./d.json'), e = require('../e');\nimport './style.css';\nawait import('./b/index');\n\
              import r from 'react';\nimport raw from './x.svg?raw';\nimport t from './$types';\nimport g from './gen/x';\n";
    assert_eq!(missing(&files, "src/m.ts", ok), Vec::<String>::new());
    let bad =
        "import a from './A';\nexport { x } from '../f';\nconst z = require(\"./z\");\nimport '../../up';\n";
    assert_eq!(missing(&files, "src/m.ts", bad), ["1: ./A", "2: ../f", "3: ./z"]);
}

#[test]
fn a_module_of_rust_needs_its_file() {
    let files = ["src/a.rs", "src/b/mod.rs", "src/m/c.rs"];
    let ok = "mod a;\npub mod b;\nmod c;\nmod d {}\n#[path = \"x.rs\"]\nmod e;\n#[cfg(windows)]\nmod f;\n";
    assert_eq!(missing(&files, "src/m.rs", ok), Vec::<String>::new());
    assert_eq!(
        missing(&files, "src/m.rs", "mod z;\n#[cfg(test)]\nmod tests;\n"),
        ["1: mod z", "3: mod tests"]
    );
}

#[test]
fn compiled_modules_of_python_and_stubs_are_modules() {
    let files = [
        "p/__init__.py",
        "p/fast.cpython-311-x86_64-linux-gnu.so",
        "p/win.cp312-win_amd64.pyd",
        "p/stub.pyi",
        "p/native.c",
        "p/space/deep/m.py",
        "p/typed/__init__.pyi",
    ];
    let text = "from .fast import f\nfrom . import win, stub\nfrom .native import n\nfrom .space.deep import m\n\
                from p.typed import t\nfrom p.space import deep\nfrom .fastest import f\n";
    assert_eq!(missing(&files, "p/m.py", text), ["7: .fastest"]);
}

#[test]
fn what_declares_or_makes_a_file_of_javascript_stands_for_it() {
    let files = [
        "src/a.css.d.ts", "src/b.d.css.ts", "src/c.scss", "src/d.svg.d.ts", "src/e.coffee", "src/f.d.mts",
        "src/g.res", "src/h.vue", "src/k.d.json.ts", "src/l.tsx",
    ];
    let ok = "import './a.css';\nimport './b.css';\nimport './c.css';\nimport d from './d.svg';\nimport './e';\n\
              import './f.mjs';\nimport './g.js';\nimport './h';\nimport './h.vue';\nimport k from './k.json';\n";
    assert_eq!(missing(&files, "src/m.ts", ok), Vec::<String>::new());
    let bad = "import './l.css';\nimport './n.svg';\nimport './n.vue';\n";
    assert_eq!(missing(&files, "src/m.ts", bad), ["1: ./l.css", "2: ./n.svg", "3: ./n.vue"]);
}

#[test]
fn what_git_ignores_may_be_made_by_a_build() {
    let ignore = [
        (".gitignore", "# made\n/src/schema/\n*.wasm.ts\n!kept.ts\n"),
        ("src/.gitignore", "api.ts\n/local.*\nparser/tables.js\n"),
    ];
    let ok = "import './schema/types';\nimport './x.wasm';\nimport './api';\nimport './local.json';\n\
              import './parser/tables';\nimport './deep/api';\n";
    assert_eq!(missing_from(&ignore, "src/m.ts", None, ok), Vec::<String>::new());
    let bad = "import './kept';\nimport './deep/local.json';\nimport './schemas';\n";
    let found = missing_from(&ignore, "src/m.ts", None, bad);
    assert_eq!(found, ["1: ./kept", "2: ./deep/local.json", "3: ./schemas"]);
}
