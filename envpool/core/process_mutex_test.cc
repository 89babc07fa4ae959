// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/process_mutex.h"

#include <gtest/gtest.h>

#include <mutex>
#include <string>

namespace envpool {
namespace {

TEST(ProcessMutex, OneForEachName) {
  std::mutex& first = ProcessMutex("first");
  const std::lock_guard<std::mutex> lock(first);
  EXPECT_EQ(&first, &ProcessMutex(std::string("fir") + "st"));
  std::mutex& second = ProcessMutex("second");
  ASSERT_TRUE(second.try_lock());
  second.unlock();
}

}  // namespace
}  // namespace envpool
