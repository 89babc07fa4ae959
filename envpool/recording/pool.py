# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a pool does besides its work, if it records."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from envpool.core._core import first_row
from envpool.python.config.keywords import Options
from envpool.python.envpool import EnvPoolMixin
from envpool.python.errors import EnvStepError, NotSupportedError
from envpool.python.protocol import EnvIds
from envpool.recording.action_log import ActionLog
from envpool.recording.episodes import Episodes
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
    """Sees every call that has to do with envs; the base of recording pools."""

    _can_record: ClassVar[bool] = True

    _log: ActionLog | None = None
    _videos: VideoRecorder | None = None

    def __init__(
        self,
        spec: EnvSpecMixin,
        options: Options | Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(spec, options)
        options = self._options
        self._normalize = self._normalizer()
        same_step = options.autoreset_mode == "same_step"
        self._episodes = Episodes(len(self), same_step)
        if options.record is not None:
            self._videos = VideoRecorder(self, options)
        if options.record_actions is not None:
            path = options.record_actions
            self._log = ActionLog(path, spec, self.env_type, options)

    def step(self, action: Any, env_id: EnvIds | None = None, out: Any = None) -> Any:
        """Calls `send`, then `recv`, and takes their arguments."""
        # What goes wrong after the step, in `_receiving`, does not undo it.
        with self._receiving(), self._sending(self._normalize(action, env_id)):
            return super().step(action, env_id, out)

    def send(self, action: Any, env_id: EnvIds | None = None) -> None:
        """Sends actions to envs without waiting; see the pool's `send`."""
        with self._sending(self._normalize(action, env_id)):
            super().send(action, env_id)

    def recv(
        self,
        reset: bool = False,
        return_info: bool = True,
        timeout: float | None = None,
        out: Any = None,
    ) -> Any:
        """Waits for results and returns them; see the pool's `recv`."""
        with self._receiving():
            return super().recv(reset, return_info, timeout, out)

    def xla(self) -> tuple[Any, Any, Any, Any]:
        """Raises: functions of JAX are not recorded.

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
        if self._videos is not None:
            self._videos.close()
        if self._log is not None:
            self._log.close()

    def __reduce__(self) -> Any:
        """A copy is a new pool, made with the same arguments; it does not record."""
        make, (task_id, env_type, kwargs) = self._recipe
        rest = {key: kwargs[key] for key in kwargs if key not in _OPTIONS}
        return make, (task_id, env_type, rest)

    # The layer below.

    def _step_one(self, action: Any) -> Any:
        if isinstance(action, Mapping):
            batch: Any = {key: np.asarray(action[key])[np.newaxis] for key in action}
        else:
            batch = np.asarray(action)[np.newaxis]
        return first_row(self.step(batch))

    def _send(self, arrays: list[NDArray[Any]]) -> None:
        with self._sending(arrays):
            super()._send(arrays)

    def _recv(self, timeout: float | None = None) -> list[NDArray[Any]]:
        with self._receiving():
            return super()._recv(timeout)

    def _reset(self, ids: NDArray[np.int32]) -> None:
        with self._ahead(lambda log: log.reset(np.asarray(ids, np.int32))):
            super()._reset(ids)

    def _reset_seeded(
        self,
        ids: NDArray[np.int32],
        seeds: NDArray[np.int64] | None,
        drain: bool,
        given: NDArray[np.bool_] | None = None,
        options: OptionValues = None,
    ) -> None:
        if drain and self._log is not None:
            self._log.discard()
        with self._ahead(lambda log: log.reset(ids, seeds, given, options)):
            super()._reset_seeded(ids, seeds, drain, given, options)

    def _load(self, ids: NDArray[np.int32], states: list[bytes]) -> None:
        super()._load(ids, states)
        if self._log is not None:
            self._log.states(ids, states)

    @contextmanager
    def _ahead(self, write: Any) -> Iterator[None]:
        """Writes to the log what is about to be sent, or not to be."""
        if self._log is None:
            yield
            return
        mark = self._log.mark
        try:
            write(self._log)
            yield
        except EnvStepError:
            raise  # it was sent
        except Exception:
            self._log.undo(mark)
            raise
        except BaseException:  # interrupted, maybe while it waited for results
            if not self._outstanding:
                self._log.undo(mark)
            raise

    def _sending(self, arrays: Sequence[NDArray[Any]]) -> Any:
        return self._ahead(lambda log: log.actions(arrays))

    @contextmanager
    def _receiving(self) -> Iterator[None]:
        """Looks at a result before the caller does."""
        try:
            yield
        except EnvStepError as error:
            self._look(error.env_ids)
            if self._log is not None and self._log.is_open and error.env_ids:
                self._name_file(error)
            raise
        self._look(())

    def _look(self, faulty: Sequence[int]) -> None:
        columns = self._last_columns()
        if columns is None:
            return
        rows = self._episodes.update(columns, self._columns, faulty)
        if self._log is not None:
            self._log.received(rows, faulty)
        if self._videos is not None:
            self._videos.take(self, rows)

    def _name_file(self, error: EnvStepError) -> None:
        """Tells where the actions are that led to an error."""
        assert self._log is not None
        error.recording = self._log.path
        error.add_note(
            f"recorded: python -m envpool replay {shlex.quote(self._log.path)} "
            f"--env {error.env_ids[0]} --failed"
        )
