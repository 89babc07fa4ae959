# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""API and behaviour are those that the texts say."""

import difflib
from pathlib import Path

import pytest

from envpool.testing.golden.api import api
from envpool.testing.golden.playthroughs import families, playthroughs
from envpool.testing.golden.signature import signature

ADVICE = """
If this is meant, say so in CHANGELOG.md, and run
  bazel run //envpool/testing/golden:write"""


def compare(name, now):
    path = Path(__file__).with_name(f"{name}.txt")
    then = path.read_text(encoding="utf-8") if path.exists() else ""
    changes = difflib.unified_diff(
        then.splitlines(), now.splitlines(), path.name, "now", n=1, lineterm=""
    )
    text = "\n".join(changes)
    assert not text, text + ADVICE


@pytest.mark.parametrize("now", [api, signature], ids=lambda each: each.__name__)
def test_golden(now):
    compare(now.__name__, now())


@pytest.mark.parametrize("family", families())
def test_playthroughs(family):
    compare(f"playthroughs_{family}", playthroughs(family))
