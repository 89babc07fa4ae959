# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""API and behaviour are those that the two texts say."""

import difflib
from pathlib import Path

import pytest

from envpool.testing.golden.api import api
from envpool.testing.golden.signature import signature

ADVICE = """
If this is meant, say so in CHANGELOG.md, and run
  bazel run //envpool/testing/golden:write"""


@pytest.mark.parametrize("now", [api, signature], ids=lambda each: each.__name__)
def test_golden(now):
    path = Path(__file__).with_name(f"{now.__name__}.txt")
    then = path.read_text(encoding="utf-8")
    changes = difflib.unified_diff(
        then.splitlines(), now().splitlines(), path.name, "now", n=1, lineterm=""
    )
    text = "\n".join(changes)
    assert not text, text + ADVICE
