# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: Atari by EnvPool's rules, over ale-py and OpenCV.

A plain reimplementation of one env: `Oracle(...)` has `reset` and `step`, which return
a `Row`. The random number of no-ops is drawn as the C++ library draws it.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import ale_py
import cv2
import numpy as np
from numpy.typing import NDArray

from envpool.atari.registration import GAMES
from envpool.testing import oracle as driver
from envpool.testing.oracle import Adapter, Case

__all__ = ["PARITY", "Consoles", "Mt19937", "Oracle", "Row", "case_of", "make_ale"]

HEIGHT = 210  # rows of the screen in an observation; lower rows are cropped


class Row(NamedTuple):
    """One result, with the pool's names for its fields."""

    obs: NDArray[np.uint8]
    reward: float
    discount: float
    done: bool
    trunc: bool
    elapsed_step: int
    lives: int
    raw_reward: float
    game_over: int
    ram: NDArray[np.uint8]


class Mt19937:
    """`std::mt19937` and libstdc++'s `uniform_int_distribution`."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.RandomState()
        state = [seed & 0xFFFFFFFF]
        for i in range(1, 624):
            last = state[-1]
            state.append((1812433253 * (last ^ (last >> 30)) + i) & 0xFFFFFFFF)
        self._random.set_state(("MT19937", np.array(state, np.uint32), 624, 0, 0.0))

    def _next(self) -> int:
        return int.from_bytes(self._random.bytes(4), "little")

    def below(self, count: int) -> int:
        """Draws from 0 .. count - 1: a multiplication, and rejection (Lemire)."""
        product = self._next() * count
        if product & 0xFFFFFFFF < count:
            least = (2**32 - count) % count
            while product & 0xFFFFFFFF < least:
                product = self._next() * count
        return product >> 32


def make_ale(game: str, seed: int, sticky: float, mode: int, level: int) -> Any:
    """Returns an ALE with the game loaded, for both sets of rules."""
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    ale = ale_py.ALEInterface()
    ale.setFloat("repeat_action_probability", sticky)
    ale.setInt("random_seed", seed)
    ale.loadROM(os.path.join(os.path.dirname(ale_py.__file__), "roms", f"{game}.bin"))
    if mode >= 0:
        ale.setMode(mode)
    if level >= 0:
        ale.setDifficulty(level)
    return ale


class Oracle:
    """One env; the keywords are the config."""

    def __init__(
        self,
        task: str,
        seed: int,
        *,
        stack_num: int = 4,
        frame_skip: int = 4,
        noop_max: int = 30,
        zero_discount_on_life_loss: bool = False,
        episodic_life: bool = False,
        reward_clip: bool = False,
        use_fire_reset: bool = True,
        img_height: int = 84,
        img_width: int = 84,
        mode: int = -1,
        difficulty: int = -1,
        full_action_space: bool = False,
        repeat_action_probability: float = 0.0,
        use_inter_area_resize: bool = True,
        gray_scale: bool = True,
        full_height: bool = False,
        max_episode_steps: int = 27000,
    ) -> None:
        self._ale = make_ale(task, seed, repeat_action_probability, mode, difficulty)
        self._actions = (
            self._ale.getLegalActionSet()
            if full_action_space
            else self._ale.getMinimalActionSet()
        )
        fire = any(action.value == 1 for action in self._actions)
        self._fires = use_fire_reset and fire
        self._skip, self._noop_max = frame_skip, noop_max
        self._zero_discount, self._clip = zero_discount_on_life_loss, reward_clip
        self._episodic_life, self._limit = episodic_life, max_episode_steps
        self._size = (img_width, img_height)
        self._how = cv2.INTER_AREA if use_inter_area_resize else cv2.INTER_LINEAR
        self._gray = gray_scale
        rows = self._ale.getScreenDims()[0]
        self._rows = rows if full_height else HEIGHT
        self._random = Mt19937(seed)
        self._frames: list[NDArray[np.uint8]] = [
            self._image(self._screen())
        ] * stack_num
        self._pooled: NDArray[np.uint8] = np.zeros(0, np.uint8)
        self._elapsed, self._lives, self._is_new = 0, 0, True
        self.done = True

    def _screen(self) -> NDArray[np.uint8]:
        ale = self._ale
        screen = ale.getScreenGrayscale() if self._gray else ale.getScreenRGB()
        return np.array(screen[: self._rows])

    def _image(self, screen: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Resizes a screen and puts the channels first."""
        small = cv2.resize(screen, self._size, interpolation=self._how)
        first = small[np.newaxis] if self._gray else small.transpose(2, 0, 1)
        return np.asarray(first, np.uint8)

    def _push(self, screen: NDArray[np.uint8]) -> None:
        self._frames = [*self._frames[1:], self._image(screen)]

    def _row(self, reward: float, discount: float, trunc: bool) -> Row:
        clipped = float(np.sign(reward)) if self._clip else reward
        return Row(
            np.concatenate(self._frames),
            clipped,
            discount,
            self.done,
            trunc,
            self._elapsed,
            self._lives,
            reward,
            int(self._ale.game_over()),
            np.array(self._ale.getRAM()),
        )

    def reset(self, forced: bool = False) -> Row:
        """Starts an episode; after a lost life, the game may go on."""
        ale = self._ale
        noops = 0
        if self._noop_max > 0:
            noops = self._random.below(self._noop_max) + 1 - self._fires
        over = ale.game_over() or self._elapsed >= self._limit
        fill = self._is_new or forced or not self._episodic_life or over
        if fill:
            ale.reset_game()
            self._elapsed = 0
        self._is_new = False
        for _ in range(noops):
            ale.act(ale_py.Action.NOOP)
            if ale.game_over():
                ale.reset_game()
                fill = True
        if self._fires:
            ale.act(ale_py.Action.FIRE)
        self._pooled = self._screen()
        self._push(self._pooled)
        if fill:
            self._frames = [self._frames[-1]] * len(self._frames)
        self.done = False
        self._lives = ale.lives()
        return self._row(0.0, 1.0, False)

    def step(self, action: int) -> Row:
        """Repeats an action for some frames."""
        ale = self._ale
        seen: list[NDArray[np.uint8]] = []
        reward, over, frames = 0.0, False, 0
        while frames < self._skip and not over:
            reward += ale.act(self._actions[action])
            over = ale.game_over()
            frames += 1
            if frames > self._skip - 2:
                seen.append(self._screen())
        if frames == self._skip and self._skip > 1:
            self._pooled = np.maximum(seen[0], seen[1])
        elif seen:
            self._pooled = seen[0]
        self._push(self._pooled)
        self._elapsed += 1
        lives = ale.lives()
        trunc = self._elapsed >= self._limit
        ended = over or (self._episodic_life and 0 < lives < self._lives)
        self.done = ended or trunc
        lost = self._zero_discount and lives != self._lives
        self._lives = lives
        return self._row(reward, 0.0 if ended or lost else 1.0, trunc)


class Console:
    """Adapts an `Oracle` to the driver's interface of an official env."""

    def __init__(self, task: str, seed: int, **config: Any) -> None:
        self._env, self._is_first = Oracle(task, seed, **config), True

    def reset(self) -> driver.Row:
        """Starts an episode."""
        row = self._env.reset(forced=self._is_first)
        self._is_first = False
        return self._row(row)

    def step(self, action: Any) -> driver.Row:
        """Takes a step."""
        return self._row(self._env.step(action))

    def _row(self, row: Row) -> driver.Row:
        return {
            "obs": row.obs,
            "reward": row.reward,
            "discount": row.discount,
            "terminated": row.done and not row.trunc,
            "truncated": row.trunc,
            "info": {
                "elapsed_step": row.elapsed_step,
                "lives": row.lives,
                "reward": row.raw_reward,
                "terminated": row.game_over,
                "ram": row.ram,
            },
        }


class Consoles(Adapter):
    """Envs by EnvPool's rules; `case.official` is their game."""

    has_discounts = True

    def make(self, case: Case, seed: int) -> Console:
        """Returns an official env."""
        return Console(case.official, seed, **case.options)

    def is_random(self, case: Case) -> bool:
        """Returns whether the random number of no-ops soon changes the results."""
        is_lively = case.official in ("breakout", "pong")
        return is_lively and case.options.get("noop_max", 30) > 1


def case_of(
    task: str, steps: int, episodes: int = 0, max_steps: int = 0, **config: Any
) -> Case:
    """Returns a case of the comparison.

    Args:
      task: the game.
      steps: number of steps.
      episodes: number of episodes that each env must end.
      max_steps: limit of the steps played until `episodes` have ended.
      **config: the config.
    """
    name = "".join(word.capitalize() for word in task.split("_")) + "-v5"
    return Case(name, steps, episodes, config, task, max_steps)


PARITY = [(Consoles(), case_of(task, 60)) for task in GAMES]
