# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A family that is missing or broken: the others work, make() says what."""

import os
import pathlib
import shutil
import textwrap

import pytest

import envpool
from envpool.families import FAMILIES
from envpool.testing.kit_plugin import ids_of
from envpool.testing.process import child

# One id of each; the processes below import this file too, where some have none.
OF_FAMILY = {row.name: (ids_of(row.package) or [""])[0] for row in FAMILIES}
CODE = {".py", ".pyi", ".so"}


@pytest.fixture
def copy(tmp_path):
    """Returns a copy of the package that may be damaged.

    Under Bazel our library finds those of others beside the package, so they
    have to be there, but not our own: the copy has its own.
    """
    source = pathlib.Path(envpool.__file__).absolute().parent
    folder = tmp_path / "proper_copy"
    shutil.copytree(source, folder / "envpool")
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    for libraries in source.parent.glob("_solib_*/*"):
        if not list(libraries.glob("libenvpool*")):
            link = folder / libraries.relative_to(source.parent)
            link.parent.mkdir(exist_ok=True)
            link.symlink_to(libraries)
    return folder / "envpool"


def looks_around(ids, broken, listed, words, may_work=False):
    """The family `broken` raises an error with these words; all others work."""
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


def check(copy, family, words, listed=True, may_work=False):
    """Looks around in the copy, in a process of its own.

    A family that is broken is as good a neighbour of one as of all: where the
    engine is sound, one other family stands for the rest.
    """
    ids = OF_FAMILY
    if family in ids:
        others = [name for name in ids if name != family]
        light = "toy_text" if "toy_text" in others else others[0]
        ids = {name: ids[name] for name in (family, light)}
    args = ids, family, listed, words, may_work
    child.run(looks_around, *args, path=[str(copy.parent)], timeout=60)


def remove(path):
    path.unlink()


def empty(path):
    path.write_bytes(b"")


def spoil(path):
    path.write_bytes(b"no library at all, " * 1000)


def test_sound_copy(copy):
    assert all(OF_FAMILY.values())
    check(copy, None, [])


@pytest.mark.parametrize("damage", [remove, empty, spoil])
@pytest.mark.parametrize("family", OF_FAMILY)
def test_native_module(copy, family, damage):
    name = f"{os.path.basename(family)}_envpool"
    damage(copy / family / f"{name}.so")
    check(copy, family, ["FamilyImportError", OF_FAMILY[family], name])


@pytest.mark.parametrize("damage", [remove, empty, spoil])
@pytest.mark.parametrize(
    "name", ["_core.so", "libenvpool_core.so", "libenvpool_engine.so"]
)
def test_engine(copy, name, damage):
    damage(copy / "core" / name)
    check(copy, "core", ["FamilyImportError", name.removesuffix(".so")])


@pytest.mark.parametrize("family", OF_FAMILY)
def test_package_that_fails(copy, family):
    (copy / family / "__init__.py").write_text("import nothere")
    words = ["UnknownEnvError", OF_FAMILY[family], family, "nothere"]
    check(copy, family, words, listed=False)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("raise RuntimeError('no licence')", "RuntimeError: no licence"),
        ("import nothere", "No module named 'nothere'"),
        ("def (", "SyntaxError"),
    ],
)
@pytest.mark.parametrize("family", OF_FAMILY)
def test_registration_that_fails(copy, family, text, cause):
    (copy / family / "registration.py").write_text(text)
    check(copy, family, ["UnknownEnvError", family, cause], listed=False)


@pytest.mark.parametrize("family", OF_FAMILY)
def test_no_such_folder(copy, family):
    shutil.rmtree(copy / family)
    words = ["UnknownEnvError", family, "No module named"]
    check(copy, family, words, listed=False)


@pytest.mark.parametrize("family", OF_FAMILY)
def test_no_assets(copy, family):
    """What an id needs of them is its family's affair; no other id does."""
    for path in (copy / family).rglob("*"):
        if path.is_file() and path.suffix not in CODE:
            path.unlink()
    check(copy, family, [], may_work=True)


def has_broken_plugins():
    """Neither listing nor making known ids fails; an unknown id names them."""
    import envpool
    from envpool.python.errors import UnknownEnvError

    assert "CartPole-v1" in envpool.list_all_envs()
    envpool.make_gymnasium("CartPole-v1").reset()
    assert "Plugged-v0" in envpool.list_all_envs()
    try:
        envpool.make_gymnasium("Absent-v0")
    except UnknownEnvError as error:
        for word in ("absent_family", "no_such_module", "raising_family", "broken"):
            assert word in str(error), error
        return
    raise AssertionError("made")


def test_entry_points(tmp_path):
    (tmp_path / "raises_at_import.py").write_text("raise ValueError('broken')\n")
    (tmp_path / "plugged.py").write_text(
        textwrap.dedent(
            """
            from envpool.registration import Family

            family = Family("envpool.classic_control")
            family.task("Plugged-v0", "CartPole")
            """
        )
    )
    info = tmp_path / "plugins-1.0.dist-info"
    info.mkdir()
    metadata = "Metadata-Version: 2.1\nName: plugins\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata)
    (info / "entry_points.txt").write_text(
        "[envpool.families]\n"
        "absent_family = no_such_module.registration\n"
        "raising_family = raises_at_import\n"
        "plugged = plugged\n"
    )
    child.run(has_broken_plugins, path=[str(tmp_path)], timeout=60)
