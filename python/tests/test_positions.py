"""A batch as a Python container."""

import gc
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quadbit import Position, Positions

LINE = Positions.random(10, 30, 1)


def test_a_batch_has_a_length_items_and_an_order(batch, fens):
    assert len(batch) == len(fens)
    assert [position.fen() for position in batch] == batch.fens()
    assert batch[0] == next(iter(batch)) == Position(fens[0])
    assert batch[-1] == Position(fens[-1])
    assert Positions(list(batch)) == batch
    assert list(Positions([])) == []


@given(st.integers(-12, 12) | st.none(), st.integers(-12, 12) | st.none(), st.integers(-4, 4))
def test_slices_are_those_of_a_list(start, stop, step):
    index = slice(start, stop, step or None)
    assert LINE[index].fens() == LINE.fens()[index]


@given(st.lists(st.integers(-10, 9), max_size=20))
def test_integer_arrays_choose(places):
    expected = [LINE.fens()[place] for place in places]
    assert LINE[places].fens() == expected
    for dtype in (np.int8, np.int32, np.int64):
        assert LINE[np.array(places, dtype)].fens() == expected


@given(st.lists(st.booleans(), min_size=10, max_size=10))
def test_truth_values_choose(mask):
    expected = [fen for fen, chosen in zip(LINE.fens(), mask) if chosen]
    assert LINE[mask].fens() == expected
    assert LINE[np.array(mask)].fens() == expected


def test_numbers_of_numpy_are_indices():
    assert LINE[np.int64(3)] == LINE[3] == LINE[np.uint8(3)]
    assert isinstance(LINE[np.int64(3)], Position)


@pytest.mark.parametrize(
    "index", [10, -11, 10**30, [0, 10], [-11], [True] * 9, np.zeros(11, bool), np.array([10], np.uint8)]
)
def test_what_is_not_there_is_an_index_error(index):
    with pytest.raises(IndexError):
        LINE[index]


@pytest.mark.parametrize(
    "index", [None, 1.0, "1", True, (1, 2), [1.0], ["a"], {}, np.zeros(10), np.array([10**30])]
)
def test_other_things_are_no_index(index):
    with pytest.raises(TypeError):
        LINE[index]


@pytest.mark.parametrize("index", [np.zeros((2, 2), int), np.array([2**63], np.uint64)])
def test_arrays_of_other_forms_are_no_index(index):
    with pytest.raises(ValueError):
        LINE[index]


def test_batches_join():
    assert (LINE[:4] + LINE[4:]) == LINE == Positions.concat([LINE[:4], LINE[4:7], LINE[7:]])
    assert Positions.concat([]) == Positions([]) == LINE[:0]
    with pytest.raises(TypeError):
        LINE + [1]
    with pytest.raises(TypeError, match="item 1"):
        Positions.concat([LINE, 3])


def test_equality_is_that_of_all_items_in_order():
    assert LINE == Positions.from_fens(LINE.fens())
    assert LINE != LINE[::-1]
    assert LINE != LINE[:9]
    assert LINE != 3
    assert Position() != 3


def test_items_are_hashable_and_clocks_do_not_count():
    a = Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    b = Position("4k3/8/8/8/8/8/8/4K3 w - - 7 30")
    assert a == b and hash(a) == hash(b) and len({a, b}) == 1
    assert len(set(LINE)) == 10


def test_pickles_come_back(batch):
    again = pickle.loads(pickle.dumps(batch))
    assert again == batch
    # The clocks, and the double push that nobody can answer, too.
    assert again.fens(ep="always") == batch.fens(ep="always")
    position = Position().push_uci("e2e4")
    assert pickle.loads(pickle.dumps(position)).fen(ep="always") == position.fen(ep="always")
    impossible = Position("8/8/8/8/8/8/8/QQQQK2k w - - 0 1", relaxed=True)
    assert pickle.loads(pickle.dumps(impossible)) == impossible


def test_a_repr_is_short(batch):
    assert len(repr(batch).splitlines()) == 4
    assert str(len(batch)) in repr(batch)
    assert repr(LINE[:0]) == "Positions: empty"
    assert eval(repr(LINE[0])) == LINE[0]


def test_the_planes_are_a_view_that_lives_on(batch):
    quads = Positions.from_fens(batch.fens()).quads()
    part = batch[5:50:1].quads()
    gc.collect()
    assert quads.shape == (len(batch), 4) and quads.dtype == np.uint64
    assert quads.strides == (64, 8) and not quads.flags.owndata
    assert (part == quads[5:50]).all()
    again = batch.quads()
    assert again.__array_interface__["data"][0] == batch.quads().__array_interface__["data"][0]
    assert batch[5:].quads().__array_interface__["data"][0] == again.__array_interface__["data"][0] + 5 * 64
    bits = np.unpackbits(quads.view(np.uint8).reshape(-1, 4, 8), axis=2, bitorder="little")
    codes = (bits * np.array([1, 2, 4, 8], np.uint8)[:, None]).sum(axis=1)
    assert (codes == batch.mailbox()).all()


def test_the_planes_cannot_be_written_to(batch):
    quads = batch.quads()
    with pytest.raises(ValueError):
        quads[0, 0] = 1
    for view in (quads, quads[:3], quads.T):
        with pytest.raises(ValueError):
            view.setflags(write=True)
    assert LINE[:0].quads().shape == (0, 4)


def test_a_batch_is_no_array():
    with pytest.raises(TypeError, match="quads"):
        np.asarray(LINE)
