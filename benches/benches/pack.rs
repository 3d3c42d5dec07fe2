//! Packed records, inputs of networks and masks of moves: whole slices at every level, as multiples of the crates that define the
//! formats and of plain loops over cozy-chess.
//!
//! `cargo bench -p benches --features peers --bench pack` prints a table. Two things that are compared are timed in turn, again and
//! again, and the shortest times count: a machine that does other work as well makes times longer, never shorter. All answers are
//! compared before they are timed.
//!
//! The positions are those of 32 random games from the start, 64 plies each: 64 KB of records, which the second-level cache holds. The
//! inputs and masks of 128 of them are written again and again, since larger outputs only measure the memory.

#[cfg(feature = "peers")]
fn main() {
    peers::main();
}

#[cfg(not(feature = "peers"))]
fn main() {
    println!("pack: compares with other crates, so it needs `--features peers`");
}

#[cfg(feature = "peers")]
mod peers {
    use std::hint::black_box;
    use std::time::{Duration, Instant};

    use quadbit_movegen::{CastlingLetters, EpMode, FenStyle, GameResult, Level, Position, Validity};
    use quadbit_nibble::simd::testing::levels;
    use quadbit_pack::features::{self, FeatureSet, Indices};
    use quadbit_pack::pattern::{self, Rule};
    use quadbit_pack::policy::{self, Policy};
    use quadbit_pack::{Fields, Record, RecordError, Sample, WriteError, batch, bulletformat, marlinformat};
    use quadbit_quad::QuadBitboard;
    use quadbit_quad::zobrist::split_mix;
    use quadbit_x88::Role;

    /// How often everything is timed.
    const ROUNDS: usize = 300;

    const VALID: &str = "the benches use valid positions";

    /// The positions of games from the start, whose moves are chosen by a rule that knows nothing of chess.
    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for game in 0..32_u64 {
            let mut position = Position::start();
            for ply in 0..64 {
                let moves = position.legal_moves();
                let Some(last) = moves.len().checked_sub(1) else { break };
                let random = split_mix(1000 * game + ply) % (last as u64 + 1);
                position.play_unchecked(moves[usize::try_from(random).expect("below the number of moves")]);
                positions.push(position);
            }
        }
        positions
    }

    /// The shortest time of each.
    fn shortest(runs: &mut [&mut dyn FnMut()]) -> Vec<Duration> {
        let mut best = vec![Duration::MAX; runs.len()];
        for _ in 0..ROUNDS {
            for (best, run) in best.iter_mut().zip(&mut *runs) {
                let start = Instant::now();
                run();
                *best = start.elapsed().min(*best);
            }
        }
        best
    }

    /// Prints a row: our time at every level in nanoseconds a position, and how many times as long the other one takes.
    fn row(name: &str, count: usize, theirs: &mut dyn FnMut(), mut ours: impl FnMut(Level)) {
        let count = u32::try_from(count).expect("a few thousand positions");
        print!("{name:34}");
        for level in levels() {
            let times = shortest(&mut [&mut *theirs, &mut || ours(level)]);
            let [theirs, ours] = [times[0], times[1]].map(|time| time.as_secs_f64() * 1e9 / f64::from(count));
            print!(" {level:>8} {ours:6.1} ns {:6.1} x", theirs / ours);
        }
        println!();
    }

    pub(super) fn main() {
        let positions = positions();
        let sample =
            |&position| Sample { score: Some(17), result: GameResult::Draw, ..Sample::from(position) };
        let samples: Vec<Sample> = positions.iter().map(sample).collect();
        let men: u32 = positions.iter().map(|position| position.board().occupied().count()).sum();
        println!(
            "{} positions, {men} men; times for one, and how many times as long the other takes",
            positions.len()
        );
        marlin(&samples);
        bullet(&samples);
        let boards: Vec<cozy_chess::Board> =
            positions.iter().map(|position| benches::peers::cozy_board(&position.to_string())).collect();
        // Every sixteenth, from all parts of the games.
        let few = |n: &usize| n % 16 == n / 64 % 16;
        let (some, some_boards): (Vec<_>, Vec<_>) =
            (0..positions.len()).filter(few).map(|n| (positions[n], boards[n].clone())).unzip();
        dense(&some, &some_boards);
        sparse(&some, &some_boards);
        masks(&some, &some_boards);
        patterns(&positions, &boards);
    }

    fn viriformat_board(position: &Position) -> viriformat::chess::board::Board {
        let style = FenStyle { castling: CastlingLetters::Canonical, ep: EpMode::Always };
        let mut board = viriformat::chess::board::Board::new();
        board.set_from_fen(&position.to_fen(style).to_string(), false).expect(VALID);
        board
    }

    fn marlin(samples: &[Sample]) {
        let count = samples.len();
        let written: Result<Vec<marlinformat::Board>, _> =
            samples.iter().map(|sample| Record::write(sample, Fields::NONE)).collect();
        let records = written.expect("marlinformat holds every sample");
        let theirs: Vec<_> = samples.iter().map(|sample| viriformat_board(&sample.position)).collect();
        let packed: Vec<_> = theirs.iter().map(|board| board.to_marlinformat(17, 1, 0)).collect();
        let bytes = bytemuck::cast_slice::<_, [u8; 32]>(&records);
        assert!(packed.iter().zip(bytes).all(|(packed, record)| packed.as_bytes() == *record));

        let mut unpacked = theirs.clone();
        let mut read_theirs = || {
            for (board, packed) in unpacked.iter_mut().zip(black_box(&packed)) {
                *board = packed.unpack().0;
            }
        };
        let mut boards = vec![QuadBitboard::EMPTY; count];
        row("marlinformat to boards", count, &mut read_theirs, |level| {
            assert_eq!(batch::boards(level, black_box(&records), &mut boards), 0);
        });
        assert!(boards.iter().zip(samples).all(|(board, sample)| *board == sample.position.board()));
        let mut parts = vec![Err(RecordError::Truncated); count];
        row("marlinformat to parts", count, &mut read_theirs, |level| {
            batch::parts(level, black_box(&records), &mut parts);
        });
        assert!(parts.iter().all(Result::is_ok));
        let mut read = vec![Err(RecordError::Truncated); count];
        row("marlinformat to positions", count, &mut read_theirs, |level| {
            batch::read(level, Validity::Strict, black_box(&records), &mut read);
        });
        assert!(read.iter().zip(samples).all(|(read, sample)| read.as_ref() == Ok(sample)));

        let mut again = packed.clone();
        let mut write_theirs = || {
            for (packed, board) in again.iter_mut().zip(black_box(&theirs)) {
                *packed = board.to_marlinformat(17, 1, 0);
            }
        };
        let mut ours = vec![Err(WriteError::Chess960); count];
        row("positions to marlinformat", count, &mut write_theirs, |level| {
            batch::write(level, Fields::NONE, black_box(samples), &mut ours);
        });
        assert!(ours.iter().zip(&records).all(|(ours, record)| ours.as_ref() == Ok(record)));
    }

    /// White, black, and the six kinds; and the side to move.
    fn bitboards(position: &Position) -> ([u64; 8], usize) {
        let board = position.board();
        let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| board.role(role).0);
        let sets = [board.white().0, board.black().0, pawns, knights, bishops, rooks, queens, kings];
        (sets, position.side_to_move() as usize)
    }

    fn bullet(samples: &[Sample]) {
        let count = samples.len();
        let written: Result<Vec<bulletformat::Board>, _> =
            samples.iter().map(|sample| Record::write(sample, Fields::ALL)).collect();
        let records = written.expect("what bulletformat does not hold is dropped");
        let raws: Vec<_> = samples.iter().map(|sample| bitboards(&sample.position)).collect();
        let from_raw = |&(sets, side): &_| {
            ::bulletformat::ChessBoard::from_raw(sets, side, 17, 0.5).expect("every man has a kind")
        };
        let mut theirs: Vec<_> = raws.iter().map(from_raw).collect();
        let men = |record: &bulletformat::Board| bytemuck::cast::<_, [u8; 32]>(*record)[8..24].to_vec();
        assert!(theirs.iter().zip(&records).all(|(theirs, ours)| theirs.pcs[..] == men(ours)));

        let walked = theirs.clone();
        let mut sets = vec![[0_u64; 8]; count];
        let mut walk = || {
            for (board, sets) in black_box(&walked).iter().zip(&mut sets) {
                *sets = [0; 8];
                for (piece, square) in *board {
                    sets[usize::from(piece >> 3 & 1)] |= 1 << (square & 63);
                    sets[2 + usize::from(piece & 7) % 6] |= 1 << (square & 63);
                }
            }
        };
        let mut boards = vec![QuadBitboard::EMPTY; count];
        row("bulletformat to boards", count, &mut walk, |level| {
            assert_eq!(batch::boards(level, black_box(&records), &mut boards), 0);
        });
        assert!(
            sets.iter()
                .zip(&boards)
                .all(|(sets, board)| [sets[0], sets[1]] == [board.white().0, board.black().0])
        );
        let mut write = || {
            for (board, raw) in theirs.iter_mut().zip(black_box(&raws)) {
                *board = from_raw(raw);
            }
        };
        let mut ours = vec![Err(WriteError::Chess960); count];
        row("positions to bulletformat", count, &mut write, |level| {
            batch::write(level, Fields::ALL, black_box(samples), &mut ours);
        });
        assert!(ours.iter().zip(&records).all(|(ours, record)| ours.as_ref() == Ok(record)));
    }

    /// Every man of a board of cozy-chess, as the mover sees it: kind, 1 for the other side, square.
    fn men(board: &cozy_chess::Board, mut visit: impl FnMut(usize, usize, usize)) {
        let us = board.side_to_move();
        let turn = if us == cozy_chess::Color::Black { 56 } else { 0 };
        for (theirs, color) in [us, !us].into_iter().enumerate() {
            for (kind, piece) in cozy_chess::Piece::ALL.into_iter().enumerate() {
                for square in board.colored_pieces(color, piece) {
                    visit(kind, theirs, square as usize ^ turn);
                }
            }
        }
    }

    fn dense(positions: &[Position], boards: &[cozy_chess::Board]) {
        let count = positions.len();
        let mut expected = vec![[0_u8; 768]; count];
        let mut loops = || {
            for (board, inputs) in black_box(boards).iter().zip(&mut expected) {
                inputs.fill(0);
                men(board, |kind, theirs, square| inputs[64 * (6 * theirs + kind) + square] = 1);
            }
        };
        let mut found = vec![[0_u8; 768]; count];
        row("768 bytes", count, &mut loops, |level| {
            features::dense_u8(level, black_box(positions), &mut found);
        });
        assert!(found == expected);

        let mut expected = vec![[0_f32; 768]; count];
        let mut loops = || {
            for (board, inputs) in black_box(boards).iter().zip(&mut expected) {
                inputs.fill(0.0);
                men(board, |kind, theirs, square| inputs[64 * (6 * theirs + kind) + square] = 1.0);
            }
        };
        let mut found = vec![[0_f32; 768]; count];
        row("768 floats", count, &mut loops, |level| {
            features::dense_f32(level, black_box(positions), &mut found);
        });
        assert!(found == expected);
    }

    /// The index of one man for one side: the definitions of nnue-pytorch.
    fn index(set: FeatureSet, king: usize, kind: usize, theirs: usize, square: usize) -> Option<usize> {
        match set {
            FeatureSet::Chess768 => Some(64 * (6 * theirs + kind) + square),
            FeatureSet::HalfKp if kind == 5 => None,
            FeatureSet::HalfKp => Some(641 * king + 64 * (2 * kind + theirs) + square + 1),
            FeatureSet::HalfKaHm => {
                let mirror = if king % 8 < 4 { 7 } else { 0 };
                let king = king ^ mirror;
                let bucket = (7 - king / 8) * 4 + 7 - king % 8;
                Some(704 * bucket + 64 * (2 * kind + theirs).min(10) + (square ^ mirror))
            }
        }
    }

    fn sparse(positions: &[Position], boards: &[cozy_chess::Board]) {
        let count = positions.len();
        for (name, set) in [
            ("sparse 768", FeatureSet::Chess768),
            ("sparse HalfKP", FeatureSet::HalfKp),
            ("sparse HalfKA, mirrored", FeatureSet::HalfKaHm),
        ] {
            let mut expected = vec![([[0_u16; 32]; 2], 0); count];
            let mut loops = || {
                for (board, (indices, len)) in black_box(boards).iter().zip(&mut expected) {
                    let us = board.side_to_move();
                    for (side, indices) in [us, !us].into_iter().zip(indices) {
                        // HalfKP turns the board by half, the others turn the ranks over.
                        let turn = match (side, set) {
                            (cozy_chess::Color::White, _) => 0,
                            (_, FeatureSet::HalfKp) => 63,
                            _ => 56,
                        };
                        let king = board.king(side) as usize ^ turn;
                        *len = 0;
                        for (theirs, color) in [side, !side].into_iter().enumerate() {
                            for (kind, piece) in cozy_chess::Piece::ALL.into_iter().enumerate() {
                                for square in board.colored_pieces(color, piece) {
                                    if let Some(index) =
                                        index(set, king, kind, theirs, square as usize ^ turn)
                                    {
                                        indices[*len] = u16::try_from(index).expect("an index has 16 bits");
                                        *len += 1;
                                    }
                                }
                            }
                        }
                    }
                }
            };
            let mut found = vec![Indices::EMPTY; count];
            row(name, count, &mut loops, |level| {
                features::sparse(level, set, black_box(positions), &mut found);
            });
            for (found, (expected, len)) in found.iter().zip(&expected) {
                for (found, expected) in [found.mover(), found.other()].into_iter().zip(expected) {
                    // Men come in another order.
                    let (mut found, mut expected) = (found.to_vec(), expected[..*len].to_vec());
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{name}");
                }
            }
        }
    }

    fn masks(positions: &[Position], boards: &[cozy_chess::Board]) {
        let count = positions.len();
        let mut expected = vec![0_u64; 64 * count];
        let mut bits = || {
            for (board, rows) in black_box(boards).iter().zip(expected.chunks_exact_mut(64)) {
                rows.fill(0);
                let turn = if board.side_to_move() == cozy_chess::Color::Black { 56 } else { 0 };
                board.generate_moves(|moves| {
                    for mv in moves {
                        rows[mv.from as usize ^ turn] |= 1 << (mv.to as usize ^ turn);
                    }
                    false
                });
            }
        };
        let mut found = vec![0_u64; 64 * count];
        row("legal from-to, 4,096 bits", count, &mut bits, |_| {
            policy::legal_bits(Policy::FromTo, black_box(positions), &mut found);
        });
        assert!(found == expected);

        let mut expected = vec![false; 4096 * count];
        let mut values = || {
            for (board, mask) in black_box(boards).iter().zip(expected.chunks_exact_mut(4096)) {
                mask.fill(false);
                let turn = if board.side_to_move() == cozy_chess::Color::Black { 56 } else { 0 };
                board.generate_moves(|moves| {
                    for mv in moves {
                        mask[64 * (mv.from as usize ^ turn) + (mv.to as usize ^ turn)] = true;
                    }
                    false
                });
            }
        };
        let mut found = vec![false; 4096 * count];
        row("legal from-to, 4,096 bools", count, &mut values, |_| {
            policy::legal_mask(Policy::FromTo, black_box(positions), &mut found);
        });
        assert!(found == expected);
    }

    fn patterns(positions: &[Position], boards: &[cozy_chess::Board]) {
        let rules = ["Qq=0", "Pp>=3"].map(|rule| rule.parse::<Rule>().expect("a rule"));
        let mut expected = vec![false; boards.len()];
        let mut loops = || {
            for (board, expected) in black_box(boards).iter().zip(&mut expected) {
                *expected = board.pieces(cozy_chess::Piece::Queen).is_empty()
                    && board.pieces(cozy_chess::Piece::Pawn).len() >= 3;
            }
        };
        let mut found = vec![false; positions.len()];
        row("two rules about men", positions.len(), &mut loops, |level| {
            pattern::matches(level, &rules, black_box(positions), &mut found);
        });
        assert_eq!(found, expected);
    }
}
