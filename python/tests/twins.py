"""Slow and obvious forms of what quadbit does, on boards of python-chess."""

import chess
import numpy as np

ROLES = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]
CODES = {None: 0} | {
    chess.Piece(role, color): 2 * role + (0 if color else 1)
    for role in ROLES
    for color in chess.COLORS
}


def number(board, move):
    """A move as quadbit's 16 bits: from, to, and the role of a promotion; castling is king takes rook."""
    to_square = move.to_square
    if board.is_castling(move) and not board.chess960:
        rights = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(move.from_square)]
        kingside = chess.square_file(to_square) > chess.square_file(move.from_square)
        to_square = (max if kingside else min)(chess.SquareSet(rights))
    return move.from_square | to_square << 6 | (move.promotion or 0) << 12


def castles_as_in_standard_chess(board):
    """Whether every right belongs to a king on the e-file and a rook in a corner."""
    rights = board.clean_castling_rights()
    kings = [side for side in chess.COLORS if rights & (chess.BB_RANK_1 if side else chess.BB_RANK_8)]
    return not rights & ~chess.BB_CORNERS and all(
        chess.square_file(board.king(side)) == chess.FILE_NAMES.index("e") for side in kings
    )


def numbers(board):
    return sorted(number(board, move) for move in board.legal_moves)


def seen(board, square, side):
    """A square as a side sees it: ranks in reverse order for black."""
    return square if side == chess.WHITE else chess.square_mirror(square)


def inputs(board):
    """The 768 inputs as the mover sees them, as places of ones."""
    places = set()
    for square, piece in board.piece_map().items():
        kind = piece.piece_type - 1 + (0 if piece.color == board.turn else 6)
        places.add(64 * kind + seen(board, square, board.turn))
    return places


def sparse(board, name, side):
    """The indices of a feature set from one side, pieces in order of their squares."""
    king = board.king(side)
    indices = []
    for square, piece in sorted(board.piece_map().items()):
        theirs = piece.color != side
        kind = piece.piece_type - 1
        if name == "768":
            indices.append(64 * (6 * theirs + kind) + seen(board, square, side))
        elif name == "halfkp":
            if piece.piece_type != chess.KING:
                turn = 0 if side == chess.WHITE else 63
                indices.append(641 * (king ^ turn) + 64 * (2 * kind + theirs) + (square ^ turn) + 1)
        else:
            turn = (0 if side == chess.WHITE else 56) ^ (7 if chess.square_file(king) < 4 else 0)
            own = king ^ turn
            bucket = 4 * (7 - chess.square_rank(own)) + (7 - chess.square_file(own))
            plane, planes = 2 * kind + theirs, 12
            if name == "halfka_hm":
                plane, planes = min(plane, 10), 11
            indices.append(64 * (planes * bucket + plane) + (square ^ turn))
    return indices


DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def lc0_names():
    """lc0's 1,858 moves as texts."""
    names = []
    for start in chess.SQUARES:
        for end in chess.SQUARES:
            files = abs(chess.square_file(start) - chess.square_file(end))
            ranks = abs(chess.square_rank(start) - chess.square_rank(end))
            if start != end and (files == ranks or 0 in (files, ranks) or {files, ranks} == {1, 2}):
                names.append(chess.square_name(start) + chess.square_name(end))
    for start in range(8):
        for end in range(max(start - 1, 0), min(start + 2, 8)):
            for role in "qrb":
                names.append(f"{chess.FILE_NAMES[start]}7{chess.FILE_NAMES[end]}8{role}")
    return {name: index for index, name in enumerate(names)}


LC0 = lc0_names()


def policy_index(board, move, policy):
    """The number of a move in a policy head."""
    if policy in ("pgx", "open_spiel"):
        return pgx_index(board, move, policy)
    bits = number(board, move)
    start, end = (seen(board, square, board.turn) for square in (bits & 63, bits >> 6 & 63))
    if policy == "4096":
        return 64 * start + end
    if policy == "1858":
        role = "" if move.promotion in (None, chess.KNIGHT) else chess.piece_symbol(move.promotion)
        return LC0[chess.square_name(start) + chess.square_name(end) + role]
    if board.is_castling(move) and castles_as_in_standard_chess(board):
        file = 6 if chess.square_file(end) > chess.square_file(start) else 2
        end = chess.square(file, chess.square_rank(start))
    files = chess.square_file(end) - chess.square_file(start)
    ranks = chess.square_rank(end) - chess.square_rank(start)
    if move.promotion not in (None, chess.QUEEN):
        return 73 * start + 64 + 3 * (files + 1) + move.promotion - chess.KNIGHT
    if (files, ranks) in JUMPS:
        return 73 * start + 56 + JUMPS.index((files, ranks))
    distance = max(abs(files), abs(ranks))
    direction = DIRECTIONS.index((files // distance, ranks // distance))
    return 73 * start + 7 * direction + distance - 1


KNIGHTS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)]


def pgx_steps():
    """The files and ranks of pgx's 73 kinds of moves: three steps of pawns for R, B and N, four lines, jumps."""
    lines = [(0, 1), (1, 0), (1, 1), (1, -1)]
    numbers = [n for n in range(-7, 8) if n]
    return [(0, 1), (1, 1), (-1, 1)] * 3 + [(n * files, n * ranks) for files, ranks in lines for n in numbers] + KNIGHTS


PGX = pgx_steps()


def pgx_index(board, move, policy):
    """The number of a move in pgx's policy head or OpenSpiel's."""
    bits = number(board, move)
    start, end = (seen(board, square, board.turn) for square in (bits & 63, bits >> 6 & 63))
    if board.is_castling(move):
        file = 6 if chess.square_file(end) > chess.square_file(start) else 2
        if policy == "open_spiel":
            return 4672 + (file == 6)
        if castles_as_in_standard_chess(board):
            end = chess.square(file, chess.square_rank(start))
    step = (chess.square_file(end) - chess.square_file(start), chess.square_rank(end) - chess.square_rank(start))
    first = {chess.ROOK: 0, chess.BISHOP: 3, chess.KNIGHT: 6}.get(move.promotion, 9)
    return 73 * (8 * chess.square_file(start) + chess.square_rank(start)) + PGX.index(step, first)


def full(number):
    """A plane with one number on every square."""
    return np.full((8, 8), number, np.float32)


def plane(squares, black):
    """A plane with ones on squares, as a side sees the board."""
    ones = np.zeros((8, 8), np.float32)
    for square in squares:
        rank = chess.square_rank(square)
        ones[7 - rank if black else rank, chess.square_file(square)] = 1
    return ones


def same(board, other):
    """Whether the same moves are legal in the same position."""
    return board._transposition_key() == other._transposition_key()


def history_planes(boards, layout):
    """The planes of the last of a game's boards, floats: lc0's 112 or AlphaZero's 119."""
    board = boards[-1]
    us, black = board.turn, board.turn == chess.BLACK
    planes = []
    for back in range(8):
        place = len(boards) - 1 - back
        for color in (us, not us):
            for role in ROLES:
                planes.append(plane(boards[place].pieces(role, color) if place >= 0 else (), black))
        times = sum(same(boards[place], earlier) for earlier in boards[:place]) if place >= 0 else 0
        planes.append(full(times >= 1))
        if layout == "alphazero":
            planes.append(full(times >= 2))
    sides = [us, not us]
    longs = [full(board.has_queenside_castling_rights(side)) for side in sides]
    shorts = [full(board.has_kingside_castling_rights(side)) for side in sides]
    clock = full(board.halfmove_clock)
    if layout == "lc0":
        return np.array([*planes, longs[0], shorts[0], longs[1], shorts[1], full(black), clock, full(0), full(1)])
    number = full(board.fullmove_number)
    return np.array([*planes, full(black), number, shorts[0], longs[0], shorts[1], longs[1], clock])


def extra_planes(board):
    """The nineteen planes of a position, floats, with the number of half moves as it is."""
    black = board.turn == chess.BLACK
    sides = [board.turn, not board.turn]
    planes = [plane(board.pieces(role, side), black) for side in sides for role in ROLES]
    for side in sides:
        planes += [full(board.has_kingside_castling_rights(side)), full(board.has_queenside_castling_rights(side))]
    planes.append(plane([board.ep_square] if board.has_legal_en_passant() else (), black))
    return np.array([*planes, full(board.halfmove_clock), full(black)])


def bits(planes):
    """Planes as words, a1 the lowest bit."""
    return np.packbits(planes.reshape(*planes.shape[:-2], 64) != 0, axis=-1, bitorder="little").view("<u8")[..., 0]
