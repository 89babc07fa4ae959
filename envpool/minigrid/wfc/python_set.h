// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PythonSet: a set of pairs of small integers with the iteration order of a
// CPython 3.11 set that was built in the same order. The official generator
// numbers places by this order.
//
// Threads: none. Errors: none.

#ifndef ENVPOOL_MINIGRID_WFC_PYTHON_SET_H_
#define ENVPOOL_MINIGRID_WFC_PYTHON_SET_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace envpool::minigrid::wfc {

class PythonSet {
 public:
  struct Pair {
    int first;
    int second;
  };

  PythonSet() { Clear(); }
  /// Adds the pairs in the order of the list.
  explicit PythonSet(const std::vector<Pair>& pairs) : PythonSet() {
    for (const Pair pair : pairs) {
      Add(pair);
    }
  }

  /// The pair must not be in the set yet.
  void Add(Pair pair);
  [[nodiscard]] std::vector<Pair> InOrder() const;
  [[nodiscard]] std::size_t size() const { return used_; }

 private:
  struct Entry {
    Pair pair;
    uint64_t hash;
    bool is_used;
  };

  void Clear();
  void Insert(const Entry& entry);
  void Grow();

  std::vector<Entry> table_;  // its size is a power of two
  std::size_t used_{0};
};

}  // namespace envpool::minigrid::wfc

#endif  // ENVPOOL_MINIGRID_WFC_PYTHON_SET_H_
