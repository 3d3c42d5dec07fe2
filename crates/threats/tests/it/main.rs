//! Every level compared with the simple reference, and the changes by a move with the
//! difference of two whole lists.

mod changes;
mod events;
mod support;
mod whole;
