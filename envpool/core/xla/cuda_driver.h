// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CudaDriver: what the custom calls need of CUDA's driver, as a table. It is
// loaded when a program for a GPU first calls, so that nothing here needs CUDA
// to be built, or to be imported.
//
// All functions but ErrorText want the context of a device to be current, as it
// is while XLA runs a program on that device.
//
// Threads: any.

#ifndef ENVPOOL_CORE_XLA_CUDA_DRIVER_H_
#define ENVPOOL_CORE_XLA_CUDA_DRIVER_H_

#include <cstddef>

namespace envpool {

using CudaStream = void*;                // CUstream
using CudaAddress = unsigned long long;  // NOLINT(runtime/int): CUdeviceptr

/// Functions of the driver, by the names that they have there. Each returns 0,
/// or the number of an error.
struct CudaDriver {
  int (*mem_host_alloc)(void** memory, std::size_t bytes, unsigned flags);
  int (*mem_free_host)(void* memory);
  int (*memcpy_dtoh_async)(void* to, CudaAddress from, std::size_t bytes,
                           CudaStream stream);
  int (*memcpy_htod_async)(CudaAddress to, const void* from, std::size_t bytes,
                           CudaStream stream);
  int (*stream_synchronize)(CudaStream stream);
  int (*get_error_string)(int error, const char** text);

  /// Throws std::runtime_error unless `result`, which `function` returned, is
  /// 0.
  void Check(int result, const char* function) const;
};

/// Loads the driver; null: what the program itself has by these names. Throws
/// Error(kNotSupported) if there is no such library, or if it lacks a function.
CudaDriver LoadCudaDriver(const char* library);

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_CUDA_DRIVER_H_
