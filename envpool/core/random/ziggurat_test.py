# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares every entry of the ziggurat tables with NumPy's draws."""

import numpy as np
import pytest

from envpool.core.random import rng_test_module as native
from envpool.core.random import ziggurat_tables

LOW64 = 2**64 - 1
# By method: the key of the table, the bits of a magnitude, and a function that
# returns the word for layer i and magnitude x.
ZIGGURATS = {
    "standard_normal": ("Normal", 52, lambda i, x: i | x << 9),
    "standard_exponential": ("Exponential", 53, lambda i, x: i << 3 | x << 11),
}


class Rigged:
    """Both generators in a state chosen so that the next two 64-bit words are given.

    A state with a zero high half outputs its low half, and for any two successive
    states there is an increment that leads from one to the other; it must be odd.
    """

    FACTOR = 0x2360ED051FC65DA44385DF649FCCF645
    INVERSE = pow(FACTOR, -1, 2**128)

    def __init__(self):
        self.numpy = np.random.default_rng(0)
        self.template = self.numpy.bit_generator.state

    def draw(self, name, first, second):
        """Returns the draws of both, and whether the first word sufficed."""
        if (first ^ second) & 1 == 0:
            second ^= 1  # no effect: a double uses the upper 53 bits
        increment = (second - first * self.FACTOR) % 2**128
        state = (first - increment) * self.INVERSE % 2**128
        inner = {"state": state, "inc": increment}
        self.numpy.bit_generator.state = self.template | {"state": inner}
        split = (state >> 64, state & LOW64, increment >> 64, increment & LOW64)
        ours = native.Generator.from_state((*split, False, 0))
        value = getattr(ours, name)(1)[0]
        assert value == getattr(self.numpy, name)()
        end = self.numpy.bit_generator.state["state"]["state"]
        assert ours.state()[:2] == (end >> 64, end & LOW64)
        return value, end == first


@pytest.fixture(name="tables", scope="module")
def fixture_tables():
    return ziggurat_tables.tables()


@pytest.mark.parametrize("name", ZIGGURATS)
def test_every_entry(name, tables):
    """Finds the words at which NumPy's decisions change."""
    key, bits, word = ZIGGURATS[name]
    table = tables[key]
    rigged = Rigged()
    for i in range(256):
        limit = table.limits[i]
        if limit > 0:
            value, direct = rigged.draw(name, word(i, limit - 1), 12345)
            assert direct
            assert value == (limit - 1) * table.scales[i]
        value, direct = rigged.draw(name, word(i, limit), 12345)
        assert not direct
        if i == 0:
            continue
        # Between the limit and the edge of a layer, the second word decides
        # whether the draw is accepted; the heights set the threshold.
        for part in (1, 3, 5, 7):
            x = limit + (2**bits - limit) * part // 8
            lowest, highest = 0, 2**53 - 1
            while lowest < highest:
                guess = (lowest + highest) // 2
                value, _ = rigged.draw(name, word(i, x), guess << 11)
                if value == x * table.scales[i]:
                    lowest = guess + 1
                else:
                    highest = guess
            assert 0 < lowest < 2**53 - 1
