//! Which paths a reply may write.
