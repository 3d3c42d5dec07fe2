"""From wrong perft numbers to the broken rule, and from a function to the move that differs."""

import pytest

import quadbit

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_diagnose():
    found = quadbit.diagnose(START, {2: 240})
    assert found["right"] == 400
    assert found["rules"] == ["double-push-missing-white", "double-push-missing-black"]
    assert found["guesses"] == []
    assert sorted(found["next"]["counts"]) == [5, 6]
    # Another depth leaves one rule, and no count to make.
    found = quadbit.diagnose(START, {1: 20, 2: 240}, threads=2)
    assert found == {"right": 400, "rules": ["double-push-missing-black"], "guesses": []}


def test_bad_input():
    with pytest.raises(quadbit.FenError):
        quadbit.diagnose("x", {2: 240})
    for counts in ({}, {0: 1}, {10: 1}):
        with pytest.raises(ValueError):
            quadbit.diagnose(START, counts)


def legal(fen: str) -> list[str]:
    position = quadbit.Position(fen)
    return position.legal_moves


def test_compare():
    assert quadbit.compare(legal, max_nodes=300) == []
    found = quadbit.compare(lambda fen: [mv for mv in legal(fen) if mv != "e1g1"], max_nodes=300)
    assert all("e1g1" in case["report"] for case in found)
    first = next(case for case in found if case["fen"] == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert first["at"] == first["fen"] and first["path"] == []
    assert first["differs"] == ["only quadbit: e1g1 (castling of the king on e1)"]
    assert first["report"].endswith(first["differs"][0])
    # What the function raises ends the comparison.
    with pytest.raises(ZeroDivisionError):
        quadbit.compare(lambda fen: [str(1 // 0)])
