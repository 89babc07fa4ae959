// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SharedWait: lets a thread sleep until another process changes a word in
// memory that both share. It has two sides. One thread at a time may sleep on a
// side; any thread of either process may wake it.
//
// Where the system cannot wait for a word, a side is woken through a socket.
// Then both processes need the two descriptors of MakeFiles().
//
// Ownership: the caller keeps the descriptors open while the object exists.
// Threads: any. Errors: see MakeFiles; all else may only wake a sleeper early.

#ifndef ENVPOOL_CORE_PLATFORM_SHARED_WAIT_H_
#define ENVPOOL_CORE_PLATFORM_SHARED_WAIT_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT SharedWait {
 public:
  using Word = std::atomic<std::uint32_t>;

  /// Makes the descriptors, with the flag close-on-exec; none on systems that
  /// need none. Throws std::system_error if the system refuses.
  static std::vector<int> MakeFiles();

  /// `files`: those of MakeFiles, in the same order.
  explicit SharedWait(std::span<const int> files);

  /// Sleeps until this side is woken, for at most `nanos` (negative: no limit),
  /// but not at all if `*word` differs from `value`. Wakers change it first.
  void Sleep(int side, Word* word, std::uint32_t value,
             std::int64_t nanos) const;
  void Wake(int side, Word* word) const;

 private:
  // A side's sleeper reads from its own; not on Linux.
  [[maybe_unused]] std::array<int, 2> files_{-1, -1};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_PLATFORM_SHARED_WAIT_H_
