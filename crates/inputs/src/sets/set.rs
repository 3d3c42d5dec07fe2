//! The sets and their sizes.

use core::fmt;
use core::str::FromStr;

use quadbit_x88::{Color, Square};

use super::full_threats::{self, Numbering};
use super::pawn_pairs;
use crate::features::{FeatureSet, KingBuckets};

/// A set of inputs and their numbering. Each side has its own view of the board: its own pieces come first, and ranks
/// and files are reversed as stated for each set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// Pieces on squares, in one of four numberings or by the user's own king buckets.
    Pieces(FeatureSet),
    /// Pairs of pieces of which one attacks or defends the other. Kings are left out on both sides of a pair.
    /// 59,808 inputs.
    ///
    /// Ranks are reversed for black, and files if the own king is on files e to h. The index is the sum of
    ///
    /// ```text
    ///   the first index of the attacker                              own P N B R Q, then theirs
    /// + (targets / 2 * theirs + slot) * pairs                        `theirs`: 1 if their piece is attacked, else 0
    /// + pairs whose attacker stands on a square before `from`        on the empty board
    /// + squares before `to` that the attacker attacks from `from`    on the empty board
    ///
    ///   attacker   targets   slots of the attacked      pairs of squares on the empty board
    ///   P           4        N 0, R 1                     84 (ranks 2 to 7)
    ///   N          10        P 0, N 1, B 2, R 3, Q 4     336
    ///   B           8        P 0, N 1, B 2, R 3          560
    ///   R           8        P 0, N 1, B 2, R 3          896
    ///   Q          10        P 0, N 1, B 2, R 3, Q 4    1456
    /// ```
    ///
    /// The first index of an attacker is the sum of `targets * pairs` of the attackers before it. Pairs without a
    /// slot have no index. Two pieces of the same kind that attack each other count once, from the higher square
    /// of that view.
    ///
    /// Source: Stockfish (commit 762dd1d), feature set `Full_Threats`, and nnue-pytorch.
    FullThreats,
    /// Pairs of pieces of which one attacks or defends the other, numbered as in [`FullThreats`](Self::FullThreats),
    /// with pairs of pawns: P has the slots P 0, N 1 and R 2, and 6 targets. Two pawns of different colors that attack
    /// each other count once. 60,144 inputs.
    ///
    /// Source: Stormphrax (commit 159816a), whose networks without pairs of pawns use it; also Stockfish's `SFNNv12`.
    FullThreats60144,
    /// Pairs of pieces of which one attacks or defends the other, numbered as in
    /// [`FullThreats60144`](Self::FullThreats60144), where a pawn also has a pair with a pawn of either color on the
    /// square ahead of it: P has 132 pairs of squares. Two pawns of different colors that block each other count once.
    /// 60,720 inputs.
    ///
    /// Source: Stockfish (pull request 6694) and nnue-pytorch (pull request 444), "pawn pusher threats".
    FullThreats60720,
    /// Pairs of pieces of which one attacks or defends the other, numbered as in
    /// [`FullThreats79856`](Self::FullThreats79856), without attacks on kings: N and Q have the slots P 0 to Q 4 and
    /// 10 targets, B and R the slots P 0 to R 3 and 8 targets. 66,864 inputs.
    ///
    /// Source: Stockfish, `SFNNv11` (pull request 6593), which removed attacks on kings from the 79,856.
    FullThreats66864,
    /// Pairs of pieces of which one attacks or defends the other, kings too, numbered as in
    /// [`FullThreats`](Self::FullThreats), K after Q, with other slots. 79,856 inputs.
    ///
    /// ```text
    ///   attacker   targets   slots of the attacked           pairs of squares on the empty board
    ///   P           6        P 0, N 1, R 2                     84 (ranks 2 to 7)
    ///   N          12        P 0, N 1, B 2, R 3, Q 4, K 5     336
    ///   B          10        P 0, N 1, B 2, R 3, K 4          560
    ///   R          10        P 0, N 1, B 2, R 3, K 4          896
    ///   Q          12        P 0, N 1, B 2, R 3, Q 4, K 5    1456
    ///   K           8        P 0, N 1, B 2, R 3               420
    /// ```
    ///
    /// Two pawns of different colors that attack each other count once.
    ///
    /// Source: Stockfish (commit 06b7fca), the first `Full_Threats`, which most engines took over.
    FullThreats79856,
    /// Pairs of pawns of any colors on the same file or on neighboring files. 4,560 inputs.
    ///
    /// A pawn has the number `48 * theirs + square - 8`; `theirs` is 1 for a pawn of the other side, else 0, and
    /// squares are reversed as in [`FullThreats`](Self::FullThreats). The index of the pair of the numbers `low` and
    /// `high` is `high * (high - 1) / 2 + low`.
    ///
    /// Source: Stockfish, feature set `PP_3Wide`, and nnue-pytorch.
    Pp3Wide,
}

impl Set {
    /// All sets but those with [`KingBuckets`].
    pub const ALL: [Self; 10] = [
        Self::Pieces(FeatureSet::Chess768),
        Self::Pieces(FeatureSet::HalfKp),
        Self::Pieces(FeatureSet::HalfKaHm),
        Self::Pieces(FeatureSet::HalfKaV2Hm),
        Self::FullThreats,
        Self::FullThreats60144,
        Self::FullThreats60720,
        Self::FullThreats66864,
        Self::FullThreats79856,
        Self::Pp3Wide,
    ];

    /// The name, without its buckets: `chess768`, `halfkp`, `halfka_hm`, `halfkav2_hm`, `full_threats`,
    /// `full_threats_60144`, `full_threats_60720`, `full_threats_66864`, `full_threats_79856` or `pp_3wide`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pieces(FeatureSet::Chess768 | FeatureSet::Buckets(_)) => "chess768",
            Self::Pieces(FeatureSet::HalfKp) => "halfkp",
            Self::Pieces(FeatureSet::HalfKaHm) => "halfka_hm",
            Self::Pieces(FeatureSet::HalfKaV2Hm) => "halfkav2_hm",
            Self::FullThreats => "full_threats",
            Self::FullThreats60144 => "full_threats_60144",
            Self::FullThreats60720 => "full_threats_60720",
            Self::FullThreats66864 => "full_threats_66864",
            Self::FullThreats79856 => "full_threats_79856",
            Self::Pp3Wide => "pp_3wide",
        }
    }

    /// The number of inputs; every index is below it.
    pub const fn size(self) -> usize {
        match self {
            Self::Pieces(set) => set.size(),
            Self::FullThreats => 59_808,
            Self::FullThreats60144 => 60_144,
            Self::FullThreats60720 => 60_720,
            Self::FullThreats66864 => 66_864,
            Self::FullThreats79856 => 79_856,
            Self::Pp3Wide => pawn_pairs::SIZE,
        }
    }

    /// The numbering of attacks, if the inputs are attacks.
    #[inline(always)]
    pub(super) const fn threats(self) -> Option<&'static Numbering> {
        match self {
            Self::FullThreats => Some(&full_threats::OF_59808),
            Self::FullThreats60144 => Some(&full_threats::OF_60144),
            Self::FullThreats60720 => Some(&full_threats::OF_60720),
            Self::FullThreats66864 => Some(&full_threats::OF_66864),
            Self::FullThreats79856 => Some(&full_threats::OF_79856),
            Self::Pieces(_) | Self::Pp3Wide => None,
        }
    }

    /// The view of `side`, whose king stands on `king`: an xor that turns squares, and what the king adds to all
    /// indices. While it stays, the inputs of pieces that stay keep their numbers.
    #[inline(always)]
    pub(super) const fn view(&self, side: Color, king: Square) -> (u8, u16) {
        match self {
            Self::Pieces(set) => set.view(side, king),
            _ => (super::turn(side, king), 0),
        }
    }

    /// The width of rows that the inputs of a position fit into if it is from a usual game; a composed position may
    /// have more.
    pub(crate) const fn usual(self) -> usize {
        if self.threats().is_some() { 128 } else { self.most() }
    }

    /// The most inputs of one position that can be 1, as one side sees the board.
    pub(crate) const fn most(self) -> usize {
        match self {
            Self::Pieces(_) => 32,
            // Each of 32 pieces attacks at most eight others.
            _ if self.threats().is_some() => 256,
            // Sixteen pawns form 16 * 15 / 2 pairs.
            _ => 120,
        }
    }
}

/// Writes the [name](Set::name), and after it the table of buckets if it has one.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Self::Pieces(FeatureSet::Buckets(buckets)) = self { write!(f, "{buckets}") } else { Ok(()) }
    }
}

/// Reads a [name](Set::name), in upper or lower case; `768` is `chess768`. The numbers of a [`KingBuckets`] follow
/// `chess768`: `chess768[0,1,..]` with 64 numbers, or `chess768[0,1,..]hm` with 32. A `^` at the end, by which
/// nnue-pytorch adds virtual inputs for training, is ignored.
impl FromStr for Set {
    type Err = SetsError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let s = s.strip_suffix('^').unwrap_or(s);
        let (name, buckets) = s.split_at(s.find('[').unwrap_or(s.len()));
        let name = if name == "768" { "chess768" } else { name };
        let set = Self::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(name));
        match set.ok_or(SetsError::Unknown)? {
            set if buckets.is_empty() => Ok(set),
            Self::Pieces(FeatureSet::Chess768) => KingBuckets::read(buckets)
                .map(|buckets| Self::Pieces(FeatureSet::Buckets(buckets)))
                .ok_or(SetsError::KingBuckets),
            _ => Err(SetsError::KingBuckets),
        }
    }
}

/// The error of a text that does not name a [`Set`] or [`Sets`](super::Sets).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetsError {
    /// One of the names is not that of a set.
    Unknown,
    /// The square brackets after a name hold no table of buckets, or the set takes none.
    KingBuckets,
    /// A set occurs twice.
    Twice(Set),
    /// There are more than four sets of pieces, or more than one of attacks.
    TooMany,
}

impl fmt::Display for SetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("expected ")?;
                for (n, set) in Set::ALL.into_iter().enumerate() {
                    write!(f, "{}{}", if n > 0 { ", " } else { "" }, set.name())?;
                }
                f.write_str(", or several joined by `+`")
            }
            Self::KingBuckets => f.write_str(
                "expected king buckets as chess768[0,1,..] with 64 numbers from 0 to 63, or as chess768[0,1,..]hm with 32",
            ),
            Self::Twice(set) => write!(f, "{set} is there twice"),
            Self::TooMany => f.write_str("expected at most four sets of pieces and one of threats"),
        }
    }
}

impl core::error::Error for SetsError {}
