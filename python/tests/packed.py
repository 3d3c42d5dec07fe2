"""Files in the formats of other programs, made from their descriptions."""

import struct

import numpy as np

from quadbit import Positions


def played(n):
    """Positions without castling rights and en passant, which `binpack` does not write, and a legal move for each."""
    batch = Positions.random(2 * n, 40, 3)
    plain = [fen.split()[2:4] == ["-", "-"] for fen in batch.fens(ep="always")]
    batch = batch[np.array(plain) & (batch.legal_counts() > 0)][:n]
    moves, offsets = batch.legal_moves()
    return batch, moves[offsets[:-1]]


def frames(data):
    """Frames of zstd whose blocks are not compressed."""
    parts = [data[begin : begin + 100_000] for begin in range(0, len(data), 100_000)]
    return b"".join(b"\x28\xb5\x2f\xfd\x00\x58" + struct.pack("<I", len(part) << 3 | 1)[:3] + part for part in parts)


def binpack(positions, moves):
    """A chunk for each thousand positions, a chain for each position."""
    chains = []
    for n, (mailbox, is_black, move) in enumerate(zip(positions.mailbox(), positions.black_to_move(), moves.tolist())):
        occupied = np.flatnonzero(mailbox)
        codes = (mailbox[occupied] - 2).tolist()
        codes = [15 if code == 11 and is_black else code for code in codes] + [0] * 32
        nibbles = bytes(low | high << 4 for low, high in zip(codes[:32:2], codes[1:33:2]))
        source, target, promotion = move & 63, move >> 6 & 63, move >> 12
        word = source << 8 | target << 2 | (1 << 14 | promotion - 2 if promotion else 0)
        sign = -1 if is_black else 1
        zigzag = [(number << 1 ^ number >> 15) & 0xFFFF for number in (n * sign, (n % 3 - 1) * sign)]
        head = struct.pack(">Q", sum(1 << int(square) for square in occupied)) + nibbles
        chains.append(head + struct.pack(">HHHHH", word, zigzag[0], n | zigzag[1] << 14, 3, 0))
    chunks = [b"".join(chains[n : n + 1000]) for n in range(0, len(chains), 1000)]
    return b"".join(b"BINP" + struct.pack("<I", len(chunk)) + chunk for chunk in chunks)
