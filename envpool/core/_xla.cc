// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// envpool.core._xla: send, recv and step as custom calls of XLA. This file has
// the CPU versions; xla/cuda_handlers.h has the GPU versions, and
// xla/handlers.h their common part.
//
// The first operand of each call is the handle, which holds the pool's number.
// The first result is the same handle, in the same buffer, so the data
// dependency between handles orders the calls. The pool is selected by an
// operand, so a compiled program holds no pointer that could dangle.
//
// Threads: called by XLA's threads, without the GIL. Errors: an ffi::Error with
// the name of the Python exception class and the text.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "envpool/core/binding/main_interpreter.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/engine/pool_lease.h"
#include "envpool/core/xla/cuda_handlers.h"
#include "envpool/core/xla/handlers.h"
#include "envpool/core/xla/transfer.h"
#include "xla/ffi/api/ffi.h"

namespace py = pybind11;

namespace envpool {
namespace {

/// A call with operands and results in host memory.
class CpuCall {
 public:
  CpuCall(HandleBuffer in, HandleBuffer out, std::vector<Buffer> operands,
          std::vector<Buffer> results)
      : in_(in),
        out_(out),
        operands_(std::move(operands)),
        results_(std::move(results)) {
    CheckHandles(in_, out_);
  }

  [[nodiscard]] std::uint64_t number() const {
    std::uint64_t number = 0;
    std::memcpy(&number, in_.typed_data(), sizeof(number));
    return number;
  }
  [[nodiscard]] std::vector<Buffer> TakeOperands() {
    return std::move(operands_);
  }
  [[nodiscard]] const std::vector<Buffer>& results() const { return results_; }
  void Finish() const {
    if (in_.typed_data() != out_.typed_data()) {
      std::memcpy(out_.typed_data(), in_.typed_data(), in_.size_bytes());
    }
  }

 private:
  const HandleBuffer in_;
  const HandleBuffer out_;
  std::vector<Buffer> operands_;
  const std::vector<Buffer> results_;
};

using OnCpu = Handlers<CpuCall>;

XLA_FFI_DEFINE_HANDLER(send_handler, OnCpu::Send, BindSend(ffi::Ffi::Bind()));
XLA_FFI_DEFINE_HANDLER(recv_handler, OnCpu::Recv, BindRecv(ffi::Ffi::Bind()));
XLA_FFI_DEFINE_HANDLER(step_handler, OnCpu::Step, BindStep(ffi::Ffi::Bind()));

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

/// Per column: key, dtype, row shape, whether it is ragged, and the maximal
/// number of rows per env.
py::list Describe(const Layout& layout) {
  static constexpr const char* kNames[] = {
      "bool",   "int8",  "uint8",  "int16",   "uint16", "int32",
      "uint32", "int64", "uint64", "float32", "float64"};
  py::list columns;
  for (const Column& column : layout.columns()) {
    columns.append(py::make_tuple(
        column.key, kNames[static_cast<int>(column.dtype)], column.shape,
        column.is_container(), column.per_player ? layout.max_players() : 1));
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
