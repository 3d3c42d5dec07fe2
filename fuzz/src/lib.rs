//! What the fuzz targets share: positions from bytes, and a generator too simple to be wrong.

mod positions;
pub mod twin;

pub use positions::AnyPosition;
