//! The planes of the boards as a view.
//!
//! A position begins with its board, four words of 64 bits. The *array interface* of this module tells numpy where the
//! words of a batch are. numpy keeps the object that has the interface as the base of the array. That object owns the
//! positions and never changes. The interface also says that the memory is read-only, and numpy lets no user override
//! this for memory that is not its own. So the view is always valid, and no `unsafe` code is needed here.
//!
//! Source: <https://numpy.org/doc/stable/reference/arrays.interface.html>.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadbit_movegen as movegen;

use super::Positions;

/// A batch of positions as the owner of the memory of an array of numpy, which shows their boards without copying them.
#[pyclass(frozen, module = "quadbit")]
struct Quads(Positions);

/// The number of bytes of a position, which is the distance between boards.
const STRIDE: usize = size_of::<movegen::Position>();

#[pymethods]
impl Quads {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        let boards = self.0.as_slice();
        interface.set_item("version", 3)?;
        interface.set_item("typestr", if cfg!(target_endian = "little") { "<u8" } else { ">u8" })?;
        interface.set_item("shape", (boards.len(), 4))?;
        interface.set_item("strides", (STRIDE, size_of::<u64>()))?;
        let is_read_only = true;
        interface.set_item("data", (boards.as_ptr().expose_provenance(), is_read_only))?;
        Ok(interface)
    }
}

#[pymethods]
impl Positions {
    /// The four bit planes of every board: (n, 4) uint64, a1 the lowest bit; a read-only view without a copy.
    ///
    /// Plane 0 has the black pieces, plane 1 P, B and Q, plane 2 N, B and K, plane 3 R, Q and K.
    fn quads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let owner = Bound::new(py, Quads(self.part(0..self.range.len())))?;
        py.import("numpy")?.call_method1("asarray", (owner,))
    }
}
