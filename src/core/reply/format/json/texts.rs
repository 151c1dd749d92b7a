//! An edit of text that need not be whole lines.

use std::borrow::Cow;

use bstr::ByteSlice as _;

use crate::core::{
    reply::{
        clutter,
        edit::{Cleared, Clutter, Edit, Extent, Hints, ReplyLines},
        format::unparsed::{CLOSE, OPEN, held, without_breaks},
    },
    text::{Span, bodies},
};

/// The edit that puts `new` in the place of `old`; both are in one line of the reply. They may be escaped as in HTML.
pub(super) fn edit<'a>(old: &str, new: &str, hints: Hints<'a>, line: usize) -> Edit<'a> {
    let divider = format!("======= {:?}\n", hints.extent);
    let span = Span { start: old.len(), end: old.len() + divider.len() };
    let count = |text: &str| vec![line; bodies(text.as_bytes()).count()];
    let mut edit = Edit {
        body: [old, &divider, new].concat().into_bytes().into(),
        dividers: vec![span],
        indentation: Cow::Borrowed(b""),
        cleared: Vec::new(),
        lines: Some(Box::new(ReplyLines { search: count(old), replace: count(new) })),
        header: 0,
        hints,
    };
    let is_file = matches!(edit.hints.extent, Extent::File { .. });
    if !old.is_empty() || is_file {
        edit.cleared = clutter::cleared(&edit);
        let is_known =
            |clutter| matches!(clutter, Clutter::Entities | Clutter::LinePrefixes | Clutter::DiffSigns);
        edit.cleared.retain(|cleared| is_file || is_known(cleared.clutter));
        let escaped = || clutter::without_code_points(old.as_bytes(), new.as_bytes());
        let all = unescaped(old, new);
        // Quotes as they are say nothing against signs that are escaped.
        let some = escaped().filter(|some| all.as_ref().is_none_or(|all| all.search != some.search));
        edit.cleared.extend(all.into_iter().chain(some).filter(|_| !is_file));
    }
    if !is_file {
        // Whole files are without these marks already.
        edit.cleared.extend(unmarked(old, new, edit.hints.extent));
    }
    edit
}

/// The texts of an edit without the marks of unparsed text around them.
fn unmarked(old: &str, new: &str, extent: Extent) -> Option<Cleared> {
    let texts = [old, new].map(|text| held(text.as_bytes()));
    let is_plain = |text: &str| ![OPEN, CLOSE].iter().any(|mark| text.as_bytes().contains_str(mark));
    let [old, new] = match texts {
        [Some(old), Some(new)] => [old, new],
        [Some(old), None] if is_plain(new) => [old, new.as_bytes().to_vec()],
        // It makes a file, which does not begin so.
        [None, Some(new)] if old.is_empty() && extent == Extent::Text => [Vec::new(), new],
        _ => return None,
    };
    let [search, replace] = without_breaks([&old, &new]).map(<[u8]>::to_vec);
    Some(Cleared { clutter: Clutter::Unparsed, search, replace, is_sure: true })
}

/// The texts of an edit read as those within a string of JSON: escaped once more than they are to be.
fn unescaped(old: &str, new: &str) -> Option<Cleared> {
    let read = |text: &str| {
        // A line break as it is says nothing against quotes that are escaped.
        let text = text.replace('\n', "\\n").replace('\t', "\\t");
        serde_json::from_str::<String>(&format!("\"{text}\"")).ok()
    };
    let all = read(old).zip(read(new)).filter(|(search, replace)| search != old && search != replace);
    all.map(|(search, replace)| Cleared {
        clutter: Clutter::Escapes,
        search: search.into_bytes(),
        replace: replace.into_bytes(),
        is_sure: true,
    })
}
