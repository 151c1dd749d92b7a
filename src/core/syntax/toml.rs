//! TOML (1.1), by a parser that takes nothing else.

use bstr::ByteSlice as _;
use toml::de::DeTable;

use super::{SyntaxError, What, place::at_byte};

/// The errors of a text, in order.
pub(super) fn errors(text: &[u8]) -> Vec<SyntaxError> {
    let valid = match text.to_str() {
        Ok(valid) => valid,
        Err(error) => return vec![at_byte(text, error.valid_up_to(), What::Unexpected)],
    };
    let mut errors: Vec<SyntaxError> = DeTable::parse_recoverable(valid)
        .1
        .iter()
        .map(|error| {
            let what =
                if error.message().starts_with("duplicate key") { What::SecondKey } else { What::Unexpected };
            at_byte(text, error.span().unwrap_or_default().start, what)
        })
        .collect();
    errors.sort_by_key(|error| (error.line, error.column));
    errors
}
