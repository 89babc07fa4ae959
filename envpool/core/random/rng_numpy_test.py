# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Generator, RandomState and SeedSequence against NumPy, bit for bit."""

import numpy as np
import pytest

from envpool.core.random import rng_test_module as native

DRAWS = 1_000_000
SEEDS = [0, 1, 42, 2**31 - 1, 2**32, 2**63 - 25, 2**64 - 1]
LEGACY_SEEDS = [0, 1, 42, 2**31 - 1, 2**32 - 1]
SIZES = [
    *(1, 2, 3, 5, 6, 7, 10, 100, 1000, 2**16 + 1),
    *(2**31 - 1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32, 2**32 + 1),
    *(2**33 + 7, 2**53, 3 * 2**61, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1, 2**64),
]
WEIGHTS = [
    [1.0],
    [0.5, 0.5],
    [0.0, 0.3, 0.0, 0.7, 0.0],
    [1 / 3] * 3,
    [0.1] * 10,
    list(np.random.RandomState(5).dirichlet(np.ones(1000))),
]
LOW64 = 2**64 - 1


def numpy_state(rng):
    """Returns NumPy's state in the form of the native state()."""
    state = rng.bit_generator.state
    value, inc = state["state"]["state"], state["state"]["inc"]
    halves = (value >> 64, value & LOW64, inc >> 64, inc & LOW64)
    return (*halves, bool(state["has_uint32"]), state["uinteger"])


def same_bits(actual, expected):
    actual, expected = np.asarray(actual), np.asarray(expected)
    if expected.dtype.kind == "f":
        assert actual.dtype == expected.dtype
    else:
        expected = expected.astype(actual.dtype, casting="same_kind")
    assert actual.tobytes() == expected.tobytes()


class Pair:
    """A native generator and NumPy's, which must stay equal."""

    def __init__(self, seed):
        self.native = native.Generator(seed)
        self.numpy = np.random.default_rng(seed)

    def expect(self, actual, expected):
        same_bits(actual, expected)
        self.check_state()

    def draw(self, name, *args):
        """Compares methods with the same arguments; the last argument is the size."""
        self.expect(getattr(self.native, name)(*args), getattr(self.numpy, name)(*args))

    def check_state(self):
        assert self.native.state() == numpy_state(self.numpy)


class LegacyPair(Pair):
    def __init__(self, seed):
        self.native = native.RandomState(seed)
        self.numpy = np.random.RandomState(seed)

    def check_state(self):
        """Compares the words of two refills and the next normals, drawn from copies."""
        ours = self.native.copy()
        theirs = np.random.RandomState()
        theirs.set_state(self.numpy.get_state())
        same_bits(ours.standard_normal(1), theirs.standard_normal(1))
        same_bits(ours.next32(1300), theirs.randint(0, 2**32, 1300, np.uint32))


@pytest.fixture(name="pair", params=SEEDS)
def fixture_pair(request):
    return Pair(request.param)


@pytest.fixture(name="legacy", params=LEGACY_SEEDS)
def fixture_legacy(request):
    return LegacyPair(request.param)


@pytest.fixture(
    name="any_pair",
    params=[(Pair, s) for s in SEEDS] + [(LegacyPair, s) for s in LEGACY_SEEDS],
    ids=lambda param: f"{param[0].__name__}-{param[1]}",
)
def fixture_any_pair(request):
    kind, seed = request.param
    return kind(seed)


@pytest.mark.parametrize("spawn_key", [[], [0], [3, 2**40]], ids=str)
@pytest.mark.parametrize(
    "entropy",
    [
        [],
        [0],
        [7],
        [2**32],
        [1, 2, 3, 4, 5],
        [LOW64] * 4,
        [2**33 + i for i in range(9)],
    ],
    ids=str,
)
def test_seed_sequence(entropy, spawn_key):
    expected = np.random.SeedSequence(entropy, spawn_key=spawn_key)
    for size in (0, 1, 4, 5, 1000):
        same_bits(
            native.generate_state32(entropy, spawn_key, size),
            expected.generate_state(size),
        )
        same_bits(
            native.generate_state64(entropy, spawn_key, size),
            expected.generate_state(size, np.uint64),
        )
    ours = native.Generator.from_integers(entropy, spawn_key)
    assert ours.state() == numpy_state(np.random.default_rng(expected))


def test_many_seeds():
    for seed in [*range(2000), *(2**i for i in range(64))]:
        pair = Pair(seed)
        pair.check_state()
        pair.draw("random", 3)


def test_words(pair):
    theirs = pair.numpy.bit_generator
    for size in (DRAWS, 10):
        pair.expect(pair.native.next64(size), theirs.random_raw(size))
        expected = pair.numpy.integers(0, 2**32, size + 1, np.uint32)
        pair.expect(pair.native.next32(size + 1), expected)


def test_advance(pair):
    for delta in (0, 1, 2, 1000, 2**64, 2**127 + 12345, -1, -1000):
        pair.expect(pair.native.next32(1), pair.numpy.integers(0, 2**32, 1, np.uint32))
        wrapped = delta % 2**128
        pair.native.advance(wrapped >> 64, wrapped & LOW64)
        pair.numpy.bit_generator.advance(delta)
        pair.check_state()


def test_random(pair):
    pair.draw("random", DRAWS)
    expected = pair.numpy.random(DRAWS + 1, dtype=np.float32)
    pair.expect(pair.native.random_float(DRAWS + 1), expected)


def test_uniform(any_pair):
    for low, high in ((-0.05, 0.05), (0.1, 1e9), (-8e307, 8e307), (3.0, 3.0)):
        any_pair.draw("uniform", low, high, DRAWS)


def test_normal(any_pair):
    any_pair.draw("standard_normal", 4 * DRAWS + 1)
    for loc, scale in ((0.0, 1.0), (-3.7, 0.1), (1e6, 123.456), (1.0, 0.0)):
        any_pair.draw("normal", loc, scale, DRAWS)


def test_exponential(any_pair):
    any_pair.draw("standard_exponential", 4 * DRAWS + 1)
    for scale in (1.0, 0.3, 1e-3, 77.7):
        any_pair.draw("exponential", scale, DRAWS)


@pytest.mark.parametrize("size", SIZES)
def test_integers(pair, size):
    candidates = {0, 1, -1, -(2**63), 2**63 - size, -(size // 2), -(2**31)}
    lows = [low for low in candidates if -(2**63) <= low <= 2**63 - size]
    lows.sort(key=abs)
    for low in lows:
        last = low + size - 1
        draws = DRAWS if low == lows[0] else 1001
        actual = pair.native.integers_inclusive(low, last, draws)
        pair.expect(actual, pair.numpy.integers(low, last, draws, endpoint=True))
        if last + 1 < 2**63:
            pair.draw("integers", low, last + 1, draws)


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
def test_integer_dtypes(pair, dtype):
    info = np.iinfo(dtype)
    for low, last in ((0, 2), (0, 3 * 2**29), (int(info.min), int(info.max))):
        if last < 2**63:
            actual = pair.native.integers_inclusive(low, last, 10001)
            expected = pair.numpy.integers(low, last, 10001, dtype, endpoint=True)
            pair.expect(actual, expected)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 2**32, 2**32 + 1, 2**63 - 1])
def test_choice(any_pair, n):
    any_pair.draw("choice", n, DRAWS)


@pytest.mark.parametrize("weights", WEIGHTS, ids=len)
def test_choice_with_weights(any_pair, weights):
    draws = DRAWS if len(weights) <= 10 else DRAWS // 50
    actual = any_pair.native.choice_p(np.array(weights), draws)
    any_pair.expect(actual, any_pair.numpy.choice(len(weights), draws, p=weights))


def test_choice_where_the_draw_meets_a_cumulative_sum():
    rng = np.random.default_rng(0)
    template = rng.bit_generator.state
    factor = 0x2360ED051FC65DA44385DF649FCCF645
    source = np.random.RandomState(2)
    for size in [2, 3, 7] * 20:
        weights = source.randint(1, 9, size) / 1.0
        weights *= (1 + source.uniform(-9e-9, 9e-9)) / weights.sum()
        sums = np.cumsum(weights)
        for draw in np.floor((sums / sums[-1])[:-1] * 2.0**53).astype(np.int64):
            for word in (int(draw) + step << 11 for step in (-1, 0, 1)):
                # The next state has a zero high half and outputs the word itself.
                state = (word - 1) * pow(factor, -1, 2**128) % 2**128
                inner = {"state": state, "inc": 1}
                rng.bit_generator.state = template | {"state": inner}
                ours = native.Generator.from_state(numpy_state(rng))
                expected = rng.choice(size, p=weights)
                assert ours.choice_p(weights, 1)[0] == expected


def test_weights_need_not_sum_to_exactly_one(any_pair):
    source = np.random.RandomState(1)
    for size in (2, 3, 4, 8, 31, 200):
        for _ in range(20):
            weights = source.rand(size)
            weights[source.randint(size)] = 0
            weights = weights / weights.sum() * (1 + 5e-9)
            actual = any_pair.native.choice_p(weights, 100)
            expected = [any_pair.numpy.choice(size, p=weights) for _ in range(100)]
            any_pair.expect(actual, expected)


def test_shuffle(any_pair):
    for size in (0, 1, 2, 3, 4, 5, 17, 64, 65, 1000, DRAWS + 1):
        ours, theirs = np.arange(size), np.arange(size)
        any_pair.native.shuffle(ours)
        any_pair.numpy.shuffle(theirs)
        any_pair.expect(ours, theirs)
        any_pair.draw("permutation", size)
    ours, theirs = np.arange(52), list(range(52))
    any_pair.native.shuffle(ours)
    any_pair.numpy.shuffle(theirs)
    any_pair.expect(ours, theirs)


@pytest.mark.parametrize("shuffle", [True, False])
@pytest.mark.parametrize(
    ("n", "k"),
    [
        *((1, 1), (2, 1), (2, 2), (5, 3), (10, 10), (64, 64), (64, 63), (100, 7)),
        *((1000, 999), (10000, 9000), (10001, 200), (10001, 201), (10001, 500)),
        *((10001, 501), (10001, 10001), (2**20, 2**20), (2**20, 20971)),
        *((2**20, 20972), (2**20, 52428), (2**20, 52429), (2**60, 2000)),
    ],
)
def test_choice_without_replacement(pair, n, k, shuffle):
    actual = pair.native.choice_without_replacement(n, k, shuffle)
    pair.expect(actual, pair.numpy.choice(n, k, replace=False, shuffle=shuffle))


@pytest.mark.parametrize(("n", "k"), [(1, 1), (5, 3), (100, 100), (10001, 2)])
def test_legacy_choice_without_replacement(legacy, n, k):
    actual = legacy.native.choice_without_replacement(n, k)
    legacy.expect(actual, legacy.numpy.choice(n, k, replace=False))


@pytest.mark.parametrize("seed", [1, 2])
def test_scalar_calls_in_random_order(any_pair, seed):
    is_legacy = isinstance(any_pair, LegacyPair)
    integers = "randint" if is_legacy else "integers"
    calls = [
        ("random_sample" if is_legacy else "random",),
        ("uniform", -2.0, 5.5),
        ("standard_normal",),
        ("normal", 2.0, 0.3),
        ("standard_exponential",),
        ("exponential", 1.7),
        ("choice", 1),
        ("choice", 9),
        *((integers, 0, high) for high in (1, 2, 3 * 2**30, 2**32, 3 * 2**61)),
        (integers, -7, 3),
        (integers, -(2**40), 2**40),
    ]
    for i in np.random.RandomState(seed).randint(len(calls), size=20000):
        name, *args = calls[i]
        ours = getattr(any_pair.native, name)(*args, 1)[0]
        assert ours == getattr(any_pair.numpy, name)(*args), (name, args)
    any_pair.check_state()


@pytest.mark.parametrize(
    "key",
    [[0], [1, 2, 3], [2**32 - 1] * 2, list(range(624)), list(range(1500))],
    ids=len,
)
def test_legacy_keys(key):
    LegacyPair(key).check_state()


def test_legacy_many_seeds():
    for seed in [*range(500), *(2**i for i in range(32))]:
        LegacyPair(seed).draw("random_sample", 3)


def test_legacy_words(legacy):
    expected = legacy.numpy.randint(0, 2**32, DRAWS + 1, np.uint32)
    legacy.expect(legacy.native.next32(DRAWS + 1), expected)
    expected = legacy.numpy.randint(0, 2**64, DRAWS, np.uint64)
    legacy.expect(legacy.native.next64(DRAWS), expected)


def test_legacy_random_sample(legacy):
    legacy.draw("random_sample", DRAWS)
    legacy.expect(legacy.native.random_sample(DRAWS), legacy.numpy.rand(DRAWS))
    legacy.expect(
        legacy.native.standard_normal(DRAWS + 1), legacy.numpy.randn(DRAWS + 1)
    )


@pytest.mark.parametrize("size", [size for size in SIZES if size < 2**64])
def test_legacy_randint(legacy, size):
    for low in (0, -(size // 2), -(2**63)):
        if low + size < 2**63:
            draws = DRAWS if low == 0 or size >= 2**63 else 1001
            legacy.draw("randint", low, low + size, draws)


def test_legacy_randint_int32(legacy):
    for low, high in ((0, 2), (-5, 2**31 - 1), (-(2**31), 2**31)):
        actual = legacy.native.randint(low, high, 10001)
        legacy.expect(actual, legacy.numpy.randint(low, high, 10001, np.int32))


def test_copies_are_snapshots():
    for rng in (native.Generator(5), native.RandomState(5)):
        rng.next32(1)
        rng.standard_normal(1)
        copy = rng.copy()
        same_bits(rng.next32(3), copy.next32(3))
        same_bits(rng.standard_normal(1000), copy.standard_normal(1000))


def test_arguments_that_numpy_refuses():
    rng = native.Generator(5)
    before = rng.state()
    assert rng.integers(3, 3, 1)[0] == 3
    assert rng.integers(3, -3, 1)[0] == 3
    assert rng.integers_inclusive(3, 2, 1)[0] == 3
    assert rng.choice(0, 1)[0] == 0
    assert rng.choice(-1, 1)[0] == 0
    assert rng.choice_p([], 1)[0] == 0
    assert rng.permutation(-1).size == 0
    assert rng.choice_without_replacement(3, 4, True).size == 0
    assert rng.choice_without_replacement(3, -1, True).size == 0
    assert rng.state() == before
    assert 0 <= rng.choice_p([0.0, 0.0], 1)[0] < 2
    assert 0 <= rng.choice_p([np.nan, 1.0], 1)[0] < 2
    legacy = native.RandomState(5)
    assert legacy.randint(3, 3, 1)[0] == 3
    assert legacy.choice(0, 1)[0] == 0
    assert legacy.choice_p([], 1)[0] == 0
    assert legacy.permutation(-1).size == 0
    assert legacy.choice_without_replacement(3, 4).size == 0
    same_bits(legacy.next32(10), native.RandomState(5).next32(10))
