// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/wfc/python_set.h"

#include <bit>
#include <vector>

namespace envpool::minigrid::wfc {
namespace {

// hash((first, second)): CPython's xxHash of a tuple. A small int is its own
// hash.
uint64_t HashOf(PythonSet::Pair pair) {
  constexpr uint64_t kPrime1 = 11400714785074694791U;
  constexpr uint64_t kPrime2 = 14029467366897019727U;
  constexpr uint64_t kPrime5 = 2870177450012600261U;
  uint64_t hash = kPrime5;
  for (const int item : {pair.first, pair.second}) {
    hash += static_cast<uint64_t>(item) * kPrime2;
    hash = std::rotl(hash, 31);
    hash *= kPrime1;
  }
  return hash + (2 ^ kPrime5 ^ 3527539U);
}

}  // namespace

void PythonSet::Clear() {
  constexpr std::size_t kSmallest = 8;
  table_.assign(kSmallest, Entry{});
  used_ = 0;
}

void PythonSet::Add(Pair pair) {
  Insert({pair, HashOf(pair), true});
  ++used_;
  if (used_ * 5 >= (table_.size() - 1) * 3) {
    Grow();
  }
}

void PythonSet::Insert(const Entry& entry) {
  constexpr std::size_t kLinearProbes = 9;
  constexpr int kPerturbShift = 5;
  const std::size_t mask = table_.size() - 1;
  uint64_t perturb = entry.hash;
  std::size_t i = entry.hash & mask;
  while (true) {
    const std::size_t last = i + kLinearProbes <= mask ? i + kLinearProbes : i;
    for (std::size_t probe = i; probe <= last; ++probe) {
      if (!table_[probe].is_used) {
        table_[probe] = entry;
        return;
      }
    }
    perturb >>= kPerturbShift;
    i = (i * 5 + 1 + perturb) & mask;
  }
}

void PythonSet::Grow() {
  constexpr std::size_t kLarge = 50000;
  const std::size_t least = used_ > kLarge ? used_ * 2 : used_ * 4;
  std::size_t size = 8;
  while (size <= least) {
    size *= 2;
  }
  std::vector<Entry> before(size);
  before.swap(table_);
  for (const Entry& entry : before) {
    if (entry.is_used) {
      Insert(entry);
    }
  }
}

std::vector<PythonSet::Pair> PythonSet::InOrder() const {
  std::vector<Pair> pairs;
  pairs.reserve(used_);
  for (const Entry& entry : table_) {
    if (entry.is_used) {
      pairs.push_back(entry.pair);
    }
  }
  return pairs;
}

}  // namespace envpool::minigrid::wfc
