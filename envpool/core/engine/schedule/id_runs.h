// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds runs of consecutive ids in a list of env ids. Results mostly consist of
// long runs; handling a run at once is faster than a loop over its ids.
//
// Threads: none. Errors: none; the ids may be any numbers.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_ID_RUNS_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_ID_RUNS_H_

namespace envpool {

/// The end of the run that starts at ids[first]; first < count.
inline int RunEnd(const int* ids, int first, int count) {
  const auto gap = [ids](int i) {  // 0 if ids[i] follows ids[i - 1]
    return static_cast<unsigned>(ids[i]) - static_cast<unsigned>(ids[i - 1]) -
           1U;
  };
  int end = first + 1;
  constexpr int kBlock = 16;  // a few SIMD vectors
  while (count - end >= kBlock && gap(end) == 0) {
    unsigned gaps = 0;
    for (int i = 0; i < kBlock; ++i) {
      gaps |= gap(end + i);
    }
    if (gaps != 0) {
      break;
    }
    end += kBlock;
  }
  while (end < count && gap(end) == 0) {
    ++end;
  }
  return end;
}

/// Calls f(index, first_env, count) for each run: the envs first_env,
/// first_env + 1, ... are those of ids[index], ids[index + 1], ...
/// Without ids, the envs are [0, count).
template <typename F>
void ForRuns(const int* ids, int count, F&& f) {
  if (ids == nullptr) {
    if (count > 0) {
      f(0, 0, count);
    }
    return;
  }
  for (int first = 0; first < count;) {
    const int end = RunEnd(ids, first, count);
    f(first, ids[first], end - first);
    first = end;
  }
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_ID_RUNS_H_
