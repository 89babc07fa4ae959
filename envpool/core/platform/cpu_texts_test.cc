// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/platform/cpu_texts.h"

#include <gtest/gtest.h>

#include <vector>

namespace envpool {
namespace {

using Cpus = std::vector<int>;

TEST(ParseCpuList, RangesAndSingles) {
  EXPECT_EQ(ParseCpuList("0"), Cpus{0});
  EXPECT_EQ(ParseCpuList("0-3,8\n"), (Cpus{0, 1, 2, 3, 8}));
  EXPECT_EQ(ParseCpuList("8,0-1"), (Cpus{0, 1, 8}));
  EXPECT_EQ(ParseCpuList(" 2 - 3 , 5"), (Cpus{2, 3, 5}));
}

TEST(ParseCpuList, NonsenseIsSkipped) {
  EXPECT_EQ(ParseCpuList(""), Cpus{});
  EXPECT_EQ(ParseCpuList("\n"), Cpus{});
  EXPECT_EQ(ParseCpuList("abc,4,-"), Cpus{4});
  EXPECT_EQ(ParseCpuList("5-3"), Cpus{});
  EXPECT_EQ(ParseCpuList("5-"), Cpus{5});
  EXPECT_EQ(ParseCpuList("-2-1"), (Cpus{0, 1}));
  EXPECT_EQ(ParseCpuList("99999999999999999999"), Cpus{});
  EXPECT_LE(ParseCpuList("0-2000000000").size(), 100'000u);
}

TEST(ParseCpuMax, RoundsUp) {
  EXPECT_EQ(ParseCpuMax("100000 100000\n"), 1);
  EXPECT_EQ(ParseCpuMax("150000 100000"), 2);
  EXPECT_EQ(ParseCpuMax("200000 100000"), 2);
  EXPECT_EQ(ParseCpuMax("1000 100000"), 1);
}

TEST(ParseCpuMax, NoLimit) {
  EXPECT_EQ(ParseCpuMax("max 100000"), 0);
  EXPECT_EQ(ParseCpuMax(""), 0);
  EXPECT_EQ(ParseCpuMax("100000"), 0);
  EXPECT_EQ(ParseCpuMax("-1 100000"), 0);
  EXPECT_EQ(ParseCpuMax("100000 0"), 0);
  EXPECT_GT(ParseCpuMax("1e300 1"), 0);
}

}  // namespace
}  // namespace envpool
