# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of ziggurat.h: Bazel runs `ziggurat_tables.py FILE.cc`.

A ziggurat of 256 layers of area v covers a decreasing density f with f(0) = 1.
Layer i, from 255 up to 1, has the right edge x[i]: the base ends at x[255] = r,
and each edge follows from the one below by

    f(x[i]) = f(x[i + 1]) + v / x[i + 1].

The tables hold, for mantissas of b bits,

    scale[i]  = x[i] / 2**b                scale[0]  = v / f(r) / 2**b
    limit[i]  = x[i - 1] / x[i] * 2**b     limit[0]  = r * f(r) / v * 2**b
    height[i] = f(x[i])                    height[0] = 1

and limit[1] = 0. Streams equal NumPy's only if every bit of the tables does, so
the arithmetic below reproduces NumPy's values; ziggurat_test.py compares every
entry with NumPy's draws.

*   Exponential: exact arithmetic, with the r for which the top layer closes at
    f(0) = 1, then rounded to the nearest; limits are truncated to 52 bits and
    doubled to 53.
*   Normal: in binary64, each operation rounded, from the r and v below; limits
    are rounded half to even. One of NumPy's values differs from the recursion:
    the height of layer 38 is the double above the nearest (0.502 ulp away
    instead of 0.498).

Only the standard library is used: `decimal` gives exp and log of any precision.
"""

import decimal
import math
import pathlib
import sys
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

LAYERS = 256
NORMAL_EDGE = 3.6541528853610088
NORMAL_AREA = 0.004928673233974652
NORMAL_BITS = 52
EXPONENTIAL_BITS = 53


class Table(NamedTuple):
    """The contents of a ZigguratTable of ziggurat.h."""

    limits: list[int]
    scales: list[float]
    heights: list[float]
    edge: float


def rounded_exp(x: float) -> float:
    """Returns the double nearest to exp(x)."""
    return float(Decimal(x).exp())


def rounded_log(x: float) -> float:
    """Returns the double nearest to log(x)."""
    return float(Decimal(x).ln())


def normal_table() -> Table:
    """Computes the table of exp(-x*x/2)."""
    unit = 2.0**NORMAL_BITS
    edges = [0.0] * LAYERS
    heights = [1.0] * LAYERS
    x = NORMAL_EDGE
    for i in range(LAYERS - 1, 0, -1):
        if i != LAYERS - 1:
            x = math.sqrt(-2.0 * rounded_log(NORMAL_AREA / x + heights[i + 1]))
        edges[i] = x
        heights[i] = rounded_exp(-0.5 * x * x)
        if i == 38:
            heights[i] = math.nextafter(heights[i], math.inf)
    base = heights[-1]
    limits = [round(NORMAL_EDGE * base / NORMAL_AREA * unit), 0]
    limits += [round(edges[i - 1] / edges[i] * unit) for i in range(2, LAYERS)]
    scales = [NORMAL_AREA / base / unit] + [x / unit for x in edges[1:]]
    return Table(limits, scales, heights, NORMAL_EDGE)


def exponential_edges(r: Decimal) -> tuple[list[Decimal], Decimal, Decimal]:
    """Returns the edges (zero for layer 0), the area, and the gap at the top."""
    area = (r + 1) * (-r).exp()
    edges = [Decimal(0)] * (LAYERS - 1) + [r]
    for i in range(LAYERS - 2, 0, -1):
        edges[i] = -((-edges[i + 1]).exp() + area / edges[i + 1]).ln()
    return edges, area, 1 - (-edges[1]).exp() - area / edges[1]


def exponential_table() -> Table:
    """Computes the table of exp(-x)."""
    # The secant method converges in a few rounds from this close a start.
    r0, r1 = Decimal("7.697"), Decimal("7.698")
    miss0 = exponential_edges(r0)[2]
    while abs(r1 - r0) > Decimal("1e-35"):
        miss1 = exponential_edges(r1)[2]
        r0, r1, miss0 = r1, r1 - miss1 * (r1 - r0) / (miss1 - miss0), miss1
    edges, area, _ = exponential_edges(r1)
    base = (-r1).exp()
    ratios = [r1 * base / area, Decimal(0)]
    ratios += [edges[i - 1] / edges[i] for i in range(2, LAYERS)]
    unit = 2**EXPONENTIAL_BITS
    limits = [2 * math.floor(Fraction(ratio) * (unit // 2)) for ratio in ratios]
    scales = [float(area / base / unit)] + [float(x / unit) for x in edges[1:]]
    heights = [1.0] + [float((-x).exp()) for x in edges[1:]]
    return Table(limits, scales, heights, float(r1))


def tables() -> dict[str, Table]:
    """Computes both tables, keyed by their names in C++."""
    with decimal.localcontext() as context:
        context.prec = 50
        return {"Normal": normal_table(), "Exponential": exponential_table()}


def source() -> str:
    """Returns the text of the .cc file with both tables."""
    lines = [
        '#include "envpool/core/random/ziggurat.h"',
        "namespace envpool::rng_internal {",
    ]
    for name, table in tables().items():
        lines += [f"const ZigguratTable k{name}Ziggurat = {{", "{"]
        lines += [
            f"{{0x{limit:x}, {scale.hex()}}},"
            for limit, scale in zip(table.limits, table.scales, strict=True)
        ]
        lines += ["}, {", *(f"{height.hex()}," for height in table.heights)]
        lines += [f"}}, {table.edge.hex()}}};"]
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(source(), encoding="utf-8")
