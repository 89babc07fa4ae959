# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a worker process does: it makes envs, and steps those that the pool requests.

It ends when the pool says so, and is killed when the pool's process has ended.
"""

from __future__ import annotations

import contextlib
import importlib
import pickle
import signal
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from envpool.pyenvs.env_states import load_env, save_env
from envpool.pyenvs.messages import Envs, Facts, Failure, Layout
from envpool.pyenvs.records import Record, action_reader, check_info, views_of

__all__ = ["main", "serve"]

# What Steps.run returns for a call; and for env 0, if it is not just a step.
_CALL, _OTHERS = -2, -3
_RESET = 1  # an operation
_ALWAYS = 2  # a step that is followed by a reset in any case


def main(connection: Connection, files: list[int]) -> None:
    """Serves a pool.

    Args:
      connection: to the pool.
      files: the descriptors of the shared memory, and on some systems of sockets
        that wake the worker and the pool.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the pool's process
    importlib.import_module("envpool.core._core")
    native: Any = importlib.import_module("envpool.pyenvs._pyenvs")
    try:
        envs: Envs = connection.recv()
    except EOFError:  # the pool has been closed
        return
    native.die_with_parent(envs.parent)
    serve(native, envs, connection, files)


def serve(native: Any, envs: Envs, connection: Connection, files: list[int]) -> None:
    """Serves a pool, in a process or in a thread.

    Args:
      native: the native module.
      envs: the first message of the pool.
      connection: to the pool.
      files: the descriptors of the shared memory, and on some systems of sockets
        that wake the worker and the pool.
    """
    server = Server(envs, connection)
    if envs.is_new and not server.make_envs(envs.probes, envs.timeout):
        return
    try:
        layout: Layout | None = connection.recv()
    except EOFError:  # the pool has been closed
        return
    if layout is None:  # the pool could not be made
        return
    server.connect(native, layout, files)
    connection.send(None)
    try:
        server.serve()
    finally:
        server.close()


class Server:
    """The envs of one worker.

    Args:
      envs: what the pool says of them.
      connection: to the pool.
    """

    def __init__(self, envs: Envs, connection: Connection) -> None:
        self._worker = envs.worker
        self._makers = envs.makers
        self._connection = connection
        self._envs: list[Any] = [None] * len(envs.makers)

    def make_envs(self, probes: bool, timeout: float | None) -> bool:
        """Makes the envs and sends their spaces; returns whether that worked.

        Args:
          probes: whether to make one more at first, and to send its `Facts`.
          timeout: see `Envs`.
        """
        index = 0
        try:
            facts = None
            if probes:
                env = self._make(0)
                try:
                    facts = facts_of(env, timeout)
                finally:
                    env.close()
            spaces = []
            for index in range(len(self._envs)):
                env = self._envs[index] = self._make(index)
                limit = getattr(getattr(env, "spec", None), "max_episode_steps", None)
                spaces.append((env.observation_space, env.action_space, limit))
            reply = _dumps((facts, spaces))  # spaces may have functions
        except BaseException as error:
            self._connection.send(Failure(index, _text_of(error)))
            return False
        self._connection.send_bytes(reply)
        return True

    def connect(self, native: Any, layout: Layout, files: list[int]) -> None:
        """Maps the shared memory."""
        self._channel = channel = native.Channel(
            files, native.Dims(*layout.dims), self._worker
        )
        memory = channel.memory()
        self._memory = memory
        _, result_offsets = native.size_and_offsets(
            [e.native() for e in layout.results()]
        )
        _, action_offsets = native.size_and_offsets(
            [e.native() for e in layout.actions()]
        )

        def record(env: int, second: bool) -> Record:
            start = native.result_at(channel, env, second)
            offsets = [start + offset for offset in result_offsets]
            return Record(layout, views_of(layout.results(), offsets, memory))

        def reader(env: int) -> Callable[[], Any]:
            start = native.action_at(channel, env)
            offsets = [start + offset for offset in action_offsets]
            return action_reader(layout, views_of(layout.actions(), offsets, memory))

        indices = range(len(self._envs))
        self._records = [record(env, False) for env in indices]
        self._restarts = [record(env, True) for env in indices]
        self._readers = [reader(env) for env in indices]
        self._extras = [native.extra_at(channel, env) for env in indices]
        views = [
            (reader, record.write, record.array, record.columns, record.numbers)
            for reader, record in zip(self._readers, self._records, strict=True)
        ]
        self._steps = native.Steps(
            channel, self._envs, views, _unpack, self._write_extra, self._fail
        )

    def serve(self) -> None:
        """Answers requests until the pool asks it to end."""
        run = self._steps.run
        while True:
            env = run()
            if env <= _OTHERS:
                env = _OTHERS - env
                try:
                    self._reset_or_restart(env)
                except BaseException as error:
                    self._fail(env, error)
            elif env == _CALL:
                self._answer()
            else:
                return

    def close(self) -> None:
        """Closes the envs."""
        for env in self._envs:
            if env is not None:
                try:
                    env.close()
                except Exception:
                    traceback.print_exc()

    def _make(self, index: int) -> Any:
        from envpool.pyenvs.adapters import as_gymnasium

        return as_gymnasium(pickle.loads(self._makers[index])())

    def _reset_or_restart(self, index: int) -> None:
        channel = self._channel
        op, restart, has_seed, seed, options_size = channel.request(index)
        kwargs: dict[str, Any] = {"seed": seed} if has_seed else {}
        if op == _RESET:
            if options_size:
                start = self._extras[index]
                text = bytes(self._memory[start : start + options_size]).decode()
                kwargs["options"] = pickle.loads(bytes.fromhex(text))
            self._reset(index, kwargs, self._records[index], False)
            channel.finish(index, 0.0, False, False, False)
            return
        action = self._readers[index]()
        observation, reward, terminated, truncated, info = self._envs[index].step(
            action
        )
        rest = self._records[index].write(observation, info)
        if rest:
            self._write_extra(index, rest)
        ends = _truth("terminated", terminated), _truth("truncated", truncated)
        over = any(ends) or restart == _ALWAYS
        if over:
            self._reset(index, kwargs, self._restarts[index], True)
        channel.finish(index, reward, *ends, over)

    def _reset(
        self, index: int, kwargs: dict[str, Any], record: Record, second: bool
    ) -> None:
        if self._envs[index] is None:
            self._channel.stop_clock()  # the time-out is for steps and resets
            self._envs[index] = self._make(index)
            self._channel.start_clock()
        observation, info = self._envs[index].reset(**kwargs)
        rest = record.write(observation, info)
        if rest:
            self._write_extra(index, rest, second)

    def _write_extra(
        self, index: int, info: dict[str, Any], second: bool = False
    ) -> None:
        data = pickle.dumps(info, pickle.HIGHEST_PROTOCOL)
        if not self._channel.write_extra(index, data, second):
            raise ValueError(
                f"info: expected infos without a column of at most info_bytes in all, "
                f"got {len(data)} bytes of {sorted(info)}; pass a larger info_bytes"
            )

    def _fail(self, index: int, error: BaseException) -> None:
        """Tells the pool of an exception; the env is made anew at its next reset."""
        env, self._envs[index] = self._envs[index], None
        text = _text_of(error)
        try:
            if env is not None:
                env.close()
        except BaseException as other:
            text += f"\nand close() failed: {other!r}"
        data = text.encode(errors="replace")
        while not self._channel.write_extra(index, data, False):
            data = data[: len(data) // 2]
        self._channel.fail(index)

    def _answer(self) -> None:
        """Calls a method, or gets or sets an attribute, of some envs."""
        if not self._connection.poll():  # the call was of the worker before this one
            return
        results: list[Any] = []
        index = 0
        call, question = pickle.loads(self._connection.recv_bytes())
        if question is None:  # too long for one message
            question = self._connection.recv_bytes()
        try:
            what, name, envs, args, kwargs = pickle.loads(question)
            for i, index in enumerate(envs):
                if self._envs[index] is None:
                    self._envs[index] = self._make(index)
                results.append(_apply(self._envs[index], what, name, args, kwargs, i))
            data = _dumps((call, results))
        except BaseException as error:
            data = _dumps((call, Failure(index, _text_of(error))))
        self._connection.send_bytes(data)


def _truth(name: str, value: Any) -> bool:
    """Returns whether a value is true, as native steps do."""
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected a truth value, got {value!r}") from None


def _unpack(result: Any) -> tuple[Any, Any, Any, Any, Any]:
    """Returns the values of a step; raises what Python does if it has others."""
    observation, reward, terminated, truncated, info = result
    return observation, reward, terminated, truncated, info


def _apply(
    env: Any, what: str, name: str, args: Any, kwargs: dict[str, Any], i: int
) -> Any:
    if what == "set":
        return env.set_wrapper_attr(name, args[i])
    if what == "save":
        return save_env(env)
    if what == "load":
        return load_env(env, args[i])
    value = getattr(env, name) if name == "render" else env.get_wrapper_attr(name)
    return value(*args, **kwargs) if callable(value) else value


def _dumps(value: Any) -> bytes:
    import cloudpickle

    data: bytes = cloudpickle.dumps(value)
    return data


def _text_of(error: BaseException) -> str:
    """Returns an exception's type and text, then the traceback without this file."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    first = "".join(traceback.format_exception_only(error)).strip()
    lines = traceback.format_exception(type(error), error, trace)
    return f"{first}\n{''.join(lines).rstrip()}"


@contextlib.contextmanager
def _at_most(seconds: float | None) -> Iterator[None]:
    """Ends this process with SIGALRM if the block takes longer."""
    if seconds is None:
        yield
        return
    before = signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def facts_of(env: Any, timeout: float | None = None) -> Facts:
    """Reads an env's properties, with a reset and a step.

    Args:
      env: the env.
      timeout: see `Envs`.
    """
    env.action_space.seed(0)
    with _at_most(timeout):
        _, first = env.reset(seed=0)
    try:
        with _at_most(timeout):
            second = env.step(env.action_space.sample())[-1]
    except BaseException:  # the pool does not need this step
        second = {}
    for info in (first, second):
        check_info(info)
    infos = {}
    for name in {**first, **second}:
        examples = [info[name] for info in (first, second) if name in info]
        if isinstance(name, str) and _have_one_form(examples):
            infos[name] = examples[0]
    spec = getattr(env, "spec", None)
    inner = getattr(getattr(env, "unwrapped", env), "env", None)
    class_name = type(inner or getattr(env, "unwrapped", env)).__name__
    return Facts(
        env.observation_space,
        env.action_space,
        dict(env.metadata),
        env.render_mode,
        getattr(spec, "id", None) or class_name,
        infos,
        getattr(spec, "reward_threshold", None),
    )


def _have_one_form(examples: list[Any]) -> bool:
    if not all(
        isinstance(value, (bool, int, float, np.number, np.bool_, np.ndarray))
        for value in examples
    ):
        return False
    forms = {(type(v), np.shape(v), np.asarray(v).dtype) for v in examples}
    return len(forms) == 1
