"""Slow and obvious forms of what quadbit does, on boards of python-chess."""

import chess

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
