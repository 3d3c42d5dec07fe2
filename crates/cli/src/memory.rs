//! Memory for tables, in large pages where the system provides them on request.
//!
//! Lookups are spread over the whole table. With pages of 4 KiB, nearly every one needs an address
//! translation that is not cached, and the system must map each page.

#[cfg(target_os = "linux")]
pub(crate) use linux::table;

/// An empty table of `megabytes` megabytes.
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
        /// Mapped memory and the view of it that a table needs.
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

    /// A table of `megabytes` megabytes, at least one. Linux provides large pages on request if they are enabled;
    /// otherwise the table works with small ones.
    pub(crate) fn table(megabytes: usize) -> Result<Table, TableError> {
        let error = TableError { megabytes };
        let bytes = megabytes.max(1).checked_mul(Table::MEGABYTE).ok_or(error)?;
        let map = MmapMut::map_anon(bytes).map_err(|_| error)?;
        let _ = map.advise(Advice::HugePage);
        let view = Mapped::try_new(MutBorrow::new(map), |map| words(map.borrow_mut()).ok_or(error))?;
        Ok(Table::in_memory(view))
    }

    fn words(map: &mut MmapMut) -> Option<Words<'_>> {
        // Not `.ok()`, because the error would keep the map.
        match <[AtomicU32]>::mut_from_bytes(map) {
            Ok(words) => Some(words),
            Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn a_table_is_as_large_as_the_memory_asked_for() {
        let size = format!("{:?}", table(3).unwrap());
        assert_eq!(size, format!("{:?}", quadbit_perft::Table::new(3).unwrap()));
    }
}
