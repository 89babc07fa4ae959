// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>
#include <vector>

#include "envpool/core/platform/cpus.h"

namespace envpool {
namespace {

using Cpus = std::vector<int>;

TEST(Cpus, AllowedAreThoseOfTheAffinityMask) {
  cpu_set_t set;
  ASSERT_EQ(sched_getaffinity(0, sizeof(set), &set), 0);
  EXPECT_EQ(static_cast<int>(AllowedCpus().size()), CPU_COUNT(&set));
}

TEST(Cpus, PinnedThreadsSeeLess) {
  const Cpus before = AllowedCpus();
  const int cpu = before.back();
  std::thread([cpu] {
    const int cpus[] = {cpu, 1'000'000, -1};  // only `cpu` exists
    EXPECT_TRUE(PinThisThread(cpus));
    EXPECT_EQ(AllowedCpus(), Cpus{cpu});
    EXPECT_FALSE(PinThisThread({}));
  }).join();
  EXPECT_EQ(AllowedCpus(), before);
}

}  // namespace
}  // namespace envpool
