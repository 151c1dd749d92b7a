//! The names of the texts of an edit, for people.

/// The names of the text to find and of the text that takes its place, each as sentences use it.
pub(in crate::cli) struct Terms {
    /// The text to find: `line 3 of SEARCH`.
    pub(super) search: &'static str,
    /// The same behind an article or a verb: `leave the SEARCH section empty`.
    pub(super) search_section: &'static str,
    pub(super) a_search_section: &'static str,
    /// The same at the start of a message: `SEARCH text not found`.
    pub(super) search_text: &'static str,
    /// The same in front of a verb: `SEARCH text is in 'a.rs'`.
    pub(super) the_search_text: &'static str,
    /// The text that takes its place: `line 3 of REPLACE`.
    pub(super) replace: &'static str,
    /// The same behind an article, or at the start of a message.
    pub(super) replace_section: &'static str,
    pub(super) replace_text: &'static str,
    pub(super) both_sections: &'static str,
}

impl Terms {
    /// Those of a block, which has sections.
    pub(in crate::cli) const OF_BLOCK: &'static Self = &Self {
        search: "SEARCH",
        search_section: "SEARCH section",
        a_search_section: "a SEARCH section",
        search_text: "SEARCH text",
        the_search_text: "SEARCH text",
        replace: "REPLACE",
        replace_section: "REPLACE section",
        replace_text: "REPLACE text",
        both_sections: "both sections",
    };

    /// Those of an edit that is the call of a tool: people see its fields, and no sections.
    pub(in crate::cli) const OF_CALL: &'static Self = &Self {
        search: "the old text",
        search_section: "old text",
        a_search_section: "an old text",
        search_text: "old text",
        the_search_text: "the old text",
        replace: "the new text",
        replace_section: "new text",
        replace_text: "new text",
        both_sections: "both texts",
    };
}
