// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FakeCuda: a fake CUDA driver for tests. It defines functions with the
// driver's names, so that LoadCudaDriver finds them in the test program. Device
// memory is host memory. Copies are made as late as possible, when their stream
// is synchronized, so code that reads results or reuses page-locked memory too
// early gets wrong bytes.
//
// There is one per process. Threads: any.

#ifndef ENVPOOL_CORE_XLA_TESTING_FAKE_CUDA_H_
#define ENVPOOL_CORE_XLA_TESTING_FAKE_CUDA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "envpool/core/xla/cuda_driver.h"

namespace envpool::testing {

class FakeCuda {
 public:
  /// The table of its functions.
  static CudaDriver Driver() { return LoadCudaDriver(nullptr); }
  /// Forgets calls and failures.
  static void Reset();
  /// The `nth` call of this function from now on fails, once or always.
  static void Fail(const std::string& function, int nth = 1,
                   bool always = false);
  /// The calls since Reset, as "function" or "function stream bytes".
  static std::vector<std::string> Calls();
  /// The number of calls of this function since Reset.
  static int Count(const std::string& function);
  /// The number of bytes that are page-locked now.
  static std::int64_t Locked();
};

}  // namespace envpool::testing

#endif  // ENVPOOL_CORE_XLA_TESTING_FAKE_CUDA_H_
