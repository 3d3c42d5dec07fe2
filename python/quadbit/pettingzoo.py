"""Chess as a PettingZoo environment of two players. It needs PettingZoo: `pip install pettingzoo`."""

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ._quadbit import Env, Positions
from .gym import _box

if TYPE_CHECKING:
    from ._quadbit import _Observe, _Policy

# For each layout: how many positions there are, how many planes each has, and the first plane of the right to castle.
_LAYOUTS = {"": (1, 12, 12), "extra": (1, 12, 12), "lc0": (8, 13, 104), "alphazero": (8, 14, 114)}


def _other_side(observations: str, planes: int) -> list[int]:
    """The planes that the other side has in the places of the mover's: its pieces and its rights first."""
    layout = observations.rpartition("-")[0]
    if layout not in _LAYOUTS:
        raise ValueError(f"observations: a game between agents cannot have those of the layout {layout!r}")
    positions, width, rights = _LAYOUTS[layout]
    order = list(range(planes))
    for first in range(0, positions * width, width):
        order[first : first + 12] = [*range(first + 6, first + 12), *range(first, first + 6)]
    if planes > 12:
        order[rights : rights + 4] = [rights + 2, rights + 3, rights, rights + 1]
    return order


class Observation(TypedDict):
    """What a player sees: planes from its own side, and its legal actions, none if it is not to move."""

    observation: NDArray[Any]
    action_mask: NDArray[np.int8]


class ChessAEC(AECEnv):  # type: ignore[misc]
    """One game of chess between the agents `white` and `black`, who act in turn.

    Observations are by default `{"observation": (12, 8, 8) uint8, "action_mask": (actions,) int8}`, planes and actions
    from the agent's own view; planes that say who is to move are the same for both. Rewards are 1 and -1 at mate; an
    illegal action loses. Other keyword arguments are those of `quadbit.Env`.
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "quadbit_chess_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        *,
        policy: "_Policy" = "4672",
        observations: "_Observe" = "uint8",
        starts: Positions | None = None,
        opening_plies: int = 0,
        claim_draws: bool = True,
        max_plies: int | None = None,
        render_mode: Literal["ansi", "svg"] | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode: expected None, 'ansi' or 'svg', got {render_mode!r}")
        planes = _box(observations)
        self._order = _other_side(observations, planes.shape[0])
        self.env = Env(
            1,
            policy=policy,
            observations=observations,
            starts=starts,
            opening_plies=opening_plies,
            claim_draws=claim_draws,
            max_plies=max_plies,
            auto_reset=False,
            on_illegal="lose",
        )
        self.render_mode = render_mode
        self.possible_agents = ["white", "black"]
        n = self.env.num_actions
        mask = gymnasium.spaces.Box(0, 1, (n,), np.int8)
        spaces = gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_spaces = {agent: spaces for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(n) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        planes, info = self.env.reset(seed)
        assert planes is not None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._see(planes[0], info["action_mask"][0])

    def _see(self, planes: NDArray[Any], mask: NDArray[np.bool_]) -> None:
        """The side to move is the next agent; the other sees the same board from its side."""
        is_black = int(self.env.positions().black_to_move()[0])
        self.agent_selection = self.possible_agents[is_black]
        self._planes = {self.agent_selection: planes}
        other = planes[self._order]
        # A word has its ranks in its bytes.
        self._planes[self.possible_agents[1 - is_black]] = other.byteswap() if planes.ndim == 1 else other[:, ::-1].copy()
        self._mask = mask.astype(np.int8)

    def observe(self, agent: str) -> Observation:
        is_mover = agent == self.agent_selection
        return {
            "observation": self._planes[agent],
            "action_mask": self._mask if is_mover else np.zeros_like(self._mask),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("action: expected a number, got None")
        self._cumulative_rewards[agent] = 0.0
        planes, rewards, terminated, truncated, info = self.env.step([int(action)])
        assert planes is not None
        sign = {name: 1.0 if name == agent else -1.0 for name in self.agents}
        self.rewards = {name: sign[name] * float(rewards[0]) for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, bool(terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(truncated[0]))
        self._see(planes[0], info["action_mask"][0])
        # After an illegal action, the position is the same, but it is the other's turn to be told.
        self.agent_selection = next(name for name in self.possible_agents if name != agent)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board, as text or SVG."""
        if self.render_mode is None:
            return None
        return self.env.render(0, "text" if self.render_mode == "ansi" else "svg")

    def close(self) -> None:
        """There is nothing to close."""
