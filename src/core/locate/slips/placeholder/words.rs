//! The words with which models say that they leave text out.

use bstr::ByteSlice as _;

use crate::core::text::is_one_of;

/// Words for what is left out.
const LEFT_OUT: [&str; 19] = [
    "rest", "remaining", "remainder", "existing", "unchanged", "same", "previous", "omitted", "other",
    "others", "original", "unmodified", "skipped", "elided", "truncated", "snip", "snipped", "untouched",
    "before",
];

/// Nouns for program text that comments seldom use for a program's data.
const CODE: &str = "code implementation implementations logic import imports method methods function functions \
                    component components";

/// Nouns for parts of a program that may also be its subject.
const PARTS: &str = "file class classes function content contents field fields property properties case cases line lines \
                     part parts section sections body style styles rule rules route routes handler handlers helper \
                     helpers type types variables constants setup config configuration markup html jsx css script \
                     module program document block blocks elements test tests members definitions declarations \
                     statements items entries rows columns states hooks props \
                     handling behavior behaviour processing checks calls steps flow initialization";

/// Words that follow those where no doubt is left.
const TAILS: &str = "unchanged same here omitted before unmodified untouched elided brevity";

/// Function words between the others.
const GLUE: &str = "the of your our all this that any in for and to with are be from above below it its exactly go goes \
                    as at is keep keeping leave include insert no changes will remains remain stays stay continues \
                    continue follows follow intact clarity all else everything todo note";

/// Words for a whole program text.
const WHOLES: &str = "file class module script program document";

const LONGEST: usize = 12;

/// The words of a text in small letters; none if it holds anything but words and the marks between them.
pub(super) fn of(text: &str) -> Option<Vec<String>> {
    let is_mark = |character: char| character.is_whitespace() || ",.;:!-–—…'’()[]".contains(character);
    let plain = text.chars().all(|character| character.is_alphabetic() || is_mark(character));
    let words = text.split(is_mark).filter(|word| !word.is_empty()).map(str::to_lowercase);
    plain.then(|| words.collect())
}

/// Returns whether words for something left out occur, among whatever others.
pub(super) fn name_left_out(text: &str) -> bool {
    let words = text.split(|character: char| !character.is_alphanumeric() && character != '\'');
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.len() <= LONGEST && words.iter().any(|word| LEFT_OUT.contains(&word.as_str()))
}

/// The subject of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// Text that is left out, by all of its words.
    LeftOut,
    /// Other things of a program, by all of its words: it may head them too.
    Others,
    /// Perhaps text that is left out: it has few words, and one of them is used for it.
    Perhaps,
    /// The same, by a word that is said of many things.
    Hinted,
    Another,
}

/// Tells the subject of a comment by its words.
pub(super) fn about_left_out(text: &str) -> About {
    const MOST: usize = 8;
    /// These are said of other things too.
    const WEAK: &str = "remain remains stay stays continue continues changes";
    const OTHERS: &str = "other others etc usw";
    const BROAD: &str = "other others etc usw more here before above else everything ditto stuff similarly likewise snip \
                         sonst andere anderen weitere weiterer gleich wie bisher vorher hier bleibt bleiben \
                         autre autres ici même mêmes suite demeure otro otra otros otras mismo misma aquí igual \
                         queda sigue outro outra outros outras mesmo mesma aqui altro altri altre stesso stessa";
    /// These head nothing.
    const ALONE: &str = "truncated elided snipped abbreviated skipped hidden collapsed folded";
    let words = small(text);
    let hints = |word: &String| hints_at_left_out(word);
    let is_as_is =
        words.windows(2).any(|two| two[0] == "as" && ["is", "before", "above"].contains(&&*two[1]));
    let is_weak = |word: &String| is_one_of(word, WEAK);
    let is_other = |word: &String| is_one_of(word, OTHERS);
    let is_hint = is_as_is || words.iter().any(hints);
    let known = |word: &String| hints(word) || is_weak(word) || is_other(word) || is_of_left_out(word);
    let is_so_on = words.windows(2).any(|two| two[0] == "so" && ["on", "forth"].contains(&&*two[1]));
    let heads = words.len() == 1 && ["other", "others"].contains(&&*words[0]);
    let is_all_known = words.iter().all(known);
    let is_broad = |word: &String| is_one_of(word, BROAD);
    let heads_nothing = denies_change(&words) || matches!(&*words, [word] if is_one_of(word, ALONE));
    let names_code = words.iter().any(|word| is_one_of(word, CODE));
    // A single word may well be a heading.
    let is_only_known = words.len() >= 2 && is_all_known;
    if is_only_known && (is_hint || words.iter().any(is_weak)) {
        About::LeftOut
    } else if is_all_known && words.iter().any(is_other) && !heads {
        About::Others
    } else if is_hint && words.len() <= MOST {
        About::Perhaps
    } else if words.len() <= MOST
        && (is_only_known && names_code || is_so_on || heads_nothing || words.iter().any(is_broad))
    {
        About::Hinted
    } else {
        About::Another
    }
}

/// Returns whether a comment in place of code says why there is none: what it says is more than a few plain words, or
/// one of them is about that, and none about what is left out.
pub(super) fn tell_why(text: &str) -> bool {
    const MOST: usize = 6;
    const WHY: &str = "no not none nothing never nor neither without longer noop nop already now instead moved removed \
                       remove deleted delete dropped gone handled handles done replaced covered empty ignore ignored \
                       ignores ignoring skip unused unneeded unnecessary unsupported deprecated obsolete disabled \
                       disable stub stubbed todo fixme xxx hack tbd implement unimplemented intentional intentionally \
                       deliberately purpose silently swallow fall falls fallthrough continue unreachable default \
                       defaults see by elsewhere via use uses using automatically delegated delegates inherited \
                       optional later only always because since until when if should must will can may might \
                       temporarily cannot let reserved future \
                       nicht nichts kein keine entfernt jetzt leer ne pas rien aucun plus supprimé vide nada ya \
                       ningún eliminado vacío";
    let words = small(text);
    let is_code = |two: &[char]| {
        let [first, next] = [two[0], two[1]];
        first.is_alphanumeric() && next == '('
            || first.is_lowercase() && next.is_uppercase()
            || "./".contains(first) && next.is_alphanumeric()
    };
    let has_code = text.contains(['=', ';', '`', '"', '_', '{', '<', '$', '@', '|']) || text.contains("::");
    // What it leaves out is no reason.
    let about = !denies_change(&words) && !words.iter().any(|word| hints_at_left_out(word));
    let chars: Vec<char> = text.chars().collect();
    // In English, `n't` parts a word in two.
    let is_why = |word: &String| is_one_of(word, WHY) || word == "t";
    words.len() > MOST || has_code || chars.windows(2).any(is_code) || about && words.iter().any(is_why)
}

/// Returns whether a comment with a word for what is left out is about a line of code all the same: it names a thing of
/// the line, its first and last words are not about text that is left out, and none says that text is kept.
pub(super) fn describe(comment: &str, code: &[u8]) -> bool {
    const SHORTEST: usize = 3;
    const STAYS: &str = "remain remains stay stays continue continues";
    let (words, code) = (small(comment), code.to_ascii_lowercase());
    let keeps = |word: &String| {
        let is_verb = hints_at_left_out(word) && !LEFT_OUT.contains(&&**word);
        is_verb || is_one_of(word, STAYS) || is_one_of(word, CODE)
    };
    let is_free = |word: &String| !hints_at_left_out(word) && !is_of_left_out(word);
    let is_named = |word: &String| {
        (is_free(word) || is_one_of(word, PARTS)) && word.len() >= SHORTEST && code.contains_str(word)
    };
    let is_other = |word: Option<&String>| word.is_some_and(|word| is_free(word) || is_named(word));
    is_other(words.first())
        && is_other(words.last())
        && words.iter().any(is_named)
        && !words.iter().any(keeps)
}

/// The words of a text, whatever is between them, in small letters.
fn small(text: &str) -> Vec<String> {
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Returns whether words say that something is not changed, or not shown.
fn denies_change(words: &[String]) -> bool {
    const DENIES: &str = "no not nothing without";
    const STEMS: &str = "change modif alter shown";
    let is_change = |word: &String| STEMS.split_whitespace().any(|stem| word.starts_with(stem));
    words.windows(2).any(|two| is_one_of(&two[0], DENIES) && is_change(&two[1]))
}

/// Returns whether a word is often used for text that is left out, and seldom for anything else.
fn hints_at_left_out(word: &str) -> bool {
    const HINTS: &str = "rest remaining remainder existing unchanged unmodified same previous previously omitted \
                         original keep leave untouched intact reste resto cambios identique identiques \
                         identico invariato invariata";
    /// Stems, in languages in which words have endings.
    const STEMS: &str = "unverändert unveraendert restlich übrig uebrig bestehend vorhanden ausgelassen inchangé \
                         existant restant précédent existente inalterad esistent";
    const LONGEST_ENDING: usize = 2;
    let has_stem = |stem: &str| word.strip_prefix(stem).is_some_and(|end| end.len() <= LONGEST_ENDING);
    is_one_of(word, HINTS) || STEMS.split_whitespace().any(has_stem)
}

/// Returns whether a word is one of those with which models speak of text that they leave out.
fn is_of_left_out(word: &str) -> bool {
    LEFT_OUT.contains(&word)
        || is_one_of(word, CODE)
        || is_one_of(word, TAILS)
        || is_one_of(word, PARTS)
        || is_one_of(word, GLUE)
}

/// Returns whether the words are all about text that is left out.
pub(super) fn say_only_left_out(words: &[&str]) -> bool {
    let names = |word: &&str| LEFT_OUT.contains(word) && !["before", "other", "others"].contains(word);
    let thing = |word: &&str| is_one_of(word, CODE) || is_one_of(word, PARTS);
    // Few lines have any of these words: the longer lists are gone through for those alone.
    words.len() <= LONGEST
        && words.iter().any(|word| LEFT_OUT.contains(word))
        && words.iter().all(|word| is_of_left_out(word))
        && (words.iter().any(names) || words.iter().any(thing))
}

/// Returns whether they name the text of a program.
pub(super) fn name_code(words: &[&str]) -> bool {
    words.iter().any(|word| is_one_of(word, CODE))
}

/// Returns whether they name the rest of a text: `rest of the file`, but not `rest of the line`.
pub(super) fn name_rest_of(words: &[&str]) -> bool {
    let of = words.iter().position(|word| *word == "of").filter(|of| *of > 0);
    of.is_some_and(|of| {
        let whole = words[of + 1..].iter().find(|word| !["the", "your", "our", "this"].contains(word));
        ["rest", "remainder"].contains(&words[of - 1])
            && whole.is_some_and(|word| is_one_of(word, WHOLES) || is_one_of(word, CODE))
    })
}

/// Returns whether they leave no doubt even where nothing but a comment sets them apart: `rest of the code`,
/// `imports unchanged`; not `existing fields` or `other methods`, which may head what follows.
pub(super) fn say_surely_left_out(words: &[&str]) -> bool {
    if !say_only_left_out(words) {
        return false;
    }
    let content: Vec<&str> = words.iter().filter(|word| !is_one_of(word, GLUE)).copied().collect();
    let [first, behind @ ..] = content.as_slice() else { return false };
    let stays = behind.last().is_some_and(|last| is_one_of(last, TAILS))
        || !behind.is_empty() && words.ends_with(&["as", "is"]);
    let remains = words.iter().any(|word| ["remain", "remains", "stay", "stays"].contains(word));
    let code = |word: &&str| is_one_of(word, CODE);
    let keeps = ["keep", "leave", "include", "insert"].contains(&words[0]);
    match *first {
        "unchanged" | "omitted" | "snip" | "snipped" if behind.is_empty() => true,
        "same" if words.starts_with(&["everything", "else"]) => behind.is_empty(),
        "same" => behind == ["before"] || behind == ["original"],
        "unchanged" => behind == ["code"],
        "omitted" => behind == ["brevity"],
        "rest" | "remaining" | "remainder" => {
            stays || behind.len() == 1 && name_rest_of(words) || *first == "remaining" && behind == ["code"]
        }
        "other" | "others" => behind.iter().any(code) && remains && (stays || behind.len() == 1),
        "existing" | "previous" | "original" => {
            behind == ["code"]
                || behind.iter().any(code) && (stays || keeps || remains)
                || stays && behind.last() != Some(&"here")
        }
        thing => {
            let unchanged = behind.last().is_some_and(|last| !["here", "before"].contains(last)) && stays;
            let alone = ["code", "implementation", "imports", "logic"].contains(&thing);
            unchanged && (alone || remains && is_one_of(thing, CODE))
        }
    }
}
