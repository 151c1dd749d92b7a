//! Modules side by side that use each other, directly or by way of others, can only be understood together.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, sources};

/// Which modules of a folder use which.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The path of a source's module: `["cli", "words"]`.
pub(super) fn module(source: &Source) -> Vec<&str> {
    source.path.trim_start_matches("src/").trim_end_matches(".rs").split('/').collect()
}

/// Takes the paths of `a::{b, c::d}` apart; what follows them is given back.
pub(super) fn paths<'t>(text: &'t str, before: &[&'t str], found: &mut Vec<Vec<&'t str>>) -> &'t str {
    let (mut path, mut rest) = (before.to_vec(), text);
    while !rest.starts_with('{') {
        let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
        path.push(&rest[..end]);
        match rest[end..].strip_prefix("::") {
            Some(behind) => rest = behind,
            None => {
                found.push(path);
                return &rest[end..];
            }
        }
    }
    rest = rest[1..].trim_start();
    while !rest.is_empty() && !rest.starts_with('}') {
        rest = paths(rest, &path, found).trim_start_matches(|sign| !",}".contains(sign));
        rest = rest.trim_start_matches(',').trim_start();
    }
    rest.get(1..).unwrap_or_default()
}

/// The paths, from the root of the crate, that a source names.
pub(super) fn named<'s>(source: &'s Source) -> Vec<Vec<&'s str>> {
    let code = source.code.split("\nmod tests {").next().unwrap_or_default();
    let begins = |at: usize| !code[..at].ends_with(|sign: char| sign == ':' || sign.is_alphanumeric());
    let starts = code.match_indices("crate::").chain(code.match_indices("super::"));
    let mut found = Vec::new();
    for (at, _) in starts.filter(|(at, _)| begins(*at)) {
        paths(&code[at..], &[], &mut found);
    }
    let own = module(source);
    let from_root = |path: Vec<&'s str>| {
        let up = path.iter().take_while(|name| **name == "super").count();
        let base = if up == 0 { &[] } else { &own[..own.len().saturating_sub(up)] };
        [base, &path[up.max(1)..]].concat()
    };
    found.into_iter().map(from_root).collect()
}

/// Uses among the modules below one.
fn uses(sources: &[Source], above: &[&str]) -> Uses {
    let child = |path: &[&str]| path.strip_prefix(above)?.first().map(|name| (*name).to_owned());
    let mut uses: Uses =
        sources.iter().filter_map(|source| Some((child(&module(source))?, BTreeSet::new()))).collect();
    for source in sources {
        let Some(name) = child(&module(source)) else { continue };
        let used = named(source).into_iter().filter_map(|path| child(&path));
        let used: Vec<String> = used.filter(|used| *used != name && uses.contains_key(used)).collect();
        uses.entry(name).or_default().extend(used);
    }
    uses
}

/// The modules that remain when those that use no other of the rest, or that no other uses, are removed
/// repeatedly.
fn circle(mut uses: Uses) -> Uses {
    loop {
        let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
        let rest: BTreeSet<String> =
            uses.keys().filter(|name| !uses[*name].is_empty() && used.contains(*name)).cloned().collect();
        if rest.len() == uses.len() {
            return uses;
        }
        uses.retain(|name, _| rest.contains(name));
        uses.values_mut().for_each(|used| used.retain(|name| rest.contains(name)));
    }
}

#[test]
fn modules_side_by_side_do_not_use_each_other_in_a_circle() {
    let mut sources = sources("src");
    sources.retain(|source| !source.path.contains("/tests"));
    let modules: Vec<Vec<&str>> = sources.iter().map(module).collect();
    let parents: BTreeSet<&[&str]> = modules.iter().map(|module| &module[..module.len() - 1]).collect();
    let found: BTreeMap<String, Uses> =
        parents.into_iter().map(|parent| (parent.join("/"), circle(uses(&sources, parent)))).collect();
    let circles: Vec<_> = found.iter().filter(|(_, circle)| !circle.is_empty()).collect();
    assert!(found.len() > 20 && circles.is_empty(), "{circles:#?}");
}

#[test]
fn a_circle_is_found_and_what_only_leads_to_it_is_not() {
    let source = |path: &str, code: &str| Source { path: path.to_owned(), code: code.to_owned() };
    let one = source("src/cli/a.rs", "use crate::{cli::{b::{C, d as e}, f}, core};\nx(super::g::h());");
    let expected: [&[&str]; 5] =
        [&["cli", "b", "C"], &["cli", "b", "d"], &["cli", "f"], &["core"], &["cli", "g", "h"]];
    assert_eq!(named(&one), expected);
    let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("c", "e")];
    let mut uses = Uses::new();
    for (from, to) in edges {
        uses.entry(from.to_owned()).or_default().insert(to.to_owned());
        uses.entry(to.to_owned()).or_default();
    }
    assert_eq!(circle(uses).into_keys().collect::<Vec<_>>(), ["a", "b", "c"]);
}
