"""From wrong perft numbers to the broken rule."""

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
