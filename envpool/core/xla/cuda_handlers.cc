// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/cuda_handlers.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "envpool/core/xla/handlers.h"
#include "xla/ffi/api/ffi.h"

namespace envpool {
namespace {

std::atomic<StagingMemory*> given_memory = nullptr;

StagingMemory* Memory() {
  if (StagingMemory* given = given_memory.load()) {
    return given;
  }
  // Never destroyed: the driver may be unloaded before static destructors run.
  static auto* const memory = new StagingMemory(LoadCudaDriver("libcuda.so.1"));
  return memory;
}

/// The arrays of a call, staged on the host; the handle comes first.
class HostCall {
 public:
  HostCall(CudaStream stream, const HandleBuffer& handle,
           const HandleBuffer& handle_out, std::vector<Buffer> operands,
           std::vector<Buffer> results)
      : passes_handle_(handle.typed_data() != handle_out.typed_data()),
        call_(Memory(), stream, With(handle, std::move(operands)),
              passes_handle_ ? With(handle_out, std::move(results))
                             : std::move(results)) {
    CheckHandles(handle, handle_out);
    call_.Download();
  }

  [[nodiscard]] std::uint64_t number() const {
    std::uint64_t number = 0;
    std::memcpy(&number, call_.in()[0].data, sizeof(number));
    return number;
  }

  [[nodiscard]] std::vector<Buffer> TakeOperands() const {
    return {call_.in().begin() + 1, call_.in().end()};
  }

  [[nodiscard]] std::vector<Buffer> results() const {
    return {call_.out().begin() + (passes_handle_ ? 1 : 0), call_.out().end()};
  }

  /// Copies the results, and a handle that is not in place, to the device.
  void Finish() {
    if (passes_handle_) {
      std::memcpy(call_.out()[0].data, call_.in()[0].data,
                  sizeof(std::uint64_t));
    }
    call_.Upload();
  }

 private:
  static std::vector<Buffer> With(const HandleBuffer& handle,
                                  std::vector<Buffer> others) {
    const auto shape = handle.dimensions();
    others.insert(
        others.begin(),
        {DType::kUint8, {shape.begin(), shape.size()}, handle.untyped_data()});
    return others;
  }

  const bool passes_handle_;
  StagedCall call_;
};

using OnDevice = Handlers<HostCall, CudaStream>;
using Stream = ffi::PlatformStream<CudaStream>;

// Not marked as command-buffer compatible: CUDA graphs must not capture them.
XLA_FFI_DEFINE_HANDLER(send_handler, OnDevice::Send,
                       BindSend(ffi::Ffi::Bind().Ctx<Stream>()));
XLA_FFI_DEFINE_HANDLER(recv_handler, OnDevice::Recv,
                       BindRecv(ffi::Ffi::Bind().Ctx<Stream>()));
XLA_FFI_DEFINE_HANDLER(step_handler, OnDevice::Step,
                       BindStep(ffi::Ffi::Bind().Ctx<Stream>()));

}  // namespace

XlaHandlers CudaHandlers() {
  return {send_handler, recv_handler, step_handler};
}

void UseStagingMemory(StagingMemory* memory) { given_memory = memory; }

}  // namespace envpool
