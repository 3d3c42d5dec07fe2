"""A Gymnasium vector environment. It needs Gymnasium 1.1 or later: `pip install gymnasium`."""

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from ._quadbit import Env


class ChessVectorEnv(gymnasium.vector.VectorEnv):
    """`quadbit.Env` as a Gymnasium vector environment.

    The agent plays both sides in turn. Observations, rewards and actions are from the mover's view: a reward of 1 goes to the
    player who has just mated. `info["action_mask"]` has the legal actions. After the end of a game a new one begins in the
    same step, and the last observation of the old one is in `info["final_obs"]`. With `auto_reset=False` the game waits for
    `reset(options={"reset_mask": mask})` instead.

    Other keyword arguments are passed to `quadbit.Env`.
    """

    def __init__(
        self,
        num_envs: int,
        *,
        auto_reset: bool = True,
        observations: Literal["uint8", "float32"] = "uint8",
        **keywords: Any,
    ):
        if observations not in ("uint8", "float32"):
            raise ValueError(f"observations: expected 'uint8' or 'float32', got {observations!r}")
        self.env = Env(num_envs, auto_reset=auto_reset, observations=observations, **keywords)
        self.num_envs = num_envs
        self.metadata = {
            "render_modes": [],
            "autoreset_mode": AutoresetMode.SAME_STEP if auto_reset else AutoresetMode.DISABLED,
        }
        self.single_observation_space = gymnasium.spaces.Box(0, 1, (12, 8, 8), np.dtype(observations))
        self.single_action_space = gymnasium.spaces.Discrete(self.env.num_actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return self.env.reset(seed, mask=(options or {}).get("reset_mask"))

    def step(self, actions):
        return self.env.step(actions)
