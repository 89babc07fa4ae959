// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Futexes.

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "envpool/core/platform/shared_wait.h"

namespace envpool {

std::vector<int> SharedWait::MakeFiles() { return {}; }

SharedWait::SharedWait(std::span<const int> /*files*/) {}

void SharedWait::Sleep(int /*side*/, Word* word, std::uint32_t value,
                       std::int64_t nanos) const {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const timespec limit{nanos / kSecond, nanos % kSecond};
  syscall(SYS_futex, word, FUTEX_WAIT, value, nanos < 0 ? nullptr : &limit,
          nullptr, 0);
}

void SharedWait::Wake(int /*side*/, Word* word) const {
  syscall(SYS_futex, word, FUTEX_WAKE, std::numeric_limits<int>::max(), nullptr,
          nullptr, 0);
}

}  // namespace envpool
