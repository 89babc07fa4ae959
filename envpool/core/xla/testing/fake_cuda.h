// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FakeCuda: what tests have for CUDA's driver, by whose names LoadCudaDriver
// finds it in the program itself. A device's memory is the host's. Copies are
// as late as those of a device may be: they are made when somebody waits for
// their stream. So whoever reads too early, or uses page-locked memory again
// too early, gets wrong bytes here.
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
  /// From now on the `nth` call of this function fails, once or for ever.
  static void Fail(const std::string& function, int nth = 1,
                   bool for_ever = false);
  /// The calls since, as "function" or "function stream bytes".
  static std::vector<std::string> Calls();
  /// How many of these were of this function.
  static int Count(const std::string& function);
  /// How many bytes are page-locked now.
  static std::int64_t Locked();
};

}  // namespace envpool::testing

#endif  // ENVPOOL_CORE_XLA_TESTING_FAKE_CUDA_H_
