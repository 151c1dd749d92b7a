//! Tier `blank`: the blank lines at the edges that SEARCH and REPLACE have in common need not stand in the file. Nor need
//! the fences there, in a file that has none: a model put them around the text and not into it. So it is with a fence that
//! stands alone at an edge of SEARCH.

/// How many of those lines (at the upper, at the lower edge) must stand there.
pub(super) const EDGES: (usize, usize) = (0, 0);
