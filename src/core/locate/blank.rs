//! Tier `blank`: the blank lines at the edges that SEARCH and REPLACE have in common need not stand in the file. Nor need
//! the fences there, in a file that has none: a model put them around the text and not into it. So it is with a fence that
//! stands alone at an edge of SEARCH.

/// How many of those lines (at the upper, at the lower edge) must stand there.
pub(super) const EDGES: (usize, usize) = (0, 0);

/// Whether a line is a fence: three backticks or tildes or more, perhaps with a word about what they hold.
pub fn is_fence(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let Some(sign) = line.first().filter(|byte| matches!(byte, b'`' | b'~')) else { return false };
    let width = line.iter().take_while(|byte| *byte == sign).count();
    let info = line[width..].trim_ascii();
    width >= 3 && !info.contains(&b'`') && !info.contains(&b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_told_from_code_in_a_line() {
        for line in ["```", "  ````", "```python", "~~~", "```{r}"] {
            assert!(is_fence(line.as_bytes()), "{line}");
        }
        for line in ["``", "```a```", "``` and so on", "x ```", "", "~"] {
            assert!(!is_fence(line.as_bytes()), "{line}");
        }
    }
}
