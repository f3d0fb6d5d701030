//! vec
