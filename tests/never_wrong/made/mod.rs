//! Changes that are made already, in whole or in part, and lines that only look so.

mod chance;
mod half;
mod since;

use crate::{
    case::Case,
    change,
    corpus::Corpus,
    damage,
    draft::Draft,
    kinds::{Group, Kind},
    random::Random,
    rows::{Row, indent, letters},
};

pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    [
        Kind::of(Group::Made, "made", whole),
        Kind::of(Group::Made, "made-damaged", damaged),
        Kind::of(Group::Made, "made-formatted", since::formatted),
        Kind::of(Group::Made, "made-edited", since::edited),
        Kind::of(Group::Made, "made-twin", twin),
        Kind::of(Group::Made, "made-indent", reindented),
        Kind::of(Group::Made, "made-wrapped", wrapped),
        Kind::of(Group::Made, "half-inserted", half::inserted),
        Kind::of(Group::Made, "half-removed", half::removed),
        Kind::of(Group::Made, "half-replaced", half::replaced),
        Kind::of(Group::Made, "half-of-two", half::of_two),
        Kind::of(Group::Made, "by-chance", chance::stands),
        Kind::of(Group::Made, "other-form", chance::other_form),
        Kind::of(Group::Made, "nested-otherwise", chance::nested),
    ]
    .into_iter()
}

/// A block, whose file may be committed as it was before the change.
fn start(corpus: &Corpus, context: usize, random: &mut Random) -> Option<Draft> {
    let mut draft = change::any(corpus, context, random)?;
    commit_maybe(&mut draft, random);
    Some(draft)
}

fn commit_maybe(draft: &mut Draft, random: &mut Random) {
    if random.chance(40) {
        draft.commit();
        draft.what.push("committed before".into());
    }
}

fn case(draft: &Draft) -> Option<Case> {
    draft.is_sound().then(|| draft.case())
}

/// The change is made as the block has it.
fn whole(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 4, random)?;
    draft.make(|_| true);
    case(&draft)
}

/// The change is made, and the block is damaged.
fn damaged(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 6, random)?;
    damage::lightly(&mut draft, random)?;
    draft.make(|_| true);
    case(&draft)
}

/// The change is made; lines elsewhere read as those before it, but for indentation, quotes or blank lines.
fn twin(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = start(corpus, 4, random)?;
    let search: Vec<String> = draft.search().into_iter().map(str::to_owned).collect();
    let by = ["  ", "    ", "\t"][random.below(3)];
    let twin: Vec<String> = match random.below(4) {
        0 => search.iter().map(|line| line.replace('"', "'")).collect(),
        1 => search.iter().filter(|line| !line.is_empty()).cloned().collect(),
        2 => search.iter().map(|line| format!("{line} ")).collect(),
        _ => search
            .iter()
            .map(|line| if line.is_empty() { line.clone() } else { format!("{by}{line}") })
            .collect(),
    };
    if twin == search {
        return None;
    }
    draft.make(|_| true);
    let side = if random.chance(50) { &mut draft.above } else { &mut draft.below };
    let at = if random.chance(50) { 0 } else { side.len() };
    side.splice(at..at, twin);
    case(&draft)
}

/// Some lines of a file, all of them with text, which a block would remove.
fn stretch(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let length = random.between(1, 6);
    let from = random.below(file.len() - length);
    let to = from + length;
    let rows = file[from..to].iter().map(|line| Row::gone(line)).collect();
    let draft = Draft::new(&series.path, &file[..from], rows, &file[to..]);
    let told: usize = file[from..to].iter().map(|line| letters(line)).sum();
    let is_fit = file[from..to].iter().all(|line| !line.trim().is_empty()) && told >= 8;
    (is_fit && draft.found().len() == 1).then_some(draft)
}

/// Lines are to be indented otherwise, which they are already.
fn reindented(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = stretch(corpus, random)?;
    let lines: Vec<String> = draft.search().into_iter().map(str::to_owned).collect();
    let by = ["  ", "    "][random.below(2)];
    let shifted: Option<Vec<String>> = match random.chance(50) {
        true => Some(lines.iter().map(|line| format!("{by}{line}")).collect()),
        false => lines.iter().map(|line| line.strip_prefix(by).map(str::to_owned)).collect(),
    };
    draft.rows.extend(shifted?.iter().map(|line| Row::new(line)));
    commit_maybe(&mut draft, random);
    draft.make(|_| true);
    draft.found().is_empty().then(|| draft.case())
}

/// Lines are to be wrapped in a statement, which they are already; some of the statement may differ.
fn wrapped(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let mut draft = stretch(corpus, random)?;
    let lines: Vec<String> = draft.search().into_iter().map(str::to_owned).collect();
    let by = indent(&lines[0]).to_owned();
    if lines.iter().any(|line| !line.starts_with(&by)) {
        return None;
    }
    let (head, tail) = match draft.extension() {
        "py" => ("with guard(", None),
        "rs" | "go" => ("if is_ready(", Some("}")),
        _ => ("if (is_ready(", Some("}")),
    };
    let close = |argument: &str| match (tail, head.starts_with("if (")) {
        (None, _) => format!("{by}{head}{argument}):"),
        (Some(_), false) => format!("{by}{head}{argument}) {{"),
        (Some(_), true) => format!("{by}{head}{argument})) {{"),
    };
    let opener = draft.rows.len();
    draft.rows.push(Row::new(&close("one")));
    draft.rows.extend(lines.iter().map(|line| Row::new(&format!("    {line}"))));
    draft.rows.extend(tail.map(|tail| Row::new(&format!("{by}{tail}"))));
    commit_maybe(&mut draft, random);
    draft.make(|_| true);
    if random.chance(40) {
        // It is there with another argument: what is missing is to be made, or nothing.
        draft.rows[opener].now = Some(close("two"));
        draft.what.push("another head".into());
    }
    case(&draft)
}
