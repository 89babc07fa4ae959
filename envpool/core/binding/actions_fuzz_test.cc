// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads actions made of any arrays, in dicts of any keys: see ActionReader.

#include <cstddef>
#include <cstdint>

#include "envpool/core/binding/python_for_test.h"

namespace {

using envpool::PyRef;
using envpool::testing::Script;

constexpr char kMake[] = R"(
from envpool.core._core import ActionReader
from envpool.python.errors import EnvPoolError

def entry(key, dtype, shape, low, high, discrete=False):
    return key, shape, np.array(low, dtype), np.array(high, dtype), discrete

IDS = [entry("env_id", "i4", [], 0, 9), entry("players.env_id", "i4", [-1], 0, 9)]
NUM_ENVS = 4
MEMORY = 512
READERS = [
    ActionReader([*IDS, *own], NUM_ENVS, players, is_async)
    for own, players, is_async in [
        ([entry("a", "i4", [], 0, 3, True)], 1, False),
        ([entry("a", "f8", [2], -1, 1)], 1, True),
        ([entry("a", "?", [2], 0, 1), entry("b.c", "u1", [], 1, 9)], 1, False),
        ([entry("players.a", "i8", [-1], 0, 5), entry("b", "f4", [3], 0, 1)], 3, True),
    ]
]
DTYPES = [
    np.dtype(order + code)
    for order in "<>"
    for code in "? b B h H i I q Q e f d g F S3 U2 M8[s] V5".split()
]
KEYS = ["a", "b", "c", "b.c", "players", "players.a", "players.env_id", "env_id", "x"]

class Source:
    def __init__(self, data):
        self.data = data

    def take(self, size):
        taken, self.data = self.data[:size], self.data[size:]
        return taken.ljust(size, b"\0")

    def number(self, low, high):
        return low + self.take(1)[0] % (high - low + 1)

    def choice(self, items):
        return items[self.number(0, len(items) - 1)]

    def array(self):
        """An array of any dtype, shape and strides within some memory."""
        dtype = self.choice(DTYPES)
        shape = [self.number(0, 5) for _ in range(self.number(0, 3))]
        strides = [self.number(0, 32) - 16 for _ in shape]
        ends = [(n - 1) * stride for n, stride in zip(shape, strides)]
        low = sum(min(end, 0) for end in ends)
        high = sum(max(end, 0) for end in ends) + dtype.itemsize
        values = self.take(self.number(0, 64))
        if high - low > MEMORY:
            return np.zeros(shape, dtype)
        memory = bytearray((values + bytes(1)) * MEMORY)[:MEMORY]
        return np.ndarray(shape, dtype, memory, -low, strides)

    def action(self, depth=0):
        kind = self.number(0, 9)
        if kind < 6 - 3 * depth or depth > 2:
            return self.array()
        if kind == 9:
            return self.choice([None, 3, -1, 1.5, "x", [1, 2], (), np.int64(2), 2**70])
        count = self.number(0, 4)
        return {self.choice(KEYS): self.action(depth + 1) for _ in range(count)}

def read(data):
    source = Source(data)
    reader = source.choice(READERS)
    for _ in range(3):
        env_id = source.array() if source.number(0, 3) == 0 else None
        last = None
        if source.number(0, 3) == 0:
            ids = np.arange(source.number(0, NUM_ENVS), dtype=np.int32)
            last = ids, ids[: source.number(0, NUM_ENVS)]
        try:
            arrays = reader.read(source.action(), env_id, last)
        except EnvPoolError:
            continue
        assert arrays is None or all(isinstance(a, np.ndarray) for a in arrays)
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  // Lives until the process ends, like the interpreter.
  static Script* script = [] {
    auto* made = new Script;
    made->Run(kMake);
    return made;
  }();
  const PyRef bytes = PyRef::Steal(PyBytes_FromStringAndSize(
      reinterpret_cast<const char*>(data), static_cast<Py_ssize_t>(size)));
  script->Set("data", bytes.get());
  script->Run("read(data)");
  return 0;
}
