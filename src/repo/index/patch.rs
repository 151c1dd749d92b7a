//! A plain index with a few of its entries changed, as bytes.

use std::io;
use std::ops::Range;

use bstr::ByteSlice;
use gix::index::entry::Stat;

use super::parts::IndexParts;
use super::raw::{
    ASSUME_VALID, EXTENDED, FIXED, HEADER, INTENT_TO_ADD, NAME_LENGTH, Raw, SIZE, SKIP_WORKTREE, padded,
};
use super::{IndexEntry, SettledEntry, stat_of};
use crate::core::path::RepoPath;
use crate::repo::checksum::Checksum;

/// The new index; `smudged` are the byte offsets of racily clean entries to smudge. None if only git can
/// write it.
///
/// # Errors
/// If the old one cannot be read.
pub(super) fn patch(raw: &Raw, changes: &[SettledEntry], smudged: &[u64]) -> io::Result<Option<IndexParts>> {
    let Some(edits) = IndexEdits::of(raw, changes, smudged)? else { return Ok(None) };
    let mut out = IndexParts::of(&raw.pieces);
    out.add(*b"DIRC");
    out.add(if edits.extended { 3 } else { raw.version }.to_be_bytes());
    out.add(edits.count.to_be_bytes());
    let mut from = HEADER as u64;
    for (range, bytes) in edits.all {
        out.keep(from..range.start);
        out.add(bytes);
        from = range.end;
    }
    out.keep(from..raw.entries_end);
    add_extensions(&mut out, raw, changes, edits.moved)?;
    if raw.unhashed {
        out.add(vec![0; raw.hash.len_in_bytes()]);
        return Ok(Some(out));
    }
    Ok(Some(out.hashed(raw.hash)))
}

fn add_extensions(out: &mut IndexParts, raw: &Raw, changes: &[SettledEntry], moved: bool) -> io::Result<()> {
    let end = number(out.size)?;
    let mut heads = Vec::new();
    for (name, data) in &raw.extensions {
        let mut head = |size: u64| -> io::Result<Vec<u8>> {
            let head = [name.as_slice(), &number(size)?.to_be_bytes()].concat();
            heads.extend_from_slice(&head);
            Ok(head)
        };
        match name {
            b"TREE" => {
                let tree = invalidate(&raw.pieces.read(data.clone())?, raw.hash.len_in_bytes(), changes);
                // An extension that cannot be marked as out of date goes: git makes it anew.
                if let Some(tree) = tree {
                    out.add(head(tree.len() as u64)?);
                    out.add(tree);
                }
            }
            // Where blocks of entries begin; and where they end, which comes below.
            b"IEOT" if moved => {}
            b"EOIE" => {}
            _ => {
                out.add(head(data.end - data.start)?);
                out.keep(data.clone());
            }
        }
    }
    if raw.extensions.iter().any(|(name, _)| name == b"EOIE") {
        let mut hasher = Checksum::new(raw.hash);
        hasher.update(&heads);
        let sum = hasher.finish()?;
        out.add(*b"EOIE");
        out.add(number(4 + sum.as_bytes().len() as u64)?.to_be_bytes());
        out.add(end.to_be_bytes());
        out.add(sum.as_bytes());
    }
    Ok(())
}

/// A place or a size, which has four bytes.
fn number(number: u64) -> io::Result<u32> {
    u32::try_from(number).map_err(io::Error::other)
}

/// Replacements of byte ranges among the entries, in order.
#[derive(Default)]
struct IndexEdits {
    all: Vec<(Range<u64>, Vec<u8>)>,
    /// Number of entries.
    count: u32,
    /// True if files become tracked, or are so no longer.
    listing: bool,
    /// True if some entry is moved.
    moved: bool,
    /// True if an entry has flags that version 2 has no room for.
    extended: bool,
}

impl IndexEdits {
    fn of(raw: &Raw, changes: &[SettledEntry], smudged: &[u64]) -> io::Result<Option<Self>> {
        let mut edits = Self { count: raw.count, ..Self::default() };
        // Several entries inserted at one place are in the order of the index.
        let mut changes: Vec<&SettledEntry> = changes.iter().collect();
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        for change in changes {
            let (range, old) = raw.place(change.path.as_bstr())?;
            if old.as_ref().is_some_and(|old| old.unmerged) {
                return Ok(None);
            }
            edits.add(range, old.is_some(), change);
        }
        for entry in smudged {
            let size = entry + SIZE as u64;
            edits.all.push((size..size + 4, vec![0; 4]));
        }
        edits.all.sort_by_key(|(range, _)| (range.start, range.end));
        // The cache of untracked files would have to hear which files are tracked now.
        let listed = raw.extensions.iter().any(|(name, _)| name == b"UNTR");
        Ok((!edits.listing || !listed).then_some(edits))
    }

    fn add(&mut self, range: Range<u64>, is_there: bool, change: &SettledEntry) {
        let stat = change.file.as_ref().map(stat_of).unwrap_or_default();
        let bytes = match &change.entry {
            Some(entry) => encode(&stat, entry, &change.path),
            None => Vec::new(),
        };
        match (is_there, change.entry.is_some()) {
            (false, true) => self.count += 1,
            (true, false) => self.count -= 1,
            _ => {}
        }
        self.listing |= is_there != change.entry.is_some();
        self.extended |= change.entry.as_ref().is_some_and(is_extended);
        self.moved |= bytes.len() as u64 != range.end - range.start;
        self.all.push((range, bytes));
    }
}

fn is_extended(entry: &IndexEntry) -> bool {
    entry.skip_worktree || entry.intent_to_add
}

/// An entry as bytes of the file.
fn encode(stat: &Stat, entry: &IndexEntry, path: &RepoPath) -> Vec<u8> {
    let path = path.as_bstr();
    let mut bytes = Vec::with_capacity(FIXED + 48 + path.len());
    let fields = [
        stat.ctime.secs, stat.ctime.nsecs, stat.mtime.secs, stat.mtime.nsecs, stat.dev, stat.ino, entry.mode,
        stat.uid, stat.gid, stat.size,
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

/// The cached trees, with those out of date that hold a changed path. None if they have to go altogether:
/// they do not parse, or a file comes where a folder was.
fn invalidate(tree: &[u8], id: usize, changes: &[SettledEntry]) -> Option<Vec<u8>> {
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
