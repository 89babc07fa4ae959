// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// envpool.core._xla: send, recv and step as custom calls of XLA. Here are
// those for the CPU.
//
// The first operand of each is the handle, which holds the pool's number, and
// the first result is the handle again, in the same buffer: the order of the
// calls is that of the handles. It is the operand that selects the pool, so
// that a compiled program holds nothing that could dangle.
//
// What the calls take is in xla/ffi_calls.h; those for GPUs are in
// xla/cuda_handlers.h.
//
// Threads: called by XLA's threads, without the GIL. Errors: an ffi::Error with
// the name of the Python class and the text.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "envpool/core/binding/native_pool.h"
#include "envpool/core/xla/cuda_handlers.h"
#include "envpool/core/xla/ffi_calls.h"
#include "envpool/core/xla/pool_lease.h"
#include "envpool/core/xla/transfer.h"
#include "xla/ffi/api/ffi.h"

namespace py = pybind11;

namespace envpool {
namespace {

/// Where the handle of a call is, and where it goes.
struct Handles {
  HandleBuffer in;
  HandleBuffer out;

  [[nodiscard]] std::uint64_t Number() const {
    CheckHandles(in, out);
    std::uint64_t number = 0;
    std::memcpy(&number, in.typed_data(), sizeof(number));
    return number;
  }
  void Pass() const {
    if (in.typed_data() != out.typed_data()) {
      std::memcpy(out.typed_data(), in.typed_data(), in.size_bytes());
    }
  }
};

Actions ActionsOf(const ffi::RemainingArgs& operands,
                  const ActionAttributes& of, int num_envs) {
  return ReadActions(
      operands.size(), [&](std::size_t i) { return Operand(operands, i); }, of,
      num_envs);
}

ffi::Error Send(HandleBuffer handle, ffi::RemainingArgs operands,
                ffi::Result<HandleBuffer> handle_out, std::int64_t signature,
                bool has_ids, bool has_players, Numbers low, Numbers high) {
  const Handles handles{handle, *handle_out};
  return Guarded([&] {
    const CheckedLease lease(handles.Number(), signature);
    Engine* engine = lease.engine();
    SendActions(engine,
                ActionsOf(operands, {has_ids, has_players, low, high},
                          engine->config().num_envs),
                false);
    handles.Pass();
  });
}

ffi::Error Recv(HandleBuffer handle, ffi::Result<HandleBuffer> handle_out,
                ffi::RemainingRets results, std::int64_t signature,
                std::int64_t rows, Numbers columns) {
  const Handles handles{handle, *handle_out};
  return Guarded([&] {
    const CheckedLease lease(handles.Number(), signature);
    ReceiveRows(lease, static_cast<int>(rows), AsSpan(columns),
                ReadResults(results));
    handles.Pass();
  });
}

ffi::Error Step(HandleBuffer handle, ffi::RemainingArgs operands,
                ffi::Result<HandleBuffer> handle_out,
                ffi::RemainingRets results, std::int64_t signature,
                bool has_ids, bool has_players, Numbers low, Numbers high,
                std::int64_t rows, Numbers columns) {
  const Handles handles{handle, *handle_out};
  return Guarded([&] {
    const CheckedLease lease(handles.Number(), signature);
    Engine* engine = lease.engine();
    const int count = static_cast<int>(rows);
    SendActions(engine,
                ActionsOf(operands, {has_ids, has_players, low, high},
                          engine->config().num_envs),
                true, count);
    ReceiveRows(lease, count, AsSpan(columns), ReadResults(results));
    handles.Pass();
  });
}

XLA_FFI_DEFINE_HANDLER(send_handler, Send, BindSend(ffi::Ffi::Bind()));
XLA_FFI_DEFINE_HANDLER(recv_handler, Recv, BindRecv(ffi::Ffi::Bind()));
XLA_FFI_DEFINE_HANDLER(step_handler, Step, BindStep(ffi::Ffi::Bind()));

py::dict AsCapsules(const XlaHandlers& handlers) {
  const auto capsule = [](XLA_FFI_Handler* handler) {
    return py::capsule(reinterpret_cast<void*>(handler),
                       "xla._CUSTOM_CALL_TARGET");
  };
  py::dict capsules;
  capsules["send"] = capsule(handlers.send);
  capsules["recv"] = capsule(handlers.recv);
  capsules["step"] = capsule(handlers.step);
  return capsules;
}

/// For each column its key, dtype, shape of a row, whether it is ragged, and
/// how many rows an env has at most.
py::list Describe(const Layout& layout) {
  static constexpr const char* kNames[] = {
      "bool",   "int8",  "uint8",  "int16",   "uint16", "int32",
      "uint32", "int64", "uint64", "float32", "float64"};
  py::list columns;
  for (const Column& column : layout.columns()) {
    columns.append(
        py::make_tuple(column.key, kNames[static_cast<int>(column.dtype)],
                       column.shape, column.destroy != nullptr,
                       column.per_player ? layout.max_players() : 1));
  }
  return columns;
}

}  // namespace
}  // namespace envpool

PYBIND11_MODULE(_xla, m) {
  m.def(
      "handlers",
      [] {
        py::dict handlers;
        handlers["cpu"] =
            envpool::AsCapsules({envpool::send_handler, envpool::recv_handler,
                                 envpool::step_handler});
        handlers["CUDA"] = envpool::AsCapsules(envpool::CudaHandlers());
        return handlers;
      },
      "The custom calls, as capsules by name, for each platform of XLA.");
  m.def(
      "describe",
      [](const envpool::NativePool& pool) {
        envpool::Engine* engine = pool.Usable();
        const envpool::SharedPool shared = envpool::DescribePool(engine);
        return py::make_tuple(shared.number,
                              static_cast<std::int64_t>(shared.signature),
                              envpool::Describe(engine->blocks()->layout()));
      },
      py::arg("pool"),
      "The pool's number, its signature and the columns of its results.");
}
