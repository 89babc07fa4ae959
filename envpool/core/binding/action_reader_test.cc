// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays of every dtype and layout, for entries of every dtype, without Python
// code. Other objects, and more of the errors: envpool/python/validate_test.py.

#include "envpool/core/binding/action_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "envpool/core/binding/python_for_test.h"

namespace envpool {
namespace {

using testing::Script;

constexpr char kMake[] = R"(
from envpool.core._core import ActionReader
N = 4
INTS = [np.dtype(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8)]
FLOATS = [np.dtype("f4"), np.dtype("f8")]
BOOL = np.dtype("?")

def entry(key, dtype, shape, low, high, discrete=False):
    return key, shape, np.array(low, dtype), np.array(high, dtype), discrete

IDS = [entry("env_id", "i4", [], 0, 9), entry("players.env_id", "i4", [-1], 0, 9)]

def reader(*own, num_envs=N, players=1, is_async=False):
    return ActionReader([*IDS, *own], num_envs, players, is_async)

def unaligned(array):
    memory = np.zeros(array.nbytes + 1, np.uint8)
    view = memory[1:].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view

LAYOUTS = {
    "plain": lambda a: a,
    "every second": lambda a: np.repeat(a, 2, axis=0)[::2],
    "backwards": lambda a: a[::-1].copy()[::-1],
    "columns": np.asfortranarray,
    "a part": lambda a: np.concatenate([a, a], axis=-1)[..., :a.shape[-1]],
    "swapped": lambda a: a.astype(a.dtype.newbyteorder()),
    "swapped and backwards":
        lambda a: a[::-1].astype(a.dtype.newbyteorder())[::-1],
    "unaligned": unaligned,
    "of one row": lambda a: np.broadcast_to(a[:1], a.shape),
}

def check(read, dtype, values):
    """Reads the values in all layouts; `values` has an equal row in each."""
    for source in [*INTS, *FLOATS, BOOL]:
        if source.kind == "f" and dtype.kind != "f":
            continue
        given = values.astype(source)
        for name, layout in LAYOUTS.items():
            array = layout(given)
            before = array.copy()
            ids, owners, got = read.read(array)
            assert ids.tolist() == owners.tolist() == list(range(N))
            wide = source == np.float32 and dtype == np.float64
            assert got.dtype == (source if wide else dtype), (got.dtype, source)
            np.testing.assert_array_equal(got, given.astype(dtype), str((source, name)))
            np.testing.assert_array_equal(array, before)
)";

class ActionReaderTest : public ::testing::Test {
 protected:
  ActionReaderTest() { script_.Run(kMake); }

  Script script_;
};

TEST_F(ActionReaderTest, IntegersInAnyLayout) {
  script_.Run(R"(
rows = np.tile([0, 1, 1], (N, 1))
for dtype in INTS:
    check(reader(entry("a", dtype, [3], 0, 1)), dtype, rows)
    check(reader(entry("a", dtype, [3], [0, 0, 1], [0, 1, 5])), dtype, rows)
    info = np.iinfo(dtype)
    check(reader(entry("a", dtype, [3], info.min, info.max)), dtype, rows)
)");
}

TEST_F(ActionReaderTest, BoolsAndFloatsInAnyLayout) {
  script_.Run(R"(
rows = np.tile([0, 1, 1], (N, 1))
check(reader(entry("a", "?", [3], 0, 1)), BOOL, rows)
for dtype in FLOATS:
    check(reader(entry("a", dtype, [3], -1, 1)), dtype, rows)
    check(reader(entry("a", dtype, [3], 0, 1, True)), dtype, rows)
fractions = np.tile([0.1, -1e300, np.inf], (N, 1))
with np.errstate(all="ignore"):
    for dtype in FLOATS:
        for source in FLOATS:
            given = fractions.astype(source)
            for layout in LAYOUTS.values():
                *_, got = reader(entry("a", dtype, [3], -1, 1)).read(layout(given))
                np.testing.assert_array_equal(got.astype(dtype), given.astype(dtype))
)");
}

TEST_F(ActionReaderTest, WrongNumbersInAnyLayout) {
  script_.Run(R"(
count = 0
for dtype in INTS:
    for low, high in ((0, 5), ([0, 0, 1], [5, 5, 5])):
        read = reader(entry("a", dtype, [3], low, high))
        for source in INTS:
            values = np.ones((N, 3), source)
            values[2, 1] = 7
            for name, layout in LAYOUTS.items():
                if name == "of one row":
                    continue
                try:
                    read.read(layout(values))
                except Exception as error:
                    assert str(error) == (
                        "a: expected values in [0, 5], got 7 in row 2"), error
                    count += 1
)");
  EXPECT_EQ(script_.ToInt("count"), 8 * 2 * 8 * 8);
}

TEST_F(ActionReaderTest, OneNumberOfOneEnv) {
  script_.Run(R"py(
for dtype in INTS:
    for bounds in ((0, 5), (np.iinfo(dtype).min, np.iinfo(dtype).max)):
        for shape in ([], [1]):
            read = reader(entry("a", dtype, shape, *bounds), num_envs=1)
            for number in (3, 4):
                for layout in LAYOUTS.values():
                    ids, owners, got = read.read(layout(np.array([number])))
                    assert ids.tolist() == owners.tolist() == [0]
                    assert got.tolist() == ([number] if shape == [] else [[number]])
read = reader(entry("a", "i4", [], 0, 5), num_envs=1)
square = reader(entry("a", "i4", [1, 1], -2**31, 2**31 - 1), num_envs=1)
texts = []
for each, action in ((read, [7]), (read, [2**40]), (read, [1, 2]), (square, [1])):
    try:
        each.read(np.array(action))
    except Exception as error:
        texts.append(str(error))
assert texts == [
    "a: expected values in [0, 5], got 7 in row 0",
    "a: expected values in [0, 5], got 1099511627776 in row 0",
    "a: expected shape (1,), one row for each of 1 envs, got shape (2,)",
    "a: expected shape (1, 1, 1), one row for each of 1 envs, got shape (1,)",
], texts
)py");
}

TEST_F(ActionReaderTest, Texts) {
  script_.Run(
      "dial = reader(entry('dial', 'i4', [2], [0, -1], [3, 5]))\n"
      "big = reader(entry('big', 'u8', [], 3, 2**64 - 2))\n"
      "on = reader(entry('on', '?', [], 0, 1))\n"
      "pick = reader(entry('pick', 'f8', [-1], 0, 2, True))\n"
      "two = reader(entry('x', 'i4', [], 0, 3), entry('y', 'f4', [2], 0, "
      "3))\n");
  const std::pair<const char*, const char*> cases[] = {
      {"dial.read(np.full((N, 2), 4))",
       "ArgumentError: dial: expected values in [0, 3], got 4 in row 0"},
      {"dial.read(np.zeros((3, 2), int))",
       "ArgumentError: dial: expected shape (4, 2), one row for each of 4 "
       "envs, "
       "got shape (3, 2)"},
      {"dial.read(np.zeros((N, 2), '>f4'))",
       "ArgumentTypeError: dial: expected int32, got dtype >f4; floats are not "
       "cast to integers"},
      {"big.read(np.full(N, 2**64 - 1, np.uint64))",
       "ArgumentError: big: expected values in [3, 18446744073709551614], got "
       "18446744073709551615 in row 0"},
      {"big.read(np.full(N, -1))",
       "ArgumentError: big: expected values in [3, 18446744073709551614], got "
       "-1 in row 0"},
      {"on.read(np.array([0, 1, 2, 0]))",
       "ArgumentError: on: expected bools, got 2 in row 2"},
      {"pick.read(np.array([0, 1, 0.5, 0]))",
       "ArgumentError: pick: expected whole numbers in [0, 2], got 0.5 in row "
       "2"},
      {"two.read({'x': np.zeros(N, int), 'y': np.zeros((N, 3))})",
       "ArgumentError: y: expected shape (4, 2), one row for each of 4 envs, "
       "got shape (4, 3)"},
      {"on.read(np.zeros(2, bool), np.zeros((1, 2), int))",
       "ArgumentError: env_id: expected one dimension, got shape (1, 2)"},
      {"on.read(np.zeros(2, bool), np.zeros(2))",
       "ArgumentTypeError: env_id: expected integers, got dtype float64"},
      {"on.read(np.zeros(2, bool), np.array([0, 4], np.uint8))",
       "EnvIdError: env_id: expected ids in [0, 3], got 4"},
      {"on.read(np.zeros(9, bool), np.zeros(9, int))",
       "EnvIdError: env_id: expected distinct ids, got 0 more than once"},
  };
  for (const auto& [call, text] : cases) {
    EXPECT_EQ(script_.Raised(call), text) << call;
  }
}

TEST_F(ActionReaderTest, ObjectsThatAreNoArraysAreLeftToPython) {
  script_.Run(
      "one = reader(entry('x', 'f4', [], 0, 3))\n"
      "two = reader(entry('x', 'f4', [], 0, 3), entry('y', 'i4', [], 0, 3))\n"
      "x, y = np.zeros(N), np.zeros(N, int)");
  for (const char* call :
       {"one.read([0] * N)", "one.read(np.ma.zeros(N))", "one.read(None)",
        "one.read(np.zeros(N, np.float16))", "one.read(np.zeros(N, complex))",
        "one.read(x, [0, 1, 2, 3])", "one.read({})", "one.read({'y': x})",
        "one.read({'x': {'x': x}})", "one.read({'x': x, 3: x})",
        "one.read({'x': x, 'players.env_id': [0, 1, 2, 3]})", "two.read(x)",
        "two.read({'x': x})", "two.read({'x': x, 'y': [0] * N})",
        "two.read({'x': x, 'y': None})"}) {
    EXPECT_TRUE(script_.IsTrue(std::string(call) + " is None")) << call;
  }
  EXPECT_TRUE(script_.IsTrue("two.read({'x': x, 'y': y}) is not None"));
}

TEST_F(ActionReaderTest, EntriesOfAnotherFormAreRefused) {
  script_.Run("low, high = np.zeros((2, 2))");
  for (const char* entry :
       {"'x'", "('x', [], low, high)", "(1, [], low, high, True)",
        "('x', 2, low, high, True)", "('x', [], 0, 1, True)",
        "('x', [], low, high[:1], True)", "('x', [], low, high, 'no')",
        "('x', [], low, high.astype(int), True)",
        "('x', [], low.astype(str), high.astype(str), True)"}) {
    EXPECT_EQ(script_.Raised("reader(" + std::string(entry) + ")"),
              "ArgumentTypeError: entries: expected tuples (key, shape, lows, "
              "highs, is_discrete) with arrays lows and highs of one dtype and "
              "size")
        << entry;
  }
}

TEST_F(ActionReaderTest, TheAxisOfOneRow) {
  script_.Run(
      "one = reader(entry('a', 'i4', [2], 0, 3), num_envs=1)\n"
      "pick = reader(entry('a', 'i4', [-1, 1], 0, 3))\n"
      "a = np.array([1, 2])");
  EXPECT_TRUE(script_.IsTrue("one.read(a)[2].tolist() == [[1, 2]]"));
  EXPECT_TRUE(script_.IsTrue("one.read(a[None])[2].tolist() == [[1, 2]]"));
  EXPECT_TRUE(
      script_.IsTrue("pick.read(np.arange(4))[2].tolist() == "
                     "[[0], [1], [2], [3]]"));
  EXPECT_TRUE(script_.IsTrue(
      "pick.read(np.array([3]), np.array(2))[2].tolist() == [[3]]"));
}

TEST_F(ActionReaderTest, OwnersOfRows) {
  script_.Run(
      "team = reader(entry('act', 'i2', [-1], 0, 9), players=2)\n"
      "def owners(rows, ids=None, given=None, last=None):\n"
      "    action = {'act': np.arange(rows)}\n"
      "    if given is not None: action['players.env_id'] = np.array(given)\n"
      "    ids = None if ids is None else np.array(ids)\n"
      "    if last: last = np.unique(last), np.array(last)\n"
      "    return team.read(action, ids, last)[1].tolist()");
  for (const char* expectation :
       {"owners(8) == [0, 0, 1, 1, 2, 2, 3, 3]", "owners(4) == [0, 1, 2, 3]",
        "owners(2, [3, 1]) == [3, 1]", "owners(4, [3, 1]) == [3, 3, 1, 1]",
        "owners(3, [3, 1], [1, 3, 1]) == [1, 3, 1]",
        "owners(3, [3, 1], last=[0, 1, 1, 3]) == [1, 1, 3]",
        "owners(5, last=[0, 1, 1, 2, 3]) == [0, 1, 1, 2, 3]"}) {
    EXPECT_TRUE(script_.IsTrue(expectation)) << expectation;
  }
  EXPECT_EQ(script_.Raised("owners(3, [3, 1])"),
            "ArgumentError: action: expected 4 rows, 2 for each of 2 envs, or "
            "2, one for each env, got 3 rows; to send others, pass "
            "players.env_id in a dict of actions");
  EXPECT_EQ(script_.Raised("owners(1, [3, 1], [0])"),
            "EnvIdError: players.env_id: expected only ids in env_id, got [0]");
  EXPECT_EQ(script_.Raised("owners(3, [3, 1], [1, 1, 1])"),
            "ArgumentError: players.env_id: expected at most 2 players per "
            "env, got 3");
  EXPECT_EQ(script_.Raised("owners(3, last=[0, 0, 0, 1, 2, 3])"),
            "ArgumentError: action: expected 6 rows as in the last result, or "
            "8 rows, 2 for each of 4 envs, or 4, one for each env, got 3 rows; "
            "to send others, pass players.env_id in a dict of actions");
}

}  // namespace
}  // namespace envpool
