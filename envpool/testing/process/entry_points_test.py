# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Hostile or hanging packages in the entry-point group do not affect the others."""

import textwrap

from envpool.testing.process import child


def install(folder, package, points):
    """Makes a folder look as if a package were installed in it."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata)
    (info / "entry_points.txt").write_bytes(b"[envpool.families]\n" + points)


def has_hostile_plugins():
    """Known ids are listed; hostile packages become readable failures."""
    import envpool
    from envpool.python.errors import UnknownEnvError
    from envpool.registration import entry

    ids = envpool.list_all_envs()
    assert "CartPole-v1" in ids
    assert "Plugged-v0" in ids
    for word, text in (
        ("number", "expected a module or a function, got 3"),
        ("needs_argument", "argument"),
        ("quits", "BaseException"),
        ("silent", "cannot be read"),
        ("takes_an_id", "already registered"),
        ("odd_name", "task_id"),
    ):
        assert text in f"{type(entry.failures[word]).__name__}: {entry.failures[word]}"
    try:
        envpool.make_gymnasium("Absent-v0")
    except UnknownEnvError as error:
        assert "silent" in str(error)
    envpool.make_gymnasium("Plugged-v0").reset()


def test_hostile_entry_points(tmp_path):
    (tmp_path / "hostile.py").write_text(
        textwrap.dedent(
            """
            from envpool.registration import Family

            NUMBER = 3

            def needs_argument(argument):
                pass

            def quits():
                raise BaseException("enough")

            class Silent(Exception):
                def __str__(self):
                    raise ValueError("no text")

            def silent():
                raise Silent

            family = Family("envpool.toy_text")

            def takes_an_id():
                family.task("CartPole-v1", "Catch")

            def odd_name():
                family.task(3, "Catch")

            def plugged():
                family.task("Plugged-v0", "Catch")
            """
        )
    )
    names = ["needs_argument", "quits", "silent", "takes_an_id", "odd_name", "plugged"]
    points = [
        "number = hostile:NUMBER",
        *(f"{name} = hostile:{name}" for name in names),
    ]
    install(tmp_path, "hostile", "\n".join(points).encode())
    install(tmp_path, "broken", b"broken = \xff\xfe:\xff")
    child.run(has_hostile_plugins, path=[str(tmp_path)], timeout=60)


def makes_known_ids_beside_a_plugin_that_hangs():
    """EnvPool's own families are found without the plugin; Ctrl-C ends the search."""
    import envpool
    from envpool.testing.process.measure import interrupted

    envpool.make_gymnasium("CartPole-v1").reset()
    interrupted(lambda: envpool.make_gymnasium("Absent-v0"))
    interrupted(envpool.list_all_envs)
    envpool.make_gymnasium("CartPole-v1").reset()


def test_entry_point_that_hangs(tmp_path):
    (tmp_path / "hangs.py").write_text("import time\nwhile True:\n    time.sleep(1)\n")
    install(tmp_path, "hangs", b"hangs = hangs")
    child.run(
        makes_known_ids_beside_a_plugin_that_hangs, path=[str(tmp_path)], timeout=60
    )
