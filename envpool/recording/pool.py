# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The recording part of a pool."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from envpool.core._core import first_row
from envpool.python.config.keywords import Options
from envpool.python.envpool import EnvPoolMixin
from envpool.python.errors import EnvStepError, NotSupportedError
from envpool.python.protocol import EnvIds
from envpool.recording.action_log import ActionLog
from envpool.recording.episodes import Episodes, Rows
from envpool.recording.videos import VideoRecorder

if TYPE_CHECKING:
    from envpool.python.actions.reset_options import OptionValues
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["RecordingMixin"]

_OPTIONS = (
    "record",
    "record_actions",
    "record_envs",
    "record_every",
    "record_format",
)


class RecordingMixin(EnvPoolMixin):
    """Records all calls that affect envs; the base of recording pools."""

    _can_record: ClassVar[bool] = True

    _log: ActionLog | None = None
    _videos: VideoRecorder | None = None
    _seen = 0  # the number of results processed so far
    # The rows and failed envs of the last result, until they are processed.
    _rows: tuple[Rows, list[int]] | None = None

    def __init__(
        self,
        spec: EnvSpecMixin,
        options: Options | Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(spec, options)
        options = self._options
        same_step = options.autoreset_mode == "same_step"
        self._episodes = Episodes(len(self), same_step)
        if options.record is not None:
            self._videos = VideoRecorder(self, options)
        if options.record_actions is not None:
            path = options.record_actions
            self._log = ActionLog(path, spec, self.env_type, options)
            if options.params:  # they were set before there was a log
                self._set_params(self.all_env_ids, [], False)

    def step(self, action: Any, env_id: EnvIds | None = None, out: Any = None) -> Any:
        """Sends, then receives; see the pool's `step`."""
        arrays = self._read_action(action, env_id)
        return self._observed_receive(
            self._logged_send,
            lambda log: log.actions(arrays),
            super().step,
            action,
            env_id,
            out,
        )

    def send(self, action: Any, env_id: EnvIds | None = None) -> None:
        """Sends actions to envs without waiting; see the pool's `send`."""
        arrays = self._read_action(action, env_id)
        self._logged_send(lambda log: log.actions(arrays), super().send, action, env_id)

    def recv(
        self,
        reset: bool = False,
        return_info: bool = True,
        timeout: float | None = None,
        out: Any = None,
    ) -> Any:
        """Waits for results and returns them; see the pool's `recv`."""
        return self._observed_receive(super().recv, reset, return_info, timeout, out)

    def xla(self) -> tuple[Any, Any, Any, Any]:
        """Refuses: calls by JAX are not recorded.

        Raises:
          NotSupportedError: always.
        """
        raise NotSupportedError(
            "xla: expected a pool made without record and record_actions: what "
            "compiled functions do is not recorded"
        )

    def close(self, **kwargs: Any) -> None:
        """Stops the pool, and finishes its recordings."""
        super().close(**kwargs)
        self._process_result()
        if self._videos is not None:
            self._videos.close()
        if self._log is not None:
            self._log.close()

    def __reduce__(self) -> Any:
        """A copy is a new pool, made with the same arguments; it does not record."""
        make, (*args, kwargs) = self._recipe
        rest = {key: kwargs[key] for key in kwargs if key not in _OPTIONS}
        return make, (*args, rest)

    # Overrides of the native pool's methods.

    def _step_one(self, action: Any) -> Any:
        if isinstance(action, Mapping):
            batch: Any = {key: np.asarray(action[key])[np.newaxis] for key in action}
        else:
            batch = np.asarray(action)[np.newaxis]
        return first_row(self.step(batch))

    def _send(self, arrays: list[NDArray[Any]]) -> None:
        self._logged_send(lambda log: log.actions(arrays), super()._send, arrays)

    def _recv(self, timeout: float | None = None) -> list[NDArray[Any]]:
        columns: list[NDArray[Any]] = self._observed_receive(super()._recv, timeout)
        return columns

    def _reset(self, ids: NDArray[np.int32]) -> None:
        rows = np.asarray(ids, np.int32)
        self._logged_send(lambda log: log.reset(rows), super()._reset, ids)

    def _reset_seeded(
        self,
        ids: NDArray[np.int32],
        seeds: NDArray[np.int64] | None,
        drain: bool,
        given: NDArray[np.bool_] | None = None,
        options: OptionValues = None,
    ) -> None:
        self._process_result()
        if drain and self._log is not None:
            self._log.discard()
        self._logged_send(
            lambda log: log.reset(ids, seeds, given, self._written_options(options)),
            super()._reset_seeded,
            ids,
            seeds,
            drain,
            given,
            options,
        )

    def _load(self, ids: NDArray[np.int32], states: list[bytes]) -> None:
        self._process_result()
        super()._load(ids, states)
        self._episodes.begin(ids)
        if self._log is not None:
            self._log.states(ids, states)

    def _set_params(
        self, ids: NDArray[np.int32], rows: list[Any], at_reset: bool
    ) -> None:
        if self._log is not None:
            try:
                super()._save(ids[:1])
            except NotSupportedError as error:
                raise NotSupportedError(
                    "set_params: expected a pool without record_actions: the states "
                    "of these envs cannot be saved, so their parameters cannot be "
                    "recorded"
                ) from error
        super()._set_params(ids, rows, at_reset)
        if self._log is not None:
            self._log.params(ids, super()._save(ids))

    def _logged_send(
        self, write: Callable[[ActionLog], None], call: Any, *args: Any
    ) -> Any:
        """Writes a call to the log, then makes it; undoes the record on failure."""
        if self._log is None:
            return call(*args)
        mark, sent = self._log.mark, self._num_sent
        try:
            write(self._log)
            return call(*args)
        except BaseException:
            if self._num_sent == sent:  # a later failure does not undo the call
                self._log.undo(mark)
            raise

    def _observed_receive(self, call: Any, *args: Any) -> Any:
        """Makes a receiving call, and processes its result before the caller does."""
        self._process_result()
        try:
            return call(*args)
        except EnvStepError as error:
            if self._log is not None and self._log.is_open and error.env_ids:
                self._name_file(error)
            raise
        finally:
            self._process_result()

    def _process_result(self) -> None:
        """Processes the last result, unless that has been done.

        Ctrl-C may interrupt it at any line. The next call then does the rest.
        """
        if self._rows is None:
            number = self._num_received
            columns = self._last_columns()
            if number == self._seen or columns is None:
                return
            faulty = self._last_faulty()
            rows = self._episodes.peek(columns, self._columns, faulty)
            self._rows, self._seen = (rows, faulty), number  # no Ctrl-C in between
        rows, faulty = self._rows
        self._episodes.record(rows)
        if self._log is not None:
            self._log.received(self._seen, rows, faulty)
        self._rows = None
        if self._videos is not None:
            self._videos.take(self, rows)

    def _name_file(self, error: EnvStepError) -> None:
        """Adds the name of the recording to an error."""
        assert self._log is not None
        error.recording, env_id = self._log.path, error.env_ids[0]
        if self._env_spec._spec_of(env_id)._python_fps is None:
            file = shlex.quote(self._log.path)
            how = f"python -m envpool replay {file} --env {env_id} --failed"
        else:
            how = f"envpool.replay({self._log.path!r}, env=...).episodes_of({env_id})"
        error.add_note(f"recorded: {how}")
