//! The fuzz targets of calipers: see `README.md`.

pub mod properties;
pub mod seeds;
