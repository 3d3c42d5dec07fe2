"""Training files as a dataset of PyTorch, which must be installed: `pip install torch`.

>>> from torch.utils.data import DataLoader
>>> from quadbit.torch import Dataset
>>> data = Dataset("data.binpack", "halfkav2_hm", layout="padded", batch_size=16384)
>>> batches = DataLoader(data, batch_size=None)
"""

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any, TypeAlias

import torch
import torch.distributed
import torch.utils.data
from torch.utils.data._utils.collate import default_collate_fn_map

from ._quadbit import Batch, Batches, Loader

_Tensors: TypeAlias = dict[str, torch.Tensor]
_State: TypeAlias = dict[str, Any]
_NAMES = ("scores", "results", "plies", "black_to_move", "piece_counts")


def tensors(batch: Batch) -> _Tensors:
    """The columns of a batch by their names, without copies: `white` and `black` with the inputs of both views, with the layout
    `csr` also `white_offsets` and `black_offsets`; `scores`, `results`, `plies`, `black_to_move` and `piece_counts`.
    """
    columns = {name: getattr(batch, name) for name in _NAMES}
    for suffix, sides in (("", batch.indices), ("_offsets", batch.offsets)):
        if sides is not None:
            columns |= {f"white{suffix}": sides[0], f"black{suffix}": sides[1]}
    return {name: torch.from_numpy(column) for name, column in columns.items()}


class _Batch(dict[str, torch.Tensor]):
    """A whole batch, which a `DataLoader` must not put into another one."""


def _refused(*_: object, **__: object) -> None:
    raise ValueError("quadbit.torch.Dataset gives whole batches: pass batch_size=None to DataLoader")


default_collate_fn_map[_Batch] = _refused


class Dataset(torch.utils.data.IterableDataset[_Tensors]):
    """The batches of a `quadbit.Loader` as dicts of tensors, for a `DataLoader` with `batch_size=None`.

    The arguments are those of `Loader`, but scores and results are by default those of the side to move, `view="mover"`, as
    networks see them. A position without a score is an error, as the loss would be NaN, unless `missing_scores` is true;
    `where="score"` leaves such positions out. `rank` and `world_size` are by default those of `torch.distributed`, if it is
    initialized; then `share` is by default `positions`, so that all processes have equal numbers of batches. The workers
    of a `DataLoader` divide the share of their process; no `worker_init_fn` is needed. `threads` and `prefetch` do what
    workers do without copies between processes, so `num_workers=0` is usually best.

    `set_epoch` names the epoch that the next loop reads. After `load_state_dict` it goes on after the last batch of
    `state_dict`, which can be saved as JSON. Workers have states of their own: `StatefulDataLoader` of torchdata collects them.
    """

    def __init__(
        self,
        files: str | PathLike[str] | Iterable[str | PathLike[str]],
        inputs: str | None = None,
        *,
        missing_scores: bool = False,
        **options: object,
    ) -> None:
        if not isinstance(files, (str, PathLike)):
            files = list(files)
        self._arguments = (files, inputs)
        self._options = {"view": "mover"} | options
        self._missing_scores = missing_scores
        self.set_epoch(0)
        # Raises the errors of the arguments.
        self.num_inputs = Loader(*self._arguments, **options).num_inputs  # type: ignore[arg-type]

    def set_epoch(self, epoch: int) -> None:
        self._state: _State = {"n": epoch, "skip": 0, "mark": None}
        self._batches: Batches | None = None

    def state_dict(self) -> _State:
        return self._batches.state_dict() if self._batches else self._state.copy()

    def load_state_dict(self, state: _State) -> None:
        if set(state) != {"n", "skip", "mark"}:
            raise ValueError(f"state: expected what state_dict() returns, with n, skip and mark, got {sorted(state)}")
        self._state, self._batches = state.copy(), None

    def __iter__(self) -> Iterator[_Tensors]:
        options = dict(self._options)
        if torch.distributed.is_available() and torch.distributed.is_initialized():
            share = {"rank": torch.distributed.get_rank(), "world_size": torch.distributed.get_world_size(), "share": "positions"}
            options = share | options
        if worker := torch.utils.data.get_worker_info():
            rank, world_size = int(str(options.get("rank", 0))), int(str(options.get("world_size", 1)))
            options["rank"] = rank * worker.num_workers + worker.id
            options["world_size"] = world_size * worker.num_workers
        batches = Loader(*self._arguments, **options).epoch(**self._state)  # type: ignore[arg-type]
        self._state |= {"skip": 0, "mark": None}
        self._batches = batches
        return map(self._checked, batches)

    def _checked(self, batch: Batch) -> _Tensors:
        columns = _Batch(tensors(batch))
        if not self._missing_scores and (missing := int(columns["scores"].isnan().sum())) > 0:
            raise ValueError(
                f"scores: {missing} of {len(batch)} positions have none, so a loss would be NaN: "
                "leave them out by where='score', or pass missing_scores=True"
            )
        return columns
