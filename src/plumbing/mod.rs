//! plumbing
