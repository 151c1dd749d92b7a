//! Tier `blank`: the blank lines at the edges that SEARCH and REPLACE have in common need not stand in the file.

/// How many of those lines (at the upper, at the lower edge) must stand there.
pub(super) const EDGES: (usize, usize) = (0, 0);
