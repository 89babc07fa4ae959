# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle of games of several players, with one `DoomGame` per player."""

from __future__ import annotations

import contextlib
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import vizdoom

from envpool.testing.oracle import Row
from envpool.vizdoom.oracle import Doom

__all__ = ["Match"]

_WARM_UP_TICS = 5
# The engine's health value of a player without a body, and that of a new player.
_NO_HEALTH, _FULL_HEALTH = -999900.0, 100.0
_HEAD_START = 0.05  # in seconds, for the host
_ALWAYS = (
    "+cl_noprediction 1 +viz_sync_timeout 0 +sb_deathmatch_enable 0 "
    "+sb_cooperative_enable 0 +sb_teamdeathmatch_enable 0"
)


class _Seat:
    """A player's game for `Doom`, in which `Match` has already played the steps."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.reward = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def is_running(self) -> bool:
        return False

    def init(self) -> None:
        """Does nothing, since the game already runs."""

    def make_action(self, _action: Any, _tics: int) -> float:
        return self.reward


class _Player(Doom):
    """One player of a match."""

    def _respawn(self) -> None:
        """Does nothing: `Match` calls `respawn` before the step of all players."""

    def respawn(self) -> None:
        super()._respawn()

    def _variables(self, state: Any) -> dict[str, float]:
        values = super()._variables(state)
        if values["HEALTH"] == _NO_HEALTH:
            last = self._values.get("HEALTH", 0.0)
            values["HEALTH"] = last if last > 0 else _FULL_HEALTH
        return values

    def buttons(self, action: Any) -> list[float]:
        values = action if self._actions is None else self._actions[int(action)]
        return [float(each) for each in values]

    def sit(self, seat: Any) -> None:
        self._game = seat


class Match:
    """One episode of one env.

    The host plays each tic first. It sets its buttons a tic later than the guests,
    because their engines are a tic ahead.
    """

    def __init__(self, config: Mapping[str, Any], seed: int, port: int) -> None:
        """Starts the engines.

        Args:
          config: the env's config.
          seed: the env's seed.
          port: a free UDP port.
        """
        count = config["max_num_players"]
        deathmatch = "-deathmatch " if config["deathmatch"] else ""
        self._skip = config["frame_skip"]
        self._threads = ThreadPoolExecutor(count)
        first = f"-host {count} -port {port} {deathmatch}{_ALWAYS}"
        other = f"-join 127.0.0.1:{port} {deathmatch}{_ALWAYS}"
        players = []
        for args in (first, *[other] * (count - 1)):
            options = {**config, "deathmatch": False, "game_args": args}
            players.append(_Player(options, seed))
        seats = [_Seat(player._game) for player in players]
        begin = seats[0].game.get_episode_start_time()
        for seat in seats:  # otherwise the engines would play these tics in any order
            seat.game.set_episode_start_time(1)
        folder = tempfile.TemporaryDirectory()
        # Each game makes this folder if it is missing, and crashes if another game
        # makes it at the same moment.
        Path(folder.name, "_vizdoom").mkdir()
        with contextlib.chdir(folder.name):
            list(self._threads.map(lambda seat: seat.game.init(), seats))
        weakref.finalize(self, folder.cleanup)
        seats.sort(key=_number)
        self.players = players
        self.seats = seats
        for player, seat in zip(players, seats, strict=True):
            player.sit(seat)
        for i, seat in enumerate(seats):
            seat.game.send_game_command(f"colorset {i}")
        for tic in range(1, _WARM_UP_TICS + 1):
            last = tic == _WARM_UP_TICS and begin <= 1 + tic
            self._tic(last, _HEAD_START)
        for tic in range(_WARM_UP_TICS + 2, begin + 1):
            self._tic(tic == begin)

    def _tic(self, update: bool, head_start: float | None = None) -> None:
        games = [seat.game for seat in self.seats]
        host = self._threads.submit(games[0].advance_action, 1, update)
        with contextlib.suppress(TimeoutError):
            host.result(head_start)
        guests = games[1:]
        list(self._threads.map(lambda game: game.advance_action(1, update), guests))
        host.result()

    def reset(self) -> list[Row]:
        """Returns each player's first row."""
        return [player.reset() for player in self.players]

    def step(self, actions: Sequence[Any]) -> list[Row]:
        """Takes a step.

        Args:
          actions: each player's action.
        """
        buttons = [
            player.buttons(action)
            for player, action in zip(self.players, actions, strict=True)
        ]
        before = [seat.game.get_total_reward() for seat in self.seats]
        for player in self.players:
            player.respawn()
        for seat, pressed in zip(self.seats[1:], buttons[1:], strict=True):
            seat.game.set_action(pressed)
        for tic in range(self._skip):
            self._tic(tic == self._skip - 1)
            self.seats[0].game.set_action(buttons[0])
        for seat, total in zip(self.seats, before, strict=True):
            seat.reward = seat.game.get_total_reward() - total
        return [
            player.step(action)
            for player, action in zip(self.players, actions, strict=True)
        ]

    def close(self) -> None:
        """Ends the engines, guests first."""
        for seat in reversed(self.seats):
            seat.game.close()
        self._threads.shutdown()


def _number(seat: _Seat) -> float:
    return float(seat.game.get_game_variable(vizdoom.GameVariable.PLAYER_NUMBER))
