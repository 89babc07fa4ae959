// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/id_runs.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <tuple>
#include <vector>

namespace envpool {
namespace {

using Runs = std::vector<std::tuple<int, int, int>>;

Runs RunsOf(const std::vector<int>& ids) {
  Runs runs;
  ForRuns(ids.data(), static_cast<int>(ids.size()),
          [&](int index, int first, int count) {
            runs.emplace_back(index, first, count);
          });
  return runs;
}

TEST(IdRuns, OfShortLists) {
  EXPECT_EQ(RunsOf({}), Runs{});
  EXPECT_EQ(RunsOf({7}), (Runs{{0, 7, 1}}));
  EXPECT_EQ(RunsOf({3, 4, 5}), (Runs{{0, 3, 3}}));
  EXPECT_EQ(RunsOf({3, 2, 3, 3}), (Runs{{0, 3, 1}, {1, 2, 2}, {3, 3, 1}}));
}

TEST(IdRuns, WithoutIdsAreAllEnvs) {
  Runs runs;
  ForRuns(nullptr, 9, [&](int index, int first, int count) {
    runs.emplace_back(index, first, count);
  });
  EXPECT_EQ(runs, (Runs{{0, 0, 9}}));
}

// Runs of any length end at any place, with any number of ids after them.
TEST(IdRuns, EndAnywhere) {
  for (int length = 1; length < 70; ++length) {
    for (int rest : {0, 1, 15, 16, 40}) {
      std::vector<int> ids(length + rest);
      std::iota(ids.begin(), ids.begin() + length, 100);
      std::iota(ids.begin() + length, ids.end(), 500);
      Runs expected{{0, 100, length}};
      if (rest > 0) {
        expected.emplace_back(length, 500, rest);
      }
      EXPECT_EQ(RunsOf(ids), expected) << length << ' ' << rest;
    }
  }
}

TEST(IdRuns, TakeAnyNumber) {
  constexpr int kMax = std::numeric_limits<int>::max();
  constexpr int kMin = std::numeric_limits<int>::min();
  EXPECT_EQ(RunsOf({kMin, kMin + 1, -1, 0}), (Runs{{0, kMin, 2}, {2, -1, 2}}));
  EXPECT_EQ(RunsOf({kMax, 0}), (Runs{{0, kMax, 1}, {1, 0, 1}}));
}

}  // namespace
}  // namespace envpool
