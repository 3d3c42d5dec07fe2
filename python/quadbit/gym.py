"""Gymnasium environments. They need Gymnasium 1.1 or later: `pip install gymnasium`.

>>> import gymnasium, quadbit.gym
>>> one = gymnasium.make("quadbit/Chess-v0")
>>> many = gymnasium.make_vec("quadbit/Chess-v0", num_envs=1024, vectorization_mode="vector_entry_point")
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsInt, TypeAlias, cast

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from ._quadbit import Env, Positions

if TYPE_CHECKING:
    from ._quadbit import EnvInfo, StepInfo, _Observe, _Policy

_Planes: TypeAlias = NDArray[np.uint8] | NDArray[np.float32] | NDArray[np.uint64]
# The type that Gymnasium gives the dicts of `reset` and `step`.
_Info: TypeAlias = dict[str, Any]
_MODES: dict[AutoresetMode, Literal["next_step", "same_step", "disabled"]] = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
_KINDS: dict[str, Literal["text", "svg"]] = {"ansi": "text", "svg": "svg"}


def _box(observations: "_Observe") -> gymnasium.spaces.Box:
    seen = Env(1, observations=observations).reset(0)[0]
    if seen is None:
        raise ValueError("observations: Gymnasium's environments need some, got 'none'")
    dtype: Any = seen.dtype.type
    high: Any = 1 if observations in ("uint8", "float32") else 65535 if dtype is np.float32 else np.iinfo(dtype).max
    return gymnasium.spaces.Box(0, high, seen.shape[1:], dtype)


def _checked(render_mode: str | None) -> str | None:
    if render_mode not in (None, *_KINDS):
        raise ValueError(f"render_mode: expected None, 'ansi' or 'svg', got {render_mode!r}")
    return render_mode


class ChessVectorEnv(gymnasium.vector.VectorEnv[_Planes, NDArray[np.uint16], NDArray[np.float32 | np.bool_]]):
    """`quadbit.Env` as a Gymnasium vector environment.

    The agent plays both sides in turn. Observations, rewards and actions are from the view of the side to move: a reward of 1 goes to
    the player who has just mated. `info["action_mask"]` has the legal actions; `env.sample(rng)` chooses among them.

    `autoreset_mode` is one of Gymnasium's: with `SAME_STEP` a new game begins in the step that ends one, and the last
    observation of the old one is in `info["final_obs"]`; with `NEXT_STEP` it begins in the step after, whose action is
    ignored; with `DISABLED` the game waits for `reset(options={"reset_mask": mask})`.

    Other keyword arguments are those of `quadbit.Env`. `render()` returns the boards of all games as texts (`ansi`) or
    drawings (`svg`).
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        observations: "_Observe" = "uint8",
        render_mode: str | None = None,
        policy: "_Policy" = "4096",
        starts: Positions | None = None,
        opening_plies: int = 0,
        claim_draws: bool = True,
        max_plies: int | None = None,
        on_illegal: Literal["raise", "lose"] = "raise",
        masks: Literal["bool", "bits", "none"] = "bool",
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        self.single_observation_space = _box(observations)
        self.env = Env(
            num_envs,
            auto_reset=_MODES[mode],
            observations=observations,
            policy=policy,
            starts=starts,
            opening_plies=opening_plies,
            claim_draws=claim_draws,
            max_plies=max_plies,
            on_illegal=on_illegal,
            masks=masks,
            copy=copy,
            threads=threads,
        )
        self.num_envs = num_envs
        self.render_mode = _checked(render_mode)
        self.metadata = {"render_modes": list(_KINDS), "render_fps": 4, "autoreset_mode": mode}
        self.single_action_space = gymnasium.spaces.Discrete(self.env.num_actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: _Info | None = None
    ) -> tuple[_Planes, _Info]:
        if seed is not None and not isinstance(seed, int):
            raise TypeError("seed: expected one integer, which decides the games of all lanes")
        super().reset(seed=seed)
        observations, info = self.env.reset(seed, mask=(options or {}).get("reset_mask"))
        return observations, cast(_Info, info)

    def step(
        self, actions: NDArray[np.uint16]
    ) -> tuple[_Planes, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], _Info]:
        observations, rewards, terminated, truncated, info = self.env.step(actions)
        return observations, rewards, terminated, truncated, cast(_Info, info)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of all games: (n, actions) bool."""
        return self.env.action_masks()

    def sample(self, rng: np.random.Generator | int) -> NDArray[np.uint16]:
        """A random legal action for each game: (n,) uint16."""
        return self.env.sample(rng)

    def render(self) -> tuple[str, ...] | None:
        """The board of each game."""
        if self.render_mode is None:
            return None
        return tuple(self.env.render(lane, _KINDS[self.render_mode]) for lane in range(self.num_envs))


class ChessEnv(gymnasium.Env[_Planes, SupportsInt]):
    """One game of chess as a Gymnasium environment, for tools that want a single one.

    The agent plays both sides in turn, as in `ChessVectorEnv`, which is faster. By default an illegal action loses, with
    a reward of -1. `info["action_mask"]` has the legal actions. Other keyword arguments are those of `quadbit.Env`.
    """

    metadata = {"render_modes": list(_KINDS), "render_fps": 4}

    def __init__(
        self,
        *,
        observations: "_Observe" = "uint8",
        render_mode: str | None = None,
        policy: "_Policy" = "4096",
        starts: Positions | None = None,
        opening_plies: int = 0,
        claim_draws: bool = True,
        max_plies: int | None = None,
        on_illegal: Literal["raise", "lose"] = "lose",
    ) -> None:
        self.observation_space = _box(observations)  # type: ignore[assignment]
        self.env = Env(
            1,
            auto_reset=False,
            observations=observations,
            policy=policy,
            starts=starts,
            opening_plies=opening_plies,
            claim_draws=claim_draws,
            max_plies=max_plies,
            on_illegal=on_illegal,
        )
        self.render_mode = _checked(render_mode)
        self.action_space = gymnasium.spaces.Discrete(self.env.num_actions)

    def reset(self, *, seed: int | None = None, options: _Info | None = None) -> tuple[_Planes, _Info]:
        super().reset(seed=seed)
        observations, info = self.env.reset(seed)
        return observations[0], _first(info)

    def step(self, action: SupportsInt) -> tuple[_Planes, float, bool, bool, _Info]:
        observations, rewards, terminated, truncated, info = self.env.step([int(action)])
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), _first(info)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions: (actions,) bool. `MaskablePPO` of sb3-contrib asks for them by this name."""
        (mask,) = self.env.action_masks()
        return cast(NDArray[np.bool_], mask)

    def render(self) -> str | None:
        """The board, as text or SVG."""
        return None if self.render_mode is None else self.env.render(0, _KINDS[self.render_mode])


def _first(info: "EnvInfo | StepInfo") -> _Info:
    """The values of the only game."""
    return {name: values[0] for name, values in cast(_Info, info).items()}


gymnasium.register(
    "quadbit/Chess-v0", entry_point="quadbit.gym:ChessEnv", vector_entry_point="quadbit.gym:ChessVectorEnv"
)
