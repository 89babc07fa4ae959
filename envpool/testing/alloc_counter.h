// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the allocations of a test program, and makes one of them fail. Linking
// //envpool/testing:alloc_counter replaces operator new and delete.
//
// Threads: any; the counts are of the whole process.

#ifndef ENVPOOL_TESTING_ALLOC_COUNTER_H_
#define ENVPOOL_TESTING_ALLOC_COUNTER_H_

#include <cstdint>

namespace envpool::testing {

/// Calls of operator new since the program began.
std::int64_t AllocCount();
/// Allocations not yet freed.
std::int64_t AllocsAlive();

/// While it exists, the nth allocation (from 1) fails with std::bad_alloc;
/// optionally, all later ones fail, too.
class FailNthAlloc {
 public:
  FailNthAlloc(std::int64_t nth, bool all_later);
  ~FailNthAlloc();
  FailNthAlloc(const FailNthAlloc&) = delete;
  FailNthAlloc& operator=(const FailNthAlloc&) = delete;
  /// Whether an allocation has failed since the last FailNthAlloc was made.
  static bool Struck();
};

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_ALLOC_COUNTER_H_
