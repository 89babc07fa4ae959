// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/cuda_driver.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

template <typename Function>
void Find(void* library, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(library, name));
  if (*function == nullptr) {
    throw Error(ErrorKind::kNotSupported,
                std::string("CUDA: expected a driver that has ") + name +
                    ", got one that is too old");
  }
}

}  // namespace

void CudaDriver::Check(int result, const char* function) const {
  if (result == 0) {
    return;
  }
  const char* text = nullptr;
  if (get_error_string(result, &text) != 0 || text == nullptr) {
    text = "unknown error";
  }
  throw std::runtime_error("CUDA: expected " + std::string(function) +
                           " to succeed, got error " + std::to_string(result) +
                           ": " + text);
}

CudaDriver LoadCudaDriver(const char* library) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);  // never closed
  if (handle == nullptr) {
    throw Error(ErrorKind::kNotSupported,
                "CUDA: expected the driver of an NVIDIA GPU, which cannot be "
                "loaded: " +
                    std::string(dlerror()));
  }
  CudaDriver driver{};
  Find(handle, "cuMemHostAlloc", &driver.mem_host_alloc);
  Find(handle, "cuMemFreeHost", &driver.mem_free_host);
  Find(handle, "cuMemcpyDtoHAsync_v2", &driver.memcpy_dtoh_async);
  Find(handle, "cuMemcpyHtoDAsync_v2", &driver.memcpy_htod_async);
  Find(handle, "cuStreamSynchronize", &driver.stream_synchronize);
  Find(handle, "cuGetErrorString", &driver.get_error_string);
  return driver;
}

}  // namespace envpool
