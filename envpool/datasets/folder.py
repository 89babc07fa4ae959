# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The folder of a data set: its metadata, and the file of its episodes.

ROOT/DATASET_ID/data/metadata.json     texts, spaces, numbers of episodes and steps
ROOT/DATASET_ID/data/main_data.hdf5    the groups episode_0, episode_1, ...
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.datasets.hdf5 import Array, Hdf5File
from envpool.python.config.argument_checks import show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.rollouts.recorded import Facts

__all__ = ["Folder"]

_FORMAT = "hdf5"
_METADATA, _EPISODES, _PREFIX = "metadata.json", "main_data.hdf5", "episode_"
_TEXTS = ("algorithm_name", "code_permalink", "description")
_LISTS = ("author", "author_email", "requirements")


class Folder:
    """The files of a data set. One thread at a time may use it.

    The files are made by the first call of `begin`.

    Args:
      dataset_id: as in `Minari`.
      root: as in `Minari`.
      append: as in `Minari`.
      metadata: as in `Minari`.

    Attributes:
      dataset_id: the id.
      path: the folder of the data set.
      total_episodes: the number of committed episodes.
      total_steps: the number of their steps.
    """

    def __init__(
        self,
        dataset_id: str,
        root: str | os.PathLike[str] | None,
        append: bool,
        metadata: Mapping[str, Any],
    ) -> None:
        _check_id(dataset_id)
        self.dataset_id = dataset_id
        self._texts = _checked(metadata)
        if root is None:
            from minari.storage import get_dataset_path

            self.path: str = os.fspath(get_dataset_path(dataset_id))
        else:
            self.path = os.path.join(os.fspath(root), dataset_id)
        self._data = os.path.join(self.path, "data")
        self.total_episodes = self.total_steps = 0
        self._new_steps = self._new_episodes = 0
        self._metadata: dict[str, Any] | None = None
        self._facts: Facts | None = None
        self._described: dict[str, str] = {}  # the facts in a new data set
        self._file: Hdf5File | None = None
        self._lock = -1
        if append != os.path.isdir(self._data):
            expected = "one" if append else "none, or append=True"
            found = "none" if append else "one"
            raise ArgumentError(
                f"dataset_id: expected {expected} at {self.path}, got {found}"
            )
        if append:
            self._open()

    def _open(self) -> None:
        """Opens a data set that exists."""
        path = os.path.join(self._data, _METADATA)
        try:
            with open(path, encoding="utf-8") as file:
                metadata = json.load(file)
            total, steps = metadata["total_episodes"], metadata["total_steps"]
            is_ours = (
                metadata["data_format"] == _FORMAT
                and metadata.get("jpeg_encoding") is False
                and metadata["dataset_id"] == self.dataset_id
                and min(total, steps) >= 0
                and type(total) is type(steps) is int
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ArgumentError(f"{path}: expected metadata of Minari") from error
        if not is_ours:
            raise ArgumentError(
                f'{path}: expected the data set {self.dataset_id} with "data_format": '
                '"hdf5", "jpeg_encoding": false, and numbers of episodes and steps'
            )
        self._lock_folder()
        try:
            path = os.path.join(self._data, _EPISODES)
            self._file = Hdf5File(path, _PREFIX, total)
        except BaseException as error:
            self.close()
            if isinstance(error, ValueError):
                raise ArgumentError(str(error)) from error
            raise
        self.total_episodes, self.total_steps = total, steps
        self._metadata = metadata | self._texts

    def _lock_folder(self) -> None:
        lock = os.open(self._data, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise ProtocolError(
                f"{self.path}: expected a data set that no other process writes"
            ) from None
        self._lock = lock

    def check(self, facts: Facts) -> None:
        """Compares facts with those of the data set; see `begin`.

        Raises:
          ArgumentError: they differ.
          NotSupportedError: Minari cannot describe a space.
        """
        if self._facts is None:
            if self._metadata is not None:
                self._check_spaces(facts)
            else:
                self._described = _described(facts)
            self._facts = facts
        if facts is self._facts:
            return
        for name, expected, found in zip(
            Facts._fields, self._facts, facts, strict=True
        ):
            if expected != found:
                raise ArgumentError(
                    f"record: expected the {name} of the data set, {expected}, got "
                    f"{found}"
                )

    def _check_spaces(self, facts: Facts) -> None:
        """Compares facts with the metadata; the file's arrays are not read."""
        from minari.serialization import deserialize_space

        assert self._metadata is not None
        for name in ("observation_space", "action_space"):
            try:
                space: Any = deserialize_space(self._metadata[name])
            except Exception as error:
                raise ArgumentError(
                    f"{self.path}: expected a space of Minari as {name}: {error!r}"
                ) from error
            if space != getattr(facts, name):
                raise ArgumentError(
                    f"record: expected the {name} of the data set, {space}, got "
                    f"{getattr(facts, name)}"
                )
        if self._metadata.get("env_spec") != facts.env_spec:
            raise ArgumentError(
                "record: expected the env_spec of the data set, "
                f"{self._metadata.get('env_spec')}, got {facts.env_spec}"
            )

    def begin(self) -> Hdf5File:
        """Makes the files, unless they exist, for the facts that `check` had.

        Returns:
          The file of the episodes.

        Raises:
          OSError: they cannot be made.
        """
        if self._metadata is None:
            self._make()
        assert self._file is not None
        return self._file

    def _make(self) -> None:
        import minari

        self._metadata = {
            "total_episodes": 0,
            "total_steps": 0,
            "data_format": _FORMAT,
            "jpeg_encoding": False,
            "dataset_id": self.dataset_id,
            "minari_version": minari.__version__,
            **self._described,
            **self._texts,
        }
        os.makedirs(self.path, exist_ok=True)
        made = os.path.join(self.path, f".data-{os.getpid()}-{id(self)}")
        os.mkdir(made)
        try:
            self._file = Hdf5File(os.path.join(made, _EPISODES), _PREFIX)
            self._file.commit()
            self._write_metadata(made)
            os.rename(made, self._data)  # fails if another process was faster
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
        self._lock_folder()

    def write(
        self,
        lengths: NDArray[np.int64],
        arrays: Sequence[Array],
        attributes: Mapping[str, NDArray[np.int64]],
    ) -> None:
        """Writes episodes; see `Hdf5File.write`.

        Args:
          lengths: int64 (episodes,): their numbers of steps.
          arrays: of the episodes.
          attributes: further attributes of the episodes.
        """
        assert self._file is not None
        first = self.total_episodes + self._new_episodes
        numbers = np.arange(first, first + len(lengths))
        own = {"id": numbers, "total_steps": lengths}
        self._file.write(len(lengths), arrays, own | dict(attributes), ["infos"])
        self._new_episodes += len(lengths)
        self._new_steps += int(lengths.sum())

    def commit(self, to_disk: bool) -> int:
        """Makes the written episodes readable.

        Args:
          to_disk: as in `Hdf5File.commit`.

        Returns:
          The bytes of the file.
        """
        if self._file is None or self._metadata is None:
            return 0
        if not self._new_episodes:
            return self._file.size
        self._file.commit(to_disk)
        episodes = self.total_episodes + self._new_episodes
        steps = self.total_steps + self._new_steps
        size = round(self._file.size / 1e6, 1)  # in MB, as Minari has it
        self._metadata |= {
            "total_episodes": episodes,
            "total_steps": steps,
            "dataset_size": size,
        }
        self._write_metadata(self._data)
        self.total_episodes, self.total_steps = episodes, steps
        self._new_episodes = self._new_steps = 0
        return self._file.size

    def _write_metadata(self, folder: str) -> None:
        """Replaces the metadata at once, so that readers see all or nothing of it."""
        path = os.path.join(folder, f".{_METADATA}")
        try:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(self._metadata, file)
            os.replace(path, os.path.join(folder, _METADATA))
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(path)
            raise

    def close(self) -> None:
        """Closes the files, without a commit; idempotent."""
        if self._file is not None:
            self._file.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _check_id(dataset_id: Any) -> None:
    from minari.dataset.minari_dataset import parse_dataset_id

    if not isinstance(dataset_id, str):
        raise ArgumentTypeError(f"dataset_id: expected a text, got {show(dataset_id)}")
    try:
        parse_dataset_id(dataset_id)
        is_valid = not dataset_id.startswith("/")
    except (TypeError, ValueError):
        is_valid = False
    if not is_valid:
        raise ArgumentError(
            f'dataset_id: expected "name-v0" or "folder/name-v0", got {dataset_id!r}'
        )


def _checked(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the user's metadata as JSON has it."""
    found: dict[str, Any] = {}
    for key, value in metadata.items():
        if key in _LISTS:
            texts = [value] if isinstance(value, str) else value
            if not isinstance(texts, Iterable):
                raise ArgumentTypeError(f"{key}: expected texts, got {show(value)}")
            found[key] = sorted(texts)
        elif key in _TEXTS:
            found[key] = value
        else:
            raise ArgumentTypeError(
                f"{key}: expected only {', '.join((*_TEXTS, *_LISTS))}"
            )
        for text in found[key] if key in _LISTS else [value]:
            if not isinstance(text, str):
                raise ArgumentTypeError(f"{key}: expected texts, got {show(text)}")
    return found


def _described(facts: Facts) -> dict[str, str]:
    """Returns the facts as metadata."""
    from minari.serialization import serialize_space

    found = {}
    for name in ("observation_space", "action_space"):
        space = getattr(facts, name)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of bounds in other dtypes
                found[name] = serialize_space(space)
        except NotImplementedError as error:
            raise NotSupportedError(f"record: {error}") from error
    if facts.env_spec is not None:
        found["env_spec"] = facts.env_spec
    return found
