//! A module that uses what its parent defines, while the parent uses it, can only be understood together with
//! it. What both need belongs into a module of its own, below both.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Source,
    circles::{module, named, paths},
    sources,
};

/// The names that a source imports, and so hands on to its children without defining them.
fn imported(source: &Source) -> BTreeSet<&str> {
    let statements = source.code.match_indices("use ").filter(|(at, _)| {
        let line = source.code[..*at].rsplit('\n').next().unwrap_or_default().trim_start();
        line.is_empty() || line.starts_with("pub")
    });
    let mut names = BTreeSet::new();
    for (at, start) in statements {
        let statement = source.code[at + start.len()..].split(';').next().unwrap_or_default();
        let mut found = Vec::new();
        paths(statement, &[], &mut found);
        names.extend(found.into_iter().filter_map(|path| path.last().copied()));
        let aliases = statement.split(" as ").skip(1);
        names.extend(aliases.filter_map(|rest| rest.split(|sign: char| !sign.is_alphanumeric()).next()));
    }
    names
}

/// The items that modules use and one of their parents defines, by parent.
fn upward(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let modules: BTreeMap<Vec<&str>, &Source> =
        sources.iter().map(|source| (module(source), source)).collect();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (own, source) in &modules {
        for path in named(source) {
            // The parent that a path leads to, and the next name in it.
            let Some(depth) = (1..own.len()).rev().find(|depth| path.starts_with(&own[..*depth])) else {
                continue;
            };
            let (Some(parent), Some(item)) = (modules.get(&path[..depth]), path.get(depth)) else { continue };
            let child = [&path[..depth], &[*item]].concat();
            let is_module = modules.keys().any(|module| module.starts_with(&child));
            if !item.is_empty() && !is_module && !imported(parent).contains(item) {
                let item = format!("{} uses {item}", own.join("/"));
                found.entry(path[..depth].join("/")).or_default().insert(item);
            }
        }
    }
    found
}

#[test]
fn modules_do_not_use_what_their_parents_define() {
    let mut sources = sources("src");
    sources.retain(|source| !source.path.contains("/tests"));
    let found = upward(&sources);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn an_item_of_a_parent_is_told_from_one_that_it_hands_on() {
    let source = |path: &str, code: &str| Source { path: path.to_owned(), code: code.to_owned() };
    let sources = [
        source("src/a.rs", "mod b;\nmod c;\npub use c::{Handed, Other as Renamed};\nstruct Own;"),
        source("src/a/b.rs", "use super::{Own, Handed, c::Handed};\nuse crate::a::Renamed;"),
        source("src/a/c.rs", "pub struct Handed; pub struct Other;"),
        source("src/d.rs", "use crate::a::Own;"),
    ];
    let own = BTreeSet::from(["a/b uses Own".to_owned()]);
    assert_eq!(upward(&sources), BTreeMap::from([("a".to_owned(), own)]));
}
