# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The public API matches its golden text."""

import pytest

from envpool.testing.golden.texts import compare, package_texts


@pytest.mark.parametrize(("path", "now"), [*package_texts()], ids=["api"])
def test_text(path, now):
    compare(path, now)
