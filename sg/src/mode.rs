//! Mode pages: one file each, one line each in the table below.

crate::pages! {}
