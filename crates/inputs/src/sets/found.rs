//! The inputs of one position, as one side sees it.

/// Room for all sets: four times 32 pieces, 256 threats and 120 pairs of pawns; and for one that is not kept.
const ROOM: usize = 504 + 1;

/// Indices in one numbering.
#[derive(Clone, Debug)]
pub(super) struct Found {
    indices: [u32; ROOM],
    len: usize,
}

impl Found {
    pub(super) const EMPTY: Self = Self { indices: [0; ROOM], len: 0 };

    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u32] {
        &mut self.indices[..self.len]
    }

    /// Adds indices, each with 1 if it is to be kept, else 0. Without a branch: one that is not kept is
    /// overwritten by the next one.
    #[inline(always)]
    pub(super) fn extend_if(&mut self, indices: impl Iterator<Item = (u8, u32)>) {
        // A local copy: the length in memory would be loaded again after each store.
        let mut len = self.len;
        for (counts, index) in indices {
            self.indices[len] = index;
            len += usize::from(counts & 1);
        }
        self.len = len;
    }

    /// Adds indices of 16 bits, each plus `base`.
    #[inline(always)]
    pub(super) fn extend(&mut self, base: u32, indices: &[u16]) {
        let places = &mut self.indices[self.len..self.len + indices.len()];
        for (place, &index) in places.iter_mut().zip(indices) {
            *place = base + u32::from(index);
        }
        self.len += indices.len();
    }
}
