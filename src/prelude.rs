//! The names that parallel code wants in scope.
