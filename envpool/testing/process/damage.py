# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Copies of the package that a test may damage."""

from __future__ import annotations

import pathlib
import shutil
from collections.abc import Mapping, Sequence

import envpool
from envpool.testing.process import child

__all__ = ["DAMAGES", "REGISTRATIONS", "check", "copy_package"]


def copy_package(folder: pathlib.Path) -> pathlib.Path:
    """Returns a copy of this package.

    Under Bazel, our library finds third-party libraries in `_solib_*` folders beside
    the package. These folders are linked, except those with our own libraries, which
    are part of the copy.

    Args:
      folder: the folder for the copy.
    """
    source = pathlib.Path(envpool.__file__).absolute().parent
    folder /= "proper_copy"
    shutil.copytree(source, folder / "envpool")
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    for libraries in source.parent.glob("_solib_*/*"):
        if not list(libraries.glob("libenvpool*")):
            link = folder / libraries.relative_to(source.parent)
            link.parent.mkdir(exist_ok=True)
            link.symlink_to(libraries)
    return folder / "envpool"


def check_families(
    ids: Mapping[str, str],
    broken: str | None,
    listed: bool,
    words: Sequence[str],
    may_work: bool,
) -> None:
    """Demands that `broken` raises an error with these words and the others work."""
    import envpool
    from envpool.python.errors import EnvPoolError

    assert "proper_copy" in envpool.__file__
    known = envpool.list_all_envs()
    for family, task_id in ids.items():
        concerned = broken in (family, "core")
        assert (task_id in known) == (listed or not concerned)
        try:
            env = envpool.make_gymnasium(task_id, num_envs=3)
        except (EnvPoolError, ImportError) as error:
            text = "\n".join([repr(error), *getattr(error, "__notes__", [])])
            assert concerned, text
            assert isinstance(error, EnvPoolError), text
            for word in words:
                assert word in text, text
            continue
        assert may_work or not concerned, "made"
        env.reset()
        env.step(env.action_space.sample())


def check(
    copy: pathlib.Path,
    ids: Mapping[str, str],
    broken: str | None,
    words: Sequence[str],
    listed: bool = True,
    may_work: bool = False,
) -> None:
    """Runs check_families() on a copy, in a new process.

    Args:
      copy: a copy of the package.
      ids: an id of each family to try, by the family's name.
      broken: the family that is broken, "core" for all of them, or None.
      words: words of the error for an id of the broken family.
      listed: whether the ids of the broken family are still listed.
      may_work: whether the broken family may work nevertheless.
    """
    args = ids, broken, listed, words, may_work
    child.run(check_families, *args, path=[str(copy.parent)], timeout=60)


def _remove(path: pathlib.Path) -> None:
    path.unlink()


def _empty(path: pathlib.Path) -> None:
    path.write_bytes(b"")


def _spoil(path: pathlib.Path) -> None:
    path.write_bytes(b"no library at all, " * 1000)


# Functions that damage a library.
DAMAGES = [_remove, _empty, _spoil]
# Sources of registration modules that fail, and the resulting error texts.
REGISTRATIONS = [
    ("raise RuntimeError('no licence')", "RuntimeError: no licence"),
    ("import nothere", "No module named 'nothere'"),
    ("def (", "SyntaxError"),
]
