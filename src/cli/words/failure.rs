//! Words for blocks that failed.

mod not_found;
mod others;
mod path;
mod unreadable;

use bstr::ByteSlice as _;

use super::{
    Words,
    around::around,
    evidence,
    guard::blocked,
    lines,
    note::suspicious,
    origin::{as_of, version},
    quoted,
    scene::FailureScene,
    syntax,
    terms::Terms,
};
use crate::cli::hint::Again;
use crate::core::{
    escape::escape,
    outcome::{Around, Class, Failure, Lead, Limit, Stale, Unchosen},
};

use not_found::not_found;
use path::{missing, path_error, unstaged};
pub(in crate::cli) use unreadable::unreadable;

/// The words for a block that failed.
pub(in crate::cli) fn failure(failure: &Failure, scene: FailureScene<'_>) -> Words {
    let class = failure.class();
    let path = quoted(scene.path);
    let Terms { search_section, search_text, the_search_text, replace_section, .. } = scene.terms;
    match failure {
        Failure::Path(error) => path_error(class, error, scene),
        Failure::Blocked(verdict) => blocked(verdict, scene.path),
        Failure::Unreadable(error) => unreadable(class, error, scene.path),
        Failure::MissingFile { is_unstaged: true, .. } => unstaged(class, scene.path),
        Failure::MissingFile { similar, .. } => missing(class, &path, similar, scene.terms),
        Failure::Misnamed { similar, by } => path::misnamed(class, &path, similar, *by),
        Failure::Exists => Words::new(
            class,
            format!("{path} exists and the {search_section} is empty"),
            format!("quote the text to change; or use --overwrite to take the {replace_section} as the whole file"),
        ),
        Failure::Taken { to } if to.as_bstr() == scene.path => {
            Words::new(class, format!("{path} has that path already"), "leave the block out")
                .say("The new path is the one that the file has. Leave the block out.")
        }
        Failure::Taken { to } => Words::new(
            class,
            format!("{path} cannot take the place of {}, which exists", quoted(to.as_bstr())),
            "choose another name; or remove that file first, with a DELETE block",
        )
        .say(format!(
            "The new path, {}, exists. Choose another, or remove that file first.",
            quoted(to.as_bstr())
        )),
        Failure::NewPath { to, failure } => {
            let words = self::failure(failure, FailureScene { path: to, ..scene });
            let model = format!("The new path, {}, cannot be used. {}", quoted(to), words.model);
            words.say(model)
        }
        Failure::Empty => {
            let hint = format!("leave the {search_section} empty to write the file");
            Words::new(class, format!("{path} is empty"), hint)
                .say(
                    "The file is empty. Leave the SEARCH section empty and put the whole file into the \
                  REPLACE section.",
                )
        }
        Failure::NotFound { nearest, replace_at, unlaid } => {
            not_found(&path, nearest.first(), *replace_at, unlaid.as_ref(), scene)
        }
        Failure::Ambiguous { lines: places, unchosen, .. } => {
            let (times, at) = (places.len(), lines(places));
            let but = unchosen.as_ref().map(|why| of_unchosen(why, scene)).unwrap_or_default();
            let count = if times == 1 { "once".to_owned() } else { format!("{times} times") };
            let hint = match unchosen {
                Some(Unchosen::Longer(_)) => "quote the whole names to change, with the text beside them, in an edit for each".to_owned(),
                _ => format!("add neighbouring lines to the {search_section} until it is found once"),
            };
            Words::new(class, format!("{search_text} found {count} in {path} ({at}){but}"), hint)
                .tell(format!("The SEARCH section is in the file {count}, at {at}{but}."))
        }
        Failure::AmbiguousThen { origin, lines: places } => Words::new(
            class,
            format!(
                "{the_search_text} is no longer in {path}; {} it is there {} times ({})",
                as_of(origin),
                places.len(),
                lines(places),
            ),
            "copy the lines to change from the file as it is now, with their neighbours",
        )
        .tell(format!(
            "The SEARCH section is no longer in the file; an older version has it {} times.",
            places.len()
        )),
        Failure::UnknownVersion { now } => unknown_version(class, scene.path, now.as_deref()),
        Failure::OtherVersion { origin } => Words::new(
            class,
            format!("{path} is not as in {}, and is not removed", version(origin)),
            "read the file again, and ask whether it is to go as it is now",
        )
        .say(
            "The file is not as in the version that you name. Read it again, and remove it only if it is to go as it \
             is now.",
        ),
        Failure::NoLine { line, count } => {
            let lines = super::count(*count, "line");
            Words::new(
                class,
                format!("there is no line {line} in that version of {path}, which has {lines}"),
                "number the lines from 1, as they were shown",
            )
            .say(format!(
                "There is no line {line} in that version of the file, which has {lines}. Number them from 1."
            ))
        }
        Failure::Stale(stale) => of_stale(class, &path, stale),
        Failure::Duplicate { is_beside, around: place } => of_duplicate(class, &path, *is_beside, place, scene.terms),
        Failure::Overlap { block, line } => others::overlap(&path, *line, &other_block(scene, *block)),
        Failure::Alternative { block, line } => others::alternative(&path, *line, &other_block(scene, *block)),
        Failure::Corrected { block, line, text } => {
            others::corrected(&path, *line, &quoted(text), &other_block(scene, *block))
        }
        Failure::TakenBack { block, line } => others::taken_back(&path, *line, &other_block(scene, *block)),
        Failure::Divider { .. } => Words::new(
            class,
            format!("{replace_section} has a second divider, which would be written to the file"),
            "give each block one divider; or use longer markers around text that has such a line",
        )
        .say(
            "The REPLACE section has a second divider, which would be written to the file. Give each block \
             one divider, or use markers of nine characters instead of seven around text that has such a \
             line.",
        ),
        Failure::Markers { line, text } => Words::new(
            class,
            format!("line {} of the text for {path} is a marker of a block: {}", line + 1, quoted(text.trim())),
            format!(
                "write the markers as '<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE', on lines of their own; if they are \
                 text of the file, put it into the {replace_section} of a block"
            ),
        )
        .say(format!(
            "The text of the file has the marker of a block, {}, which would be written to the file. Write the file as \
             it shall be, without markers.",
            quoted(text.trim())
        )),
        Failure::Placeholder { text, .. } => Words::new(
            class,
            format!("{replace_section} leaves code out: {}", quoted(text.trim())),
            "write the code out in full, or remove it without the comment; or use --allow-placeholder if the line is meant \
             as text",
        )
        .tell(format!("The REPLACE section leaves code out with the line {}.", quoted(text.trim()))),
        Failure::Dress { dress, text } => others::dress(&path, *dress, &quoted(text), scene.terms),
        Failure::Blanks { sign, text } => Words::new(
            class,
            format!(
                "new line is indented with U+{:04X}, as no line of {path} is: {}",
                u32::from(*sign),
                quoted(text)
            ),
            "indent with plain spaces or tabs, as the file does; replies lose them where they are copied from a page",
        )
        .say(format!(
            "The new line {} is indented with U+{:04X}. Indent with plain spaces or tabs, as the file does.",
            quoted(text),
            u32::from(*sign)
        )),
        Failure::Suspicious { line, first, count } => Words::new(
            class,
            format!("block adds {}", suspicious(*line, first, *count)),
            "write the line without them; or leave '--strict' out if they are meant",
        )
        .say(format!(
            "The block adds {}. Write the line again without such characters.",
            suspicious(*line, first, *count)
        )),
        Failure::StagedOtherwise => Words::new(
            class,
            format!("the index has another version of {path}, to which the change does not apply"),
            "apply it without staging; or make the two agree first, in what this shows: git diff",
        )
        .say(
            "The index has another version of the file than the work tree, to which the change does not \
             apply. The block is good; the user has to fix the index.",
        ),
        Failure::Syntax(broken) => syntax::failure(class, broken, &path, scene.terms),
        Failure::Limit(limit) => of_limit(limit, &path, scene.terms),
    }
}

/// The words for a block that exceeds a limit.
fn of_limit(limit: &Limit, path: &str, terms: &Terms) -> Words {
    let class = Class::Limit;
    match limit {
        Limit::Work => Words::new(
            class,
            format!("comparing the block with {path} would take too long"),
            "quote fewer lines, and lines that are in the file only once",
        ),
        Limit::Result { size, max } => Words::new(
            class,
            format!("{path} would grow to {size} bytes, more than sr.maxFileBytes ({max})"),
            "raise sr.maxFileBytes if that is meant",
        )
        .say("The file would become too large. Leave the block out."),
        Limit::Shrink { bytes: [old, new], max } => Words::new(
            class,
            format!("{path} would shrink from {old} to {new} bytes, by more than sr.maxShrink ({max} %)"),
            format!("use --force if that is meant; or quote the lines to remove in {}", terms.a_search_section),
        )
        .say(format!(
            "The block replaces the whole file and would shrink it from {old} to {new} bytes. Write the file \
             out in full, or quote the lines to remove in the SEARCH section."
        )),
        Limit::Part { lines: [kept, all] } => Words::new(
            class,
            format!("the text has {kept} of {path}'s {all} lines: it may be a part of the file"),
            "if it is the whole file, use --format whole; else ask for the changes as blocks",
        )
        .say(format!(
            "The text has {kept} of the file's {all} lines, so that it may be a part of the file. Quote the lines to change \
             in a SEARCH section, and write out what takes their place."
        )),
        Limit::Growth { lines: [old, new], max } => Words::new(
            class,
            format!("{path} would grow from {old} to {new} lines, more than {max} times (sr.maxGrowth)"),
            "use --force if that is meant",
        )
        .say(format!(
            "The file would grow from {old} to {new} lines. Write only the lines that change, and each \
             of them once."
        )),
    }
}

/// The reason why what a block says of its place chooses none of several.
fn of_unchosen(unchosen: &Unchosen, scene: FailureScene<'_>) -> String {
    match unchosen {
        Unchosen::Line(line) => format!(", not at line {line}, which the block names"),
        Unchosen::Heading(heading) => format!(", none of them below {}", quoted(heading)),
        Unchosen::Both(line, heading) => {
            format!("; the block names line {line}, which is not below {}", quoted(heading))
        }
        Unchosen::Longer(at) => format!(", as a part of a longer name or number at {}", lines(at)),
        Unchosen::Added(block) => format!(", and in what{} adds", other_block(scene, *block)),
        Unchosen::Versions { line, leads } => {
            let leads: Vec<String> = leads.iter().map(of_lead).collect();
            format!("; line {line}, which the block names, is that of {}", leads.join(", and of "))
        }
    }
}

/// The place to which the number of a line leads.
fn of_lead(lead: &Lead) -> String {
    let place = match lead.line {
        Some(line) => format!("the one at line {}", line + 1),
        None => "lines that have changed since".to_owned(),
    };
    match &lead.origin {
        Some(origin) => format!("{place} {}", as_of(origin)),
        None => format!("{place} now"),
    }
}

/// The words for a block on a version that is not known.
fn unknown_version(class: Class, path: &[u8], now: Option<&str>) -> Words {
    /// Number of digits that are shown.
    const SHOWN: usize = 12;
    let header =
        now.map(|id| quoted(&[b"[", path, b"#", &id.as_bytes()[..id.len().min(SHOWN)], b"]"].concat()));
    let is_now = header.map_or_else(String::new, |header| format!("; as it is now, it is {header}"));
    Words::new(
        class,
        format!("the version of {} whose lines are numbered is not known{is_now}", quoted(path)),
        "ask for the changes to the file as it is now",
    )
    .say(format!(
        "The version of the file whose lines you number is not known{is_now}. Read the file again and number its lines \
         as it is now, from 1."
    ))
}

/// The words for a block on an older version, whose lines have changed since.
fn of_stale(class: Class, path: &str, stale: &Stale) -> Words {
    let hint = "read the file again and write the block for it as it is now";
    let mut words = match stale.is_made {
        true => Words::new(
            class,
            format!("{path} had the change of the block already; its lines changed since"),
            format!("leave the block out if that is right; else {hint}"),
        ),
        false => Words::new(
            class,
            format!("the block quotes an older version of {path}; these lines changed since"),
            hint,
        ),
    };
    words.evidence = evidence::both_sides(stale);
    if !stale.is_made {
        words.commands.push(Again::changed(
            "to have both texts in the file, with conflict markers",
            &["3way", "index", "cached", "commit", "message", "file", "edit"],
            &["--3way"],
        ));
    }
    words
}

/// The place of another block in the replies.
fn other_block(scene: FailureScene<'_>, block: usize) -> String {
    let Some(place) = scene.places.get(block) else { return " another block".to_owned() };
    let (reply, line) = (escape(place.0), place.1);
    let in_line = |places: &[_]| places.iter().filter(|other| *other == place).count();
    // Calls in JSON may share a line.
    match in_line(scene.places) {
        1 => format!(" the block at {reply}:{line}"),
        _ => format!(" edit {} at {reply}:{line}", in_line(&scene.places[..=block])),
    }
}

/// The words for a block that may be made already, in part or elsewhere.
fn of_duplicate(class: Class, path: &str, is_beside: bool, place: &Around, terms: &Terms) -> Words {
    let Terms { replace_section, both_sections, .. } = terms;
    let (message, section) = match is_beside {
        true => (format!("lines that the block adds are next to its place in {path} already"), "SEARCH"),
        false => (format!("{path} has the text of the {replace_section} elsewhere already"), "REPLACE"),
    };
    let hint = format!(
        "leave the block out if the change is made; else quote more lines around it in {both_sections}"
    );
    let mut words = Words::new(class, message, hint);
    words.evidence = around(place, section);
    words
}
