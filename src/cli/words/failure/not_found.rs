//! Words for a SEARCH section that is not found, or not so that the change can be laid.

use crate::{
    cli::{
        shell::{git, shell_word},
        words::{Terms, Words, evidence, scene::FailureScene},
    },
    core::{
        escape::escape,
        locate::{PartOf, Unlaid, leaves_out},
        outcome::{Class, Region},
    },
};

/// The words for a SEARCH section that is not found; with the nearest region of the file, the line, from 0,
/// where REPLACE is already, and the reason if SEARCH is found all the same.
pub(super) fn not_found(
    path: &str,
    nearest: Option<&Region>,
    replace_at: Option<usize>,
    unlaid: Option<&Unlaid>,
    scene: FailureScene<'_>,
) -> Words {
    let Terms { search_text, replace_text, .. } = scene.terms;
    let mut words = match unlaid {
        Some(unlaid) => of_unlaid(unlaid, path, scene.terms),
        None if scene.is_staged => {
            let show = git(&format!("show {}", shell_word(&[b":", scene.path].concat())));
            new(
                format!("{search_text} not found in the staged version of {path}"),
                format!("copy the lines to change from that version, with their neighbours: {show}"),
            )
            .say(
                "The SEARCH section is not in the version of the file that is staged. Copy it from that version, \
                 character by character, and write the block again.",
            )
        }
        None => new(
            format!("{search_text} not found in {path}"),
            "copy the lines to change from the file as it is now, with their neighbours",
        ),
    };
    if let Some(region) = nearest {
        words.evidence = evidence::differences(region, scene);
    }
    if unlaid.is_none() && scene.search.iter().any(|line| leaves_out(line)) {
        words.hints.push("write out the lines that dots or words stand for".to_owned());
        let out = " Write out the lines that dots or words stand for.";
        words.model += out;
        words.problem = words.problem.map(|problem| problem + out);
    }
    if let Some(line) = replace_at {
        words.hints.push(format!("the {replace_text} is already at line {} of the file", line + 1));
        let there = format!(
            " The REPLACE section is already at line {} of the file: leave the block out if that is \
             what it is for.",
            line + 1
        );
        words.model += &there;
        words.problem = words.problem.map(|problem| problem + &there);
    }
    words
}

fn new(message: impl Into<String>, hint: impl Into<String>) -> Words {
    Words::new(Class::NotFound, message, hint)
}

/// The words for a change that cannot be laid where SEARCH is.
fn of_unlaid(unlaid: &Unlaid, path: &str, terms: &Terms) -> Words {
    let Terms { search, search_section, search_text, the_search_text, both_sections, .. } = terms;
    let Terms { replace, replace_section, replace_text, .. } = terms;
    match unlaid {
        Unlaid::Indentation { line } => new(
            format!(
                "{the_search_text} is in {path} with different indentation, and line {line} of {replace} cannot be \
                 indented to match"
            ),
            format!("indent {both_sections} as the file does"),
        )
        .say(format!(
            "The SEARCH section is in the file with another indentation, which does not explain that of \
             line {line} of the REPLACE section. Indent both sections exactly as the file does."
        )),
        Unlaid::Shifted => new(
            format!(
                "{the_search_text} is in {path} with different indentation, while {replace} may have that of the \
                 file already"
            ),
            format!("indent {both_sections} as the file does"),
        )
        .say(
            "The SEARCH section is in the file with another indentation, while the REPLACE section may be \
             indented as the file is. Indent both sections exactly as the file does.",
        ),
        Unlaid::Outdented => new(
            format!("{the_search_text} is in {path}, and {replace} has lines of it without their indentation"),
            format!("indent the {replace_section} as the file is; or, to move the code, quote the line above it too"),
        )
        .say(
            "The REPLACE section has lines of the SEARCH section further left, while the lines around them in \
             the file stay where they are. Indent the REPLACE section as the file is.",
        ),
        Unlaid::Indented => new(
            format!("{the_search_text} is in {path}, and {replace} has lines of it further right than the lines beside them"),
            format!("indent the {replace_section} as the file is; or, to move the code, quote the lines around it too"),
        )
        .say(
            "The REPLACE section has lines of the SEARCH section further right, while the lines around them in the \
             file stay where they are. Indent the REPLACE section as the file is.",
        ),
        Unlaid::Restyled => new(
            format!("{the_search_text} is in {path}, and {replace} has lines of it with other tabs or blanks in front"),
            format!("indent the {replace_section} with the tabs or blanks of the file; or change the whole file in a block of its own"),
        )
        .say(
            "The REPLACE section has lines of the SEARCH section with other tabs or blanks in front of them, while \
             the lines around them in the file stay as they are. Indent the REPLACE section as the file is.",
        ),
        Unlaid::Characters { line } => new(
            format!(
                "{the_search_text} is in {path} with other quotes, dashes or spaces, and line {line} of {replace} \
                 changes part of one"
            ),
            "write quotes, dashes and spaces as the file does",
        )
        .say(format!(
            "The SEARCH section is in the file with other quotes, dashes or spaces, and line {line} of the \
             REPLACE section changes a part of such a character. Write both sections with the file's own \
             characters."
        )),
        Unlaid::End { line } => new(
            format!(
                "{the_search_text} is in {path} but for a semicolon at the end of a line, and line {line} of {replace} in \
                 its place goes on or has a comment"
            ),
            "write both sections with the semicolons that the file has",
        )
        .say(format!(
            "The SEARCH section is in the file but for a semicolon at the end of a line, and line {line} of the REPLACE \
             section in its place goes on or has a comment. Write both sections with the semicolons that the file has."
        )),
        Unlaid::HalfMade { line } => new(
            format!(
                "{the_search_text} is in {path}, but its line {line} has the change already that {replace} makes in others; in \
                 the file it would stay as it is"
            ),
            "quote the line as the file has it",
        )
        .say(format!(
            "Line {line} of the SEARCH section differs from the file by just what REPLACE changes in other lines. It \
             would stay in the file as it is there. Quote it as the file has it."
        )),
        Unlaid::Remark { line } => new(
            format!(
                "{the_search_text} is in {path} with a comment behind a line that changes, which may not hold for line \
                 {line} of {replace}"
            ),
            "quote the comment, and write the one that the line is to have",
        )
        .say(format!(
            "In the file there is a comment behind a line of the SEARCH section, and it may not hold for line {line} \
             of the REPLACE section. Quote it in SEARCH, and write in REPLACE the one that the line is to have."
        )),
        Unlaid::Sign { line, sign } => new(
            format!(
                "{the_search_text} is in {path} with other quotes, dashes or spaces, and line {line} of {replace} has \
                 U+{:04X}, of which it is not known what the file would have",
                u32::from(*sign)
            ),
            "write quotes, dashes and spaces as the file does",
        )
        .say(format!(
            "The SEARCH section is in the file with other quotes, dashes or spaces, and line {line} of the \
             REPLACE section has U+{:04X}, which may have to be a plain character. Write both sections with \
             the file's own characters.",
            u32::from(*sign)
        )),
        Unlaid::Literal { line } => new(
            format!(
                "{the_search_text} is in {path} with different indentation, and shifting line {line} of {replace} \
                 could change its meaning"
            ),
            format!("indent {both_sections} as the file does"),
        )
        .say(format!(
            "The SEARCH section is in the file with another indentation. Line {line} of the REPLACE section \
             is in a string, a here-document or the like, or counts at the margin only, so that shifting it \
             could change what it means. Indent both sections exactly as the file does."
        )),
        Unlaid::Break { line } => new(
            format!(
                "{the_search_text} is in {path} without blanks at the ends of lines, and those of line {line} of \
                 {replace} may be a line break"
            ),
            format!("end the lines of {search} as the file does"),
        )
        .say(format!(
            "The SEARCH section is in the file without the blanks at the ends of its lines, so that those of \
             line {line} of the REPLACE section may be a line break, or be none. End the lines of the SEARCH \
             section as those of the file do."
        )),
        Unlaid::Head { line } => new(
            format!(
                "{the_search_text} is in {path} below a comment or decorator on line {line}, which the change would \
                 part from what it is about"
            ),
            "quote the lines above it too, and write what becomes of them",
        )
        .say(format!(
            "Line {line} of the file is a comment or decorator of what the SEARCH section begins with, and the \
             change would part them. Quote the lines above it too, and write what becomes of them."
        )),
        Unlaid::Version { line } => new(
            format!(
                "{the_search_text} is in {path} below the comment or decorator on line {line}, of which the new \
                 lines may be another version: both would be there"
            ),
            "quote that line too, and write what becomes of it",
        )
        .say(format!(
            "The new lines may be another version of the comment or decorator on line {line} of the file, which \
             would stay above them. Quote that line too, and write what becomes of it."
        )),
        Unlaid::SignOver => new(
            format!(
                "the new lines of the hunk have one blank less in front than lines of {path}, so that their '+' may \
                 be in place of a blank"
            ),
            "put '+' in front of each new line, with all of its indentation behind it",
        )
        .say(
            "The new lines of the hunk have one blank less in front than lines of the file: their '+' may be in place \
             of a blank. Put '+' in front of each new line, with all of its indentation behind it.",
        ),
        Unlaid::Part { line, why } => {
            let (why, said) = (of_part(*why, terms), of_part(*why, Terms::OF_BLOCK));
            new(format!("{the_search_text} is only a part of line {line} of {path}: {why}"), "quote whole lines")
                .say(format!(
                    "The SEARCH section is only a part of line {line} of the file: {said}. Quote whole lines."
                ))
        }
        Unlaid::Dividers => new(
            format!("{path} has no text that is above one of the block's dividers"),
            "use longer markers around text that has lines like a divider",
        )
        .say(
            "Several lines of the block may be its divider, and the file has no SEARCH section above one of \
             them as it is written. Use markers of nine characters instead of seven, and copy the section \
             from the file.",
        ),
        Unlaid::Unsigned => new(
            format!(
                "the lines of the hunk that stay are in {path} without a sign, so that a '+' may be in place \
                 of a blank"
            ),
            "put a blank in front of each line that stays, and '+' in front of each new one",
        )
        .say(
            "The lines of the hunk that stay have no blank in front as their sign. The '+' of new lines may \
             be in front of them, or in place of their first blank. Put a blank in front of each line that \
             stays, and '+' in front of each new line, with all of its indentation behind it.",
        ),
        Unlaid::SignLost => new(
            format!("the ranges of the hunk say that lines come to {path} or go that have no '+' or '-'"),
            "put '+' in front of each new line and '-' in front of each old one, comments too",
        )
        .say(
            "The ranges of the hunk say that lines come or go that have no sign. Put '+' in front of each new line and \
             '-' in front of each line that goes, comments too, and a blank in front of each one that stays.",
        ),
        Unlaid::Frame => new(
            format!("{replace_text} has a fence at its edge, and {search_text} has none"),
            format!("take the fence out, or quote one in the {search_section} too"),
        )
        .say(
            "The REPLACE section begins or ends with a code fence, and the SEARCH section does not: it could \
             be meant as text or as a frame. Leave the fence out. If it belongs into the file, quote the \
             line above or below it too, so that it is not at the edge.",
        ),
        Unlaid::Edge => new(
            format!("{search_text} begins or ends with a blank line that {path} does not have there"),
            "quote the line that is there in place of the blank one",
        )
        .say(
            "The SEARCH section begins or ends with a blank line that the file does not have there, and the \
             new lines might come between lines that belong together. Quote the line that is there.",
        ),
        Unlaid::Blanks => new(
            format!("{search_text} is in {path} with other blank lines beside the lines that change"),
            format!("write the blank lines of {both_sections} as the file has them"),
        )
        .say(
            "The SEARCH section is in the file with other blank lines beside the lines that change. Write the blank \
             lines of both sections as the file has them.",
        ),
        Unlaid::NotBelow { anchor } => {
            let anchor = escape(anchor.as_bytes());
            new(
                format!("{the_search_text} is in {path}, but not below '@@ {anchor}', or not in the block that it opens"),
                "name the line that encloses the change behind '@@', or quote more lines and leave it out",
            )
            .say(format!(
                "The text to change is in the file, but not below the line '{anchor}' that is named behind '@@', \
                 or not in the block that this line opens. Behind '@@', copy the line of the file that encloses \
                 the change, or leave it out and quote enough lines that the text is found once."
            ))
        }
        Unlaid::NoLine => new(
            format!("{path} has no such line to insert below, or earlier edits moved it"),
            "quote the line above in place of its number",
        )
        .say("The line to insert below is not in the file, or earlier edits moved it. Quote its text instead."),
        Unlaid::NotWhole => new(
            format!("{path} is to be deleted, but has more text than the reply removes"),
            "remove all of its lines, or delete the file by hand",
        )
        .say(
            "The file is to be deleted, but has more text than is removed. Remove all lines of the file as it is \
             now.",
        ),
        Unlaid::NotAtEnd => new(
            format!("{the_search_text} is in {path}, but not at its end"),
            "leave '*** End of File' out, or quote the last lines of the file",
        )
        .say(
            "The text to change is in the file, but not at its end. Leave out '*** End of File', or quote the \
             last lines of the file.",
        ),
        Unlaid::Short => new(
            format!("{the_search_text} is in {path} with different white space, and is too short for a safe match"),
            "quote two lines that are not blank, or twelve letters and digits",
        )
        .say(
            "The SEARCH section is in the file with different white space, and is too short for a safe \
             match. Quote at least two lines that are not blank.",
        ),
    }
}

/// The reason why a part of a line is not replaced.
fn of_part(part: PartOf, terms: &Terms) -> String {
    match part {
        PartOf::Text => "it may be in a comment or a string".to_owned(),
        PartOf::Expression => "it may be in the middle of an expression or a name".to_owned(),
        PartOf::Rest => {
            format!("with {} in its place the rest of the line may mean something else", terms.replace)
        }
    }
}
