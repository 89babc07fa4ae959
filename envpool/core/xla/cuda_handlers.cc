// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/cuda_handlers.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "envpool/core/xla/ffi_calls.h"
#include "xla/ffi/api/ffi.h"

namespace envpool {
namespace {

std::atomic<StagingMemory*> given_memory = nullptr;

StagingMemory* Memory() {
  if (StagingMemory* given = given_memory.load()) {
    return given;
  }
  // Never destroyed: at the end of the process the driver may be gone before.
  static auto* const memory = new StagingMemory(LoadCudaDriver("libcuda.so.1"));
  return memory;
}

/// The arrays of a call, on the host: the handle first, then the others.
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

  [[nodiscard]] std::uint64_t handle() const {
    std::uint64_t number = 0;
    std::memcpy(&number, call_.in()[0].data, sizeof(number));
    return number;
  }

  [[nodiscard]] Actions actions(const ActionAttributes& of,
                                int num_envs) const {
    return ReadActions(
        call_.in().size() - 1,
        [this](std::size_t i) { return call_.in()[i + 1]; }, of, num_envs);
  }

  [[nodiscard]] std::vector<Buffer> results() const {
    return {call_.out().begin() + (passes_handle_ ? 1 : 0), call_.out().end()};
  }

  /// Copies the results to the device, and the handle if it is another buffer.
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

std::vector<Buffer> ReadOperands(const ffi::RemainingArgs& operands) {
  std::vector<Buffer> buffers;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    buffers.push_back(Operand(operands, i));
  }
  return buffers;
}

ffi::Error Send(CudaStream stream, HandleBuffer handle,
                ffi::RemainingArgs operands,
                ffi::Result<HandleBuffer> handle_out, std::int64_t signature,
                bool has_ids, bool has_players, Numbers low, Numbers high) {
  return Guarded([&] {
    HostCall call(stream, handle, *handle_out, ReadOperands(operands), {});
    const CheckedLease lease(call.handle(), signature);
    Engine* engine = lease.engine();
    SendActions(engine,
                call.actions({has_ids, has_players, low, high},
                             engine->config().num_envs),
                false);
    call.Finish();
  });
}

ffi::Error Recv(CudaStream stream, HandleBuffer handle,
                ffi::Result<HandleBuffer> handle_out,
                ffi::RemainingRets results, std::int64_t signature,
                std::int64_t rows, Numbers columns) {
  return Guarded([&] {
    HostCall call(stream, handle, *handle_out, {}, ReadResults(results));
    const CheckedLease lease(call.handle(), signature);
    ReceiveRows(lease, static_cast<int>(rows), AsSpan(columns), call.results());
    call.Finish();
  });
}

ffi::Error Step(CudaStream stream, HandleBuffer handle,
                ffi::RemainingArgs operands,
                ffi::Result<HandleBuffer> handle_out,
                ffi::RemainingRets results, std::int64_t signature,
                bool has_ids, bool has_players, Numbers low, Numbers high,
                std::int64_t rows, Numbers columns) {
  return Guarded([&] {
    HostCall call(stream, handle, *handle_out, ReadOperands(operands),
                  ReadResults(results));
    const CheckedLease lease(call.handle(), signature);
    Engine* engine = lease.engine();
    const int count = static_cast<int>(rows);
    SendActions(engine,
                call.actions({has_ids, has_players, low, high},
                             engine->config().num_envs),
                true, count);
    ReceiveRows(lease, count, AsSpan(columns), call.results());
    call.Finish();
  });
}

using Stream = ffi::PlatformStream<CudaStream>;

// Without the trait of calls that CUDA graphs may capture.
XLA_FFI_DEFINE_HANDLER(send_handler, Send,
                       BindSend(ffi::Ffi::Bind().Ctx<Stream>()));
XLA_FFI_DEFINE_HANDLER(recv_handler, Recv,
                       BindRecv(ffi::Ffi::Bind().Ctx<Stream>()));
XLA_FFI_DEFINE_HANDLER(step_handler, Step,
                       BindStep(ffi::Ffi::Bind().Ctx<Stream>()));

}  // namespace

XlaHandlers CudaHandlers() {
  return {send_handler, recv_handler, step_handler};
}

void UseStagingMemory(StagingMemory* memory) { given_memory = memory; }

}  // namespace envpool
