# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A broken engine, family or plugin does not affect the others.

//envpool/testing/system tests each family when it is damaged.
"""

import textwrap

import pytest

from envpool.families import FAMILIES
from envpool.testing.kit_plugin import ids_of
from envpool.testing.process import child, damage

# One id of each family that is available to this test.
OF_FAMILY = {
    row.name: ids_of(row.package)[0] for row in FAMILIES if ids_of(row.package)
}


@pytest.fixture
def copy(tmp_path):
    return damage.copy_package(tmp_path)


def test_sound_copy(copy):
    assert len(OF_FAMILY) == 2
    damage.check(copy, OF_FAMILY, None, [])


@pytest.mark.parametrize("harm", damage.DAMAGES)
@pytest.mark.parametrize(
    "name", ["_core.so", "libenvpool_core.so", "libenvpool_engine.so"]
)
def test_engine(copy, name, harm):
    harm(copy / "core" / name)
    words = ["FamilyImportError", name.removesuffix(".so")]
    damage.check(copy, OF_FAMILY, "core", words)


@pytest.mark.parametrize(("text", "cause"), damage.REGISTRATIONS)
@pytest.mark.parametrize("family", OF_FAMILY)
def test_registration_that_fails(copy, family, text, cause):
    (copy / family / "registration.py").write_text(text)
    words = ["UnknownEnvError", family, cause]
    damage.check(copy, OF_FAMILY, family, words, listed=False)


def has_broken_plugins():
    """Known ids are listed and made; the error for an unknown id names the plugins."""
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
