//! iter
