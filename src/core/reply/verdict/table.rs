//! The words of labels, and of forms of sentences above a text.

/// Words that call a text the old one.
pub(in crate::core::reply) const OLD: [&str; 9] =
    ["before", "current", "currently", "existing", "old", "original", "originally", "previous", "previously"];

/// The same, where all words of a label are known.
pub(super) const OLDER: [&str; 90] = [
    "already there", "as i found it", "as is", "as it is", "as it is now", "as it stands", "as it was",
    "as you had it", "at head", "at the moment", "before my change", "before my changes", "before my edit",
    "before my fix", "before my patch", "before the change", "before the changes", "before the edit",
    "before the fix", "before the patch", "before the refactoring", "broken", "buggy", "committed",
    "earlier", "for the record", "former", "formerly", "from the last commit", "had", "have at the moment",
    "have now", "in its current form", "in its current state", "in its original form",
    "in its original state", "in the last commit", "in the last release", "in the last version",
    "initial code", "initial contents", "initial file", "initial version", "last commit", "last release",
    "last version", "legacy", "looked like", "no change", "no change needed", "no changes",
    "no changes needed", "of head", "offending", "older", "on main", "on the main branch", "outdated",
    "prior", "prior to my change", "prior to the change", "problematic", "reference the-file",
    "remains as it is", "remains the same", "remains unchanged", "right now", "started from", "started with",
    "starting point", "stays as it is", "stays the same", "stays unchanged", "today", "unchanged",
    "unmodified", "untouched", "used to be", "used to look like", "was", "were", "without my change",
    "without the change", "without the fix", "you gave", "you have", "you have now", "you posted",
    "you sent", "you showed",
];

/// Words that call it an example, or one of several ways.
pub(super) const EXAMPLE: [&str; 37] = [
    "alternative", "alternatively", "alternatives", "another option", "assume", "assuming", "consider",
    "example", "examples", "expected", "for example", "for illustration", "for instance", "given",
    "hypothetical", "hypothetically", "if you like", "if you prefer", "if you want", "illustration",
    "imagine", "might print", "nice to have", "not needed", "not required", "optional", "optionally",
    "output", "outputs", "prints", "sample", "samples", "suppose", "typical", "typically", "usage",
    "would print",
];

/// Words that call it bad, or say that the reply has decided against it.
pub(super) const BAD: [&str; 43] = [
    "a mistake", "anti-pattern", "antipattern", "bad", "common mistake", "considered", "counter-example",
    "counterexample", "did not go with", "did not work", "didn't go with", "didn't work", "discouraged",
    "gave up on", "incorrect", "instead of", "is broken", "is not the way", "is not what you want",
    "isn't correct", "isn't right", "isn't the way", "isn't what you want", "my first attempt",
    "my first draft", "my first idea", "my first try", "naive", "no", "nope", "not correct", "not good",
    "not recommended", "not right", "not what you want", "pitfall", "rather than", "tempting", "threw away",
    "which was broken", "which was incorrect", "which was wrong", "wrong",
];

/// The same in messages of Aider about edits that have no place, which a reply may quote.
pub(super) const REPORTED: [&str; 4] = [
    "failed to exactly match",
    "failed to exactly match lines in the-file",
    "failed to match",
    "searchreplacenoexactmatch",
];

/// Words that forbid what follows.
pub(super) const NEVER: [&str; 24] = [
    "avoid", "bad idea to", "cannot", "do not", "don't", "mistake to", "must never", "must not", "never",
    "no one should", "nobody should", "not", "not to", "please refrain from", "refrain from", "should never",
    "should not", "shouldn't", "tempted to", "tempting to", "to avoid", "would not", "wouldn't", "wrong to",
];

/// Verbs for the change that a text makes, and words that praise it. Only where they are forbidden, a label with
/// them says anything.
pub(super) const MAKES: [&str; 39] = [
    "add", "adding", "apply", "applying", "change", "changing", "commit", "committing", "copy", "correct",
    "deploy", "do", "doing", "edit", "fix", "follow", "good", "implement", "include", "keep", "make",
    "making", "merge", "merging", "paste", "print", "push", "put", "right", "run", "running", "save", "ship",
    "solution", "take", "use", "using", "write", "writing",
];

/// Words about a mistake that is past: what is below them may be right.
pub(super) const PAST: [&str; 10] = [
    "not just", "not only", "was a mistake", "was bad", "was broken", "was incorrect", "was not correct",
    "was not right", "was wrong", "were wrong",
];

/// Words for messages of a conversation.
pub(super) const SAID: [&str; 14] = [
    "answer", "contained", "diff", "message", "patch", "posted", "proposed", "reply", "response", "said",
    "sent", "suggested", "suggestion", "wrote",
];

/// The last of these messages.
pub(super) const LAST: [&str; 8] = [
    "last answer", "last message", "last patch", "last reply", "last response", "last suggestion",
    "last turn", "previous turn",
];

/// Words with which a label may lead to such a message.
pub(super) const WHERE: [&str; 2] = ["from", "in"];

/// Words that say nothing of their own.
pub(super) const PLAIN: [&str; 110] = [
    "a", "again", "also", "an", "and", "approach", "are", "as of", "at", "be", "be used", "been", "below",
    "block", "but", "can", "class", "code", "config", "configuration", "console", "content", "contents",
    "could", "draft", "entire", "file", "files", "first", "following", "full", "function", "have", "here",
    "here's", "how", "i", "i'd", "i've", "idea", "implementation", "input", "is", "it", "it's", "its",
    "just", "like so", "like this", "look", "look like", "looked", "looks", "looks like", "may", "me",
    "method", "might", "mine", "minimal", "module", "my", "nice", "of", "of a caller", "of a client",
    "of a user", "once", "one", "only", "or", "our", "part", "please", "program", "project", "purely",
    "quick", "quoting", "repository", "script", "section", "sketch", "snippet", "source", "state", "stays",
    "text", "that", "that's", "the", "the-file", "their", "then", "these", "they", "things", "this",
    "this is", "those", "toy", "tried", "version", "way", "we", "what", "which", "which was", "would", "you",
];

/// More of [`PLAIN`].
pub(super) const ALSO_PLAIN: [&str; 5] = ["your", "still", "there", "what's", "search"];

/// Words at the head of a label about a case that is only supposed, whatever follows.
pub(super) const SUPPOSES: [&str; 78] = [
    "a caller can", "a caller could", "a caller might", "a client could", "a client might",
    "a typical caller", "a typical client", "a typical user", "a user can", "a user could", "a user might",
    "alternatively", "an alternative could", "an alternative is", "an alternative might",
    "an alternative would", "anyone can", "anyone could", "as an alternative", "as an example",
    "assume this", "assume we", "assume you", "by way of illustration", "callers can", "callers could",
    "callers may", "callers might", "clients can", "clients could", "clients may", "clients might",
    "consider a", "for example", "for instance", "hypothetically", "if you like", "if you prefer",
    "if you want", "if you wish", "imagine", "in a different project", "in a real project",
    "in another codebase", "in another project", "in another repository", "in other projects",
    "in the real project", "in theory", "in your own project", "let us assume", "let us imagine",
    "let us say", "let's assume", "let's imagine", "let's say", "one can", "one could", "one might",
    "others can", "others could", "picture a", "say we have", "say you have", "something like", "suppose",
    "to illustrate", "to try it", "users can", "users could", "users may", "users might", "you can also",
    "you can later", "you could", "you may also", "you may later", "you might also",
];

/// Words with which such a label asks for the text below it after all.
pub(super) const ASKS: [&str; 9] = ["fix", "fixed", "must", "need", "needs", "new", "now", "so", "updated"];

/// Words of a label, wherever they are in it, that call the text below it the old one, whatever follows.
pub(super) const BESIDE: [&str; 3] = ["for comparison", "for context", "for reference"];

/// Words of a change, in front of which a label says nothing of the text below it.
pub(super) const CHANGES: [&str; 26] = [
    "after", "all", "changed", "changes", "complete", "corrected", "final", "fix", "fixed", "fixes", "full",
    "improved", "instead", "modified", "new", "now", "replace", "replaced", "replacement", "revised",
    "should", "so", "solution", "therefore", "updated", "use",
];

/// Words between a verb and `BELOW`.
pub(super) const TO_THIS: [&str; 14] =
    ["any", "as", "code", "file", "for", "in", "into", "it", "like", "of", "the", "the-file", "to", "with"];

/// Words with which a sentence goes on behind them without speaking of another thing.
pub(super) const GOES_ON: [&str; 22] = [
    "and", "approach", "because", "block", "but", "change", "code", "diff", "edit", "even", "file", "or",
    "patch", "since", "snippet", "unless", "until", "version", "way", "when", "while", "yet",
];

/// Words for what may be below a label that says what is not to be done with it.
pub(super) const DRAFTS: [&str; 14] = [
    "below", "block", "change", "code", "diff", "draft", "edit", "following", "patch", "sketch", "snippet",
    "these", "this", "version",
];

/// Words that turn against what was tried or considered.
pub(super) const AGAINST: [&str; 7] =
    ["abandoned", "decided against", "discarded", "dismissed", "rejected", "ruled out", "scrapped"];

/// One more of them, which a reply may also say of code that is removed.
pub(super) const DROPPED: [&str; 1] = ["dropped"];

/// Words for what they turn against.
pub(super) const OBJECTS: [&str; 7] = ["because", "it", "since", "that", "them", "these", "this"];

/// Words in front of a command not to do something, which is about no other subject.
pub(super) const LEADS: [&str; 30] = [
    "a", "also", "and", "be", "but", "for", "here", "here's", "how", "i", "is", "it", "just", "might",
    "note", "one", "only", "or", "please", "reference", "remember", "that", "that's", "the", "to", "we",
    "what", "would", "you", "rather",
];
