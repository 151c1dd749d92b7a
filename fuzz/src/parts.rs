//! Inputs that have several parts.

/// The line between two parts.
const RULE: &[u8] = b"%%%\n";

/// The parts of an input. Those that it does not have are `None`; the last one goes to the end of the input.
pub(crate) fn parts<const N: usize>(input: &[u8]) -> [Option<&[u8]>; N] {
    let mut rest = Some(input);
    let mut at = 0;
    [(); N].map(|()| {
        let text = rest?;
        at += 1;
        let is_rule = |place: &usize| *place == 0 || text[place - 1] == b'\n';
        let places = (0..text.len()).filter(|place| text[*place..].starts_with(RULE)).filter(is_rule);
        let place = if at < N { places.into_iter().next() } else { None };
        rest = place.map(|place| &text[place + RULE.len()..]);
        Some(&text[..place.unwrap_or(text.len())])
    })
}
