// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CudaDriver: a table of the CUDA driver functions that the custom calls need.
// The driver is loaded at the first call from a GPU program, so that building
// and importing this module do not require CUDA.
//
// All functions but ErrorText require that the context of a device is current,
// which holds while XLA runs a program on that device.
//
// Threads: any.

#ifndef ENVPOOL_CORE_XLA_CUDA_DRIVER_H_
#define ENVPOOL_CORE_XLA_CUDA_DRIVER_H_

#include <cstddef>

namespace envpool {

using CudaStream = void*;                // CUstream
using CudaAddress = unsigned long long;  // NOLINT(runtime/int): CUdeviceptr

/// Functions of the driver, under the driver's names. Each returns 0 or an
/// error number.
struct CudaDriver {
  int (*mem_host_alloc)(void** memory, std::size_t bytes, unsigned flags);
  int (*mem_free_host)(void* memory);
  int (*memcpy_dtoh_async)(void* to, CudaAddress from, std::size_t bytes,
                           CudaStream stream);
  int (*memcpy_htod_async)(CudaAddress to, const void* from, std::size_t bytes,
                           CudaStream stream);
  int (*stream_synchronize)(CudaStream stream);
  int (*get_error_string)(int error, const char** text);

  /// Throws std::runtime_error unless `result`, returned by `function`, is 0.
  void Check(int result, const char* function) const;
};

/// Loads the driver; null means functions of that name in the program itself.
/// Throws Error(kNotSupported) if the library is missing or lacks a function.
CudaDriver LoadCudaDriver(const char* library);

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_CUDA_DRIVER_H_
