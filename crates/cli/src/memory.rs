//! Memory for tables, in large pages where the system gives them on request.
//!
//! Look-ups go all over a table. With pages of 4 KiB the processor has to look up nearly every page as well, and the system
//! has to hand out each of them.

#[cfg(target_os = "linux")]
pub(crate) use linux::table;

/// A table of so many megabytes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn table(megabytes: usize) -> Result<quadbit_perft::Table, quadbit_perft::TableError> {
    quadbit_perft::Table::new(megabytes)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::sync::atomic::AtomicU32;

    use memmap2::{Advice, MmapMut};
    use quadbit_perft::{Table, TableError};
    use self_cell::{MutBorrow, self_cell};
    use zerocopy::FromBytes;

    type Words<'a> = &'a [AtomicU32];

    self_cell! {
        /// Mapped memory, and the view of it that a table wants.
        struct Mapped {
            owner: MutBorrow<MmapMut>,
            #[covariant]
            dependent: Words,
        }
    }

    impl AsRef<[AtomicU32]> for Mapped {
        fn as_ref(&self) -> &[AtomicU32] {
            self.borrow_dependent()
        }
    }

    /// A table of so many megabytes. Linux gives large pages, if its administrator lets it, to those who say that they want
    /// them; who does not get any has a table all the same.
    pub(crate) fn table(megabytes: usize) -> Result<Table, TableError> {
        let bytes = megabytes.max(1).checked_mul(Table::MEGABYTE).ok_or(TableError)?;
        let map = MmapMut::map_anon(bytes).map_err(|_| TableError)?;
        let _ = map.advise(Advice::HugePage);
        Ok(Table::in_memory(Mapped::try_new(MutBorrow::new(map), |map| words(map.borrow_mut()))?))
    }

    fn words(map: &mut MmapMut) -> Result<Words<'_>, TableError> {
        match <[AtomicU32]>::mut_from_bytes(map) {
            Ok(words) => Ok(words),
            Err(_) => Err(TableError),
        }
    }
}
