# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A family's behaviour matches the golden texts in its folder."""

import pytest

from envpool.testing.golden.texts import FAMILY_TEXTS, compare


@pytest.mark.parametrize("name", FAMILY_TEXTS)
def test_text(package, name):
    folder = package.replace(".", "/")
    compare(f"{folder}/golden/{name}.txt", FAMILY_TEXTS[name](package))
