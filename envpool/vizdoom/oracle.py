# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: ViZDoom by EnvPool's rules, over `vizdoom.DoomGame` and OpenCV.

A plain reimplementation of one env.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import vizdoom
from numpy.typing import NDArray

import envpool
from envpool.registration import registry
from envpool.testing.oracle import Adapter, Case, Row

__all__ = ["INFOS", "PARITY", "Doom", "DoomGames", "combined_actions", "make_game"]

INFOS = (
    *(f"AMMO{slot}" for slot in range(2, 8)),
    *("ARMOR", "DAMAGECOUNT", "DEATHCOUNT", "FRAGCOUNT", "HEALTH", "HITCOUNT"),
    *("KILLCOUNT", "SELECTED_WEAPON", "SELECTED_WEAPON_AMMO", "USER2"),
)
# The official engine would look for a sound server, leave folders, and complain.
os.environ.setdefault("ALSOFT_DRIVERS", "null")

_COUNTED_ON = ("DEATHCOUNT", "DAMAGECOUNT", "HITCOUNT")
_MAX_CHANGE = {"DAMAGECOUNT": 200.0, "HITCOUNT": 5.0}
_OPPOSITES = (
    ("MOVE_RIGHT", "MOVE_LEFT"),
    ("MOVE_BACKWARD", "MOVE_FORWARD"),
    ("TURN_RIGHT", "TURN_LEFT"),
    ("LOOK_UP", "LOOK_DOWN"),
    ("MOVE_UP", "MOVE_DOWN"),
    ("SELECT_NEXT_WEAPON", "SELECT_PREV_WEAPON"),
    ("SELECT_NEXT_ITEM", "SELECT_PREV_ITEM"),
)


def make_game(scenario: str, seed: int, timeout: int, args: str = "") -> Any:
    """Returns a game of a scenario that has not begun.

    Args:
      scenario: the name of its files in the package, or a path without suffix.
      seed: the engine's seed.
      timeout: timeout of an episode in tics.
      args: further arguments of the engine.
    """
    game = vizdoom.DoomGame()
    game.load_config(os.path.join(vizdoom.scenarios_path, f"{scenario}.cfg"))
    game.set_window_visible(False)
    game.set_audio_buffer_enabled(False)
    game.set_notifications_buffer_enabled(False)
    game.set_mode(vizdoom.Mode.PLAYER)
    game.set_doom_map("map01")
    game.set_episode_timeout(timeout)
    game.set_seed(seed)
    if args:
        game.add_game_args(args)
    for name in INFOS:
        game.add_available_game_variable(getattr(vizdoom.GameVariable, name))
    return game


def start(game: Any) -> None:
    """Begins a game in a temporary folder, since its engine leaves files behind."""
    folder = tempfile.TemporaryDirectory()
    with contextlib.chdir(folder.name):
        game.init()
    weakref.finalize(game, folder.cleanup)


def combined_actions(
    buttons: Sequence[str],
    force_speed: bool = False,
    deltas: Mapping[str, tuple[int, float, float]] | None = None,
) -> list[list[float]]:
    """Returns the values of all buttons, for each of the combined actions.

    Args:
      buttons: names of the buttons.
      force_speed: whether SPEED is always pressed.
      deltas: number of values, first and last value, by name of the button.
    """
    groups: list[list[dict[str, float]]] = []
    seen: set[str] = set()
    for name in sorted(buttons, key=lambda name: getattr(vizdoom.Button, name).value):
        if name in seen:
            continue
        group = [name]
        for pair in _OPPOSITES:
            if name in pair:
                group = [each for each in pair if each in buttons]
        if name.startswith("SELECT_WEAPON"):
            group = [f"SELECT_WEAPON{slot}" for slot in (*range(1, 10), 0)]
            group = [each for each in group if each in buttons]
        seen.update(group)
        if name.endswith("_DELTA"):
            count, low, high = (deltas or {}).get(name, (0, 0.0, 0.0))
            step = np.float32((high - low) / max(count - 1, 1))
            values = [np.float32(low)]
            while len(values) < count:
                values.append(values[-1] + step)
            if count > 1:
                groups.append([{name: float(value)} for value in values])
        elif name == "SPEED" and force_speed:
            groups.append([{name: 1.0}])
        else:
            groups.append([{}, *({each: 1.0} for each in group)])
    chosen = ({k: v for one in c for k, v in one.items()} for c in _product(groups))
    return [[pressed.get(name, 0.0) for name in buttons] for pressed in chosen]


def _product(groups: Any) -> Any:
    return itertools.product(*groups)


class Doom:
    """One env; the options are the config."""

    def __init__(self, config: Mapping[str, Any], seed: int) -> None:
        self._config = config
        self._limit = config["max_episode_steps"]
        self._skip = config["frame_skip"]
        scenario = os.path.splitext(config["cfg_path"])[0]
        timeout = (self._limit + 1) * self._skip
        host = "-host 1 -deathmatch " if config["deathmatch"] else ""
        self._game = make_game(scenario, seed, timeout, host + config["game_args"])
        self._size: tuple[int, int] | None = None
        if self._game.get_screen_width() < 320:  # drawn larger, and resized twice
            self._size = (
                self._game.get_screen_width(),
                self._game.get_screen_height(),
            )
            self._game.set_screen_resolution(vizdoom.ScreenResolution.RES_320X240)
        self._names = [each.name for each in self._game.get_available_game_variables()]
        buttons = [each.name for each in self._game.get_available_buttons()]
        self._actions = None
        if config["use_combined_action"]:
            deltas = config["delta_button_config"]
            self._actions = combined_actions(buttons, config["force_speed"], deltas)
        self._frames: list[NDArray[np.uint8]] = []
        self._values: dict[str, float] = {}
        self._weapon, self._weapon_steps = -1, 0

    def reset(self) -> Row:
        """Starts an episode."""
        if self._game.is_running():
            self._game.new_episode()
        else:
            start(self._game)
        self._elapsed, self._uses = 0, False
        state = self._game.get_state()
        values = self._variables(state)
        self._offsets = {name: values[name] for name in _COUNTED_ON}
        self._values = self._relative(values)
        self._frames = [self._frame(state)] * self._config["stack_num"]
        self._weapon, self._weapon_steps = -1, 0
        return self._row(0.0, False)

    def step(self, action: Any) -> Row:
        """Takes a step."""
        values = action if self._actions is None else self._actions[int(action)]
        self._respawn()
        official = self._game.make_action([float(each) for each in values], self._skip)
        self._elapsed += 1
        state = self._game.get_state()
        reward = np.float32(0)
        if state is not None:
            now = self._relative(self._variables(state))
            reward = self._reward(now)
            self._values = now
            self._frames = [*self._frames[1:], self._frame(state)]
        if self._config["reward"] == "official":
            reward = np.float32(official)
        return self._row(float(reward), state is None)

    def _respawn(self) -> None:
        """Presses USE every other step while the player of a deathmatch is dead."""
        dead = self._game.is_multiplayer_game() and self._game.is_player_dead()
        if dead or self._uses:
            self._uses = dead and not self._uses
            self._game.send_game_command("+use" if self._uses else "-use")

    def _row(self, reward: float, ended: bool) -> Row:
        return {
            "obs": np.concatenate(self._frames),
            "reward": reward,
            "terminated": ended,
            "truncated": not ended and self._elapsed >= self._limit,
            "info": {name: np.float64(self._values[name]) for name in INFOS},
        }

    def _variables(self, state: Any) -> dict[str, float]:
        return dict(zip(self._names, state.game_variables.tolist(), strict=True))

    def _relative(self, values: dict[str, float]) -> dict[str, float]:
        return {k: v - self._offsets.get(k, 0) for k, v in values.items()}

    def _frame(self, state: Any) -> NDArray[np.uint8]:
        screen = state.screen_buffer
        planes = screen if screen.ndim == 3 else screen[None]
        size = (self._config["img_width"], self._config["img_height"])
        area = self._config["use_inter_area_resize"]
        how = cv2.INTER_AREA if area else cv2.INTER_LINEAR
        if self._size:
            planes = [
                cv2.resize(each, self._size, interpolation=how) for each in planes
            ]
        small = [cv2.resize(plane, size, interpolation=how) for plane in planes]
        return np.stack(small).astype(np.uint8)

    def _reward(self, now: dict[str, float]) -> np.float32:
        total = np.float32(0)
        for name, value in now.items():
            change = min(value - self._values[name], _MAX_CHANGE.get(name, np.inf))
            up, down = self._config["reward_config"].get(name, (0.0, 0.0))
            weight = up if change >= 0 else down
            total = np.float32(total + np.float32(abs(change)) * np.float32(weight))
        weapon = int(now["SELECTED_WEAPON"])
        self._weapon_steps = self._weapon_steps + 1 if weapon == self._weapon else 1
        self._weapon = weapon
        bonus = self._config["selected_weapon_reward_config"].get(weapon, 0.0)
        kept = self._weapon_steps >= self._config["weapon_duration"]
        if kept and now["SELECTED_WEAPON_AMMO"] > 0:
            total = np.float32(total + np.float32(bonus))
        return total


class DoomGames(Adapter):
    """Official games, with EnvPool's preprocessing."""

    def make(self, case: Case, seed: int) -> Doom:
        """Returns a game."""
        spec = envpool.make_spec(case.task_id, **case.options)
        return Doom(spec.config._asdict(), seed)

    def tolerance(self, name: str) -> float:
        """Returns the tolerance of a column: rewards are float32 sums."""
        return 1e-6 if name == "reward" else 0.0

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns random pressed buttons and small turns."""
        space = pool.single_action_space
        if not space.shape:
            return np.asarray(random.integers(space.n, size=self.num_envs))
        shape = (self.num_envs, *space.shape)
        pressed = random.integers(0, 2, shape).astype(np.float64)
        turns = random.integers(-9, 10, shape).astype(np.float64)
        return np.asarray(np.where(np.isinf(space.high), turns, pressed))


def _cases() -> list[tuple[Adapter, Case]]:
    """Returns every scenario, some with other options."""
    specs = registry.specs.items()
    ids = [
        each
        for each, spec in specs
        if spec[0] == "envpool.vizdoom" and not each.startswith("Vizdoom")
    ]
    short = {"max_episode_steps": 120}
    plain = [Case(each, 400, episodes=3, options=short) for each in ids]
    resized = {"use_inter_area_resize": False, "img_height": 60, "img_width": 100}
    others: list[tuple[str, dict[str, Any]]] = [
        ("Basic-v1", {**resized, "stack_num": 1}),
        ("SimplerBasic-v1", {**resized, "reward": "official"}),
        ("Basic-v1", {"reward": "official", "frame_skip": 1}),
        ("DeadlyCorridor-v1", {"reward": "official", "use_combined_action": True}),
        ("Deathmatch-v1", {"use_combined_action": True, "force_speed": True}),
    ]
    options = [
        Case(each, 300, episodes=2, options={**short, **more}) for each, more in others
    ]
    return [(DoomGames(), case) for case in (*plain, *options)]


PARITY = _cases()
