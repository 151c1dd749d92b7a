//! A plain index with a few of its entries changed, as bytes.

use std::borrow::Cow;
use std::ops::Range;

use bstr::ByteSlice;
use gix::index::entry::Stat;

use super::parts::Parts;
use super::raw::{
    ASSUME_VALID, EXTENDED, FIXED, HEADER, INTENT_TO_ADD, NAME_LENGTH, Raw, SIZE, SKIP_WORKTREE, padded,
};
use super::{Entry, Settled, stat_of};
use crate::core::path::RepoPath;

/// The new index; `smudged` are the numbers of entries that lie. None if only git can write it.
pub(super) fn patch<'r>(raw: &'r Raw, changes: &[Settled], smudged: &[usize]) -> Option<Parts<'r>> {
    let edits = Edits::of(raw, changes, smudged)?;
    let tree = raw.extensions.iter().find(|(name, _)| name == b"TREE");
    let mut tree =
        tree.and_then(|(_, data)| invalidate(&raw.bytes[data.clone()], raw.hash.len_in_bytes(), changes));
    let mut out = Parts::default();
    out.add(b"DIRC".as_slice());
    out.add(if edits.extended { 3 } else { raw.version }.to_be_bytes().to_vec());
    out.add(u32::try_from(edits.count).ok()?.to_be_bytes().to_vec());
    let mut from = HEADER;
    for (range, bytes) in edits.all {
        out.add(&raw.bytes[from..range.start]);
        out.add(bytes);
        from = range.end;
    }
    out.add(&raw.bytes[from..raw.entries_end]);
    let end = out.size;
    let mut names = Vec::new();
    for (name, data) in &raw.extensions {
        let data = match name {
            b"TREE" => match tree.take() {
                Some(tree) => Cow::Owned(tree),
                // What cannot be marked as out of date goes: git makes it anew.
                None => continue,
            },
            // Where blocks of entries begin; and where they end, which comes below.
            b"IEOT" if edits.moved => continue,
            b"EOIE" => continue,
            _ => Cow::Borrowed(&raw.bytes[data.clone()]),
        };
        let head = [name.as_slice(), &u32::try_from(data.len()).ok()?.to_be_bytes()].concat();
        names.extend_from_slice(&head);
        out.add(head);
        out.add(data);
    }
    if raw.extensions.iter().any(|(name, _)| name == b"EOIE") {
        let mut hasher = gix::hash::hasher(raw.hash);
        hasher.update(&names);
        let sum = hasher.try_finalize().ok()?;
        out.add(b"EOIE".as_slice());
        out.add(u32::try_from(4 + sum.as_bytes().len()).ok()?.to_be_bytes().to_vec());
        out.add(u32::try_from(end).ok()?.to_be_bytes().to_vec());
        out.add(sum.as_bytes().to_vec());
    }
    if raw.unhashed {
        out.add(vec![0; raw.hash.len_in_bytes()]);
        return Some(out);
    }
    Some(out.hashed(raw.hash))
}

/// What is written over which bytes of the entries, in order.
#[derive(Default)]
struct Edits {
    all: Vec<(Range<usize>, Vec<u8>)>,
    /// How many entries there are then.
    count: usize,
    /// Whether files become tracked, or are so no longer.
    listing: bool,
    /// Whether some entry stands elsewhere then.
    moved: bool,
    /// Whether an entry has flags that version 2 has no room for.
    extended: bool,
}

impl Edits {
    fn of(raw: &Raw, changes: &[Settled], smudged: &[usize]) -> Option<Self> {
        let mut edits = Self { count: raw.offsets.len(), ..Self::default() };
        // Several that come to one place stand there in the order of the index.
        let mut changes: Vec<&Settled> = changes.iter().collect();
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        for change in changes {
            edits.add(raw, change)?;
        }
        for number in smudged {
            let size = raw.offsets.get(*number)? + SIZE;
            edits.all.push((size..size + 4, vec![0; 4]));
        }
        edits.all.sort_by_key(|(range, _)| (range.start, range.end));
        // The cache of untracked files would have to hear which files are tracked now.
        let listed = raw.extensions.iter().any(|(name, _)| name == b"UNTR");
        (!edits.listing || !listed).then_some(edits)
    }

    fn add(&mut self, raw: &Raw, change: &Settled) -> Option<()> {
        let start = |number: usize| raw.offsets.get(number).copied().unwrap_or(raw.entries_end);
        let stat = change.file.as_ref().map(stat_of).unwrap_or_default();
        let (range, old) = match raw.position(change.path.as_bstr()) {
            Ok(number) => (start(number)..start(number + 1), raw.entry(number)),
            Err(number) => (start(number)..start(number), None),
        };
        if old.is_some_and(|old| old.stage() != 0) {
            return None;
        }
        let bytes = match &change.entry {
            Some(entry) => encode(&stat, entry, &change.path),
            None => Vec::new(),
        };
        match (old.is_some(), change.entry.is_some()) {
            (false, true) => self.count += 1,
            (true, false) => self.count -= 1,
            _ => {}
        }
        self.listing |= old.is_some() != change.entry.is_some();
        self.extended |= change.entry.as_ref().is_some_and(is_extended);
        self.moved |= bytes.len() != range.len();
        self.all.push((range, bytes));
        Some(())
    }
}

fn is_extended(entry: &Entry) -> bool {
    entry.skip_worktree || entry.intent_to_add
}

/// An entry as it stands in the file.
fn encode(stat: &Stat, entry: &Entry, path: &RepoPath) -> Vec<u8> {
    let path = path.as_bstr();
    let mut bytes = Vec::with_capacity(FIXED + 48 + path.len());
    let fields = [
        stat.ctime.secs,
        stat.ctime.nsecs,
        stat.mtime.secs,
        stat.mtime.nsecs,
        stat.dev,
        stat.ino,
        entry.mode,
        stat.uid,
        stat.gid,
        stat.size,
    ];
    bytes.extend(fields.iter().flat_map(|field| field.to_be_bytes()));
    bytes.extend_from_slice(entry.id.as_bytes());
    let mut flags = u16::try_from(path.len()).unwrap_or(NAME_LENGTH).min(NAME_LENGTH);
    flags |= if entry.assume_unchanged { ASSUME_VALID } else { 0 };
    if is_extended(entry) {
        let mut extended = if entry.skip_worktree { SKIP_WORKTREE } else { 0 };
        extended |= if entry.intent_to_add { INTENT_TO_ADD } else { 0 };
        bytes.extend_from_slice(&(flags | EXTENDED).to_be_bytes());
        bytes.extend_from_slice(&extended.to_be_bytes());
    } else {
        bytes.extend_from_slice(&flags.to_be_bytes());
    }
    bytes.extend_from_slice(path);
    bytes.resize(padded(bytes.len()), 0);
    bytes
}

/// The cached trees, with those out of date that hold a changed path. None if they have to go altogether: they do not
/// parse, or a file comes where a folder was.
fn invalidate(tree: &[u8], id: usize, changes: &[Settled]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(tree.len());
    let paths: Vec<&[u8]> = changes.iter().map(|change| change.path.as_bstr().as_bytes()).collect();
    let rest = node(tree, id, &paths, true, &mut out)?;
    rest.is_empty().then_some(out)
}

/// Copies a node and those below it; `paths` are the changed ones below it, from here on.
fn node<'t>(
    tree: &'t [u8],
    id: usize,
    paths: &[&[u8]],
    is_root: bool,
    out: &mut Vec<u8>,
) -> Option<&'t [u8]> {
    let name = tree.find_byte(0)?;
    let line = tree[name + 1..].find_byte(b'\n')? + name + 1;
    let (count, subtrees) = tree[name + 1..line].split_once_str(" ")?;
    let subtrees: usize = subtrees.to_str().ok()?.parse().ok()?;
    let is_valid = !count.starts_with(b"-");
    let mut rest = &tree[line + 1..];
    let name = &tree[..name];
    let below: Vec<&[u8]> = match is_root {
        true => paths.to_vec(),
        false => {
            if paths.contains(&name) {
                return None;
            }
            paths.iter().filter_map(|path| path.strip_prefix(name)?.strip_prefix(b"/")).collect()
        }
    };
    out.extend_from_slice(name);
    if below.is_empty() {
        let end = line + 1 + if is_valid { id } else { 0 };
        out.extend_from_slice(tree.get(name.len()..end)?);
        rest = tree.get(end..)?;
    } else {
        out.extend_from_slice(format!("\0-1 {subtrees}\n").as_bytes());
        rest = rest.get(if is_valid { id } else { 0 }..)?;
    }
    for _ in 0..subtrees {
        rest = node(rest, id, &below, false, out)?;
    }
    Some(rest)
}
