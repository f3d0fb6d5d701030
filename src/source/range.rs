//! range
