// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/stacked_rows.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace envpool {
namespace {

/// Looks at rows of one env, whose frames are letters.
struct Found {
  std::string newest;
  std::string others;
  std::vector<std::int64_t> index;

  Found(const std::vector<std::string>& rows, int envs) {
    std::string all;
    for (const std::string& row : rows) {
      all += row;
    }
    const auto steps = static_cast<std::int64_t>(rows.size()) / envs;
    const int frames = static_cast<int>(rows[0].size());
    newest.resize(rows.size());
    StackedRows stacks(all.data(), newest.data(), steps, envs, frames, 1);
    for (std::int64_t step = 0; step < steps; ++step) {
      for (int env = 0; env < envs; ++env) {
        stacks.Look(step, env, 1);
      }
    }
    const std::vector<char> rest = stacks.TakeOthers();
    others.assign(rest.begin(), rest.end());
    index.resize(all.size());
    stacks.WriteIndex(index.data());
    std::string again;
    for (const std::int64_t i : index) {
      again += (newest + others).at(i);
    }
    EXPECT_EQ(again, all);
  }
};

TEST(StackedRowsTest, EachFrameIsThereOnce) {
  const Found found({"aab", "abc", "bcd", "xxy", "xyz"}, 1);
  EXPECT_EQ(found.newest, "bcdyz");
  EXPECT_EQ(found.others, "aaxx");
  EXPECT_EQ(found.index, (std::vector<std::int64_t>{5, 6, 0, 6, 0, 1, 0, 1, 2,
                                                    7, 8, 3, 8, 3, 4}));
}

TEST(StackedRowsTest, SeveralEnvs) {
  const Found found({"ab", "AB", "bc", "BC", "cd", "CD"}, 2);
  EXPECT_EQ(found.newest, "bcdBCD");
  EXPECT_EQ(found.others, "aA");
}

TEST(StackedRowsTest, RowsThatFollowNoOthers) {
  // After three rows, nothing is expected to follow.
  const Found found({"ab", "cd", "ef", "fg", "gh"}, 1);
  EXPECT_EQ(found.newest, "bdfgh");
  EXPECT_EQ(found.others, "acefg");
  EXPECT_EQ(Found({"ab"}, 1).others, "a");
  EXPECT_EQ(Found({"ab", "bc"}, 1).others, "a");
}

}  // namespace
}  // namespace envpool
