# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The selection of ids for a family with one class and many levels."""

import pytest

from envpool.registration import registry
from envpool.testing import profile, selection
from envpool.testing.selection import select

NAMES = [f"Lake{number}-v0" for number in range(178)]


@pytest.fixture
def lakes(monkeypatch):
    """Registers many ids of one class: two texts, two flag values, many numbers."""
    package, name, _ = registry.specs["FrozenLake-v1"]
    specs = {
        task_id: (
            package,
            name,
            {
                "map_name": ("4x4", "8x8")[number % 2],
                "is_slippery": number % 3 > 0,
                "max_episode_steps": 100 + number,
            },
        )
        for number, task_id in enumerate(NAMES)
    }
    monkeypatch.setattr(registry, "specs", {**registry.specs, **specs})
    return monkeypatch


def test_one_class_of_many_ids(lakes):
    every, variants, classes, *_ = select(NAMES)
    assert every == NAMES
    assert classes == NAMES[:1]
    assert variants == NAMES[:2]  # with both values of the flag


def test_texts_that_select_code(lakes):
    names = NAMES[1::6] + NAMES[4::6]  # all slippery, with both maps
    assert select(names).variants == names[:1]
    own = profile.Profile(variant_keys=frozenset({"map_name"}))
    lakes.setattr(selection, "profile_of", lambda task_id: own)
    assert select(names).variants == [NAMES[1], NAMES[4]]
    assert select(names).classes == names[:1]
