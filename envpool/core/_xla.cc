// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// envpool.core._xla: send, recv and step as custom calls of XLA, on the CPU.
//
// The first operand of each is the handle, which holds the pool's number, and
// the first result is the handle again, in the same buffer: the order of the
// calls is that of the handles. It is the operand that selects the pool, so
// that a compiled program holds nothing that could dangle.
//
// Operands: handle; env ids (int32) if `has_ids`; the env id of each player's
// row (int32) if `has_players`; an array for each action key. Results: handle;
// an array for each of `columns`.
//
// Threads: called by XLA's threads, without the GIL. Errors: an ffi::Error with
// the name of the Python class and the text.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "envpool/core/binding/native_pool.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/xla/pool_lease.h"
#include "envpool/core/xla/transfer.h"
#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;
namespace py = pybind11;

namespace envpool {
namespace {

using Numbers = ffi::Span<const std::int64_t>;

/// As DTypeOf, of XLA's types.
DType DTypeOfXla(ffi::DataType type) {
  switch (type) {
    case ffi::DataType::PRED:
      return DType::kBool;
    case ffi::DataType::S8:
      return DType::kInt8;
    case ffi::DataType::U8:
      return DType::kUint8;
    case ffi::DataType::S16:
      return DType::kInt16;
    case ffi::DataType::U16:
      return DType::kUint16;
    case ffi::DataType::S32:
      return DType::kInt32;
    case ffi::DataType::U32:
      return DType::kUint32;
    case ffi::DataType::S64:
      return DType::kInt64;
    case ffi::DataType::U64:
      return DType::kUint64;
    case ffi::DataType::F32:
      return DType::kFloat32;
    case ffi::DataType::F64:
      return DType::kFloat64;
    default:
      throw Error(ErrorKind::kArgumentType,
                  "expected arrays of bools, integers, float32 or float64");
  }
}

Buffer AsBuffer(const ffi::AnyBuffer& buffer) {
  const auto shape = buffer.dimensions();
  return {DTypeOfXla(buffer.element_type()),
          {shape.begin(), shape.size()},
          buffer.untyped_data()};
}

Buffer Operand(const ffi::RemainingArgs& operands, std::size_t i) {
  return AsBuffer(operands.get<ffi::AnyBuffer>(i).value());
}

std::span<const std::int64_t> AsSpan(Numbers numbers) {
  return {numbers.begin(), numbers.size()};
}

/// Where the handle of a call is, and where it goes.
struct Handles {
  ffi::Buffer<ffi::U8> in;
  ffi::Buffer<ffi::U8> out;

  [[nodiscard]] std::uint64_t Number() const {
    std::uint64_t number = 0;
    if (in.size_bytes() != sizeof(number) ||
        out.size_bytes() != sizeof(number)) {
      throw Error(ErrorKind::kArgument, "handle: expected 8 bytes");
    }
    std::memcpy(&number, in.typed_data(), sizeof(number));
    return number;
  }
  void Pass() const {
    if (in.typed_data() != out.typed_data()) {
      std::memcpy(out.typed_data(), in.typed_data(), in.size_bytes());
    }
  }
};

/// A lease on the pool that a handle names, which must be one of those that the
/// call was traced for.
class CheckedLease : public PoolLease {
 public:
  CheckedLease(const Handles& handles, std::int64_t traced)
      : PoolLease(handles.Number()) {
    if (signature() != static_cast<std::uint64_t>(traced)) {
      throw Error(ErrorKind::kArgument,
                  "handle: expected that of a pool with the num_envs, "
                  "batch_size, arrays and range of actions that the call was "
                  "traced for");
    }
  }
};

/// A vector of env ids.
std::span<const int> IdsOperand(const ffi::RemainingArgs& operands,
                                std::size_t i, const char* name) {
  static constexpr int kNone = 0;  // null would stand for all envs
  const Buffer ids = Operand(operands, i);
  if (ids.dtype != DType::kInt32 || ids.shape.size() != 1) {
    throw Error(ErrorKind::kArgument,
                std::string(name) + ": expected a one-dimensional int32 array");
  }
  const auto count = static_cast<std::size_t>(ids.shape[0]);
  return {count == 0 ? &kNone : static_cast<const int*>(ids.data), count};
}

/// What the operands of a call are, and the ranges of the actions.
struct ActionAttributes {
  bool has_ids;
  bool has_players;
  Numbers low;
  Numbers high;
};

Actions ReadActions(const ffi::RemainingArgs& operands,
                    const ActionAttributes& of, int num_envs) {
  Actions actions{nullptr, num_envs, {}, AsSpan(of.low), AsSpan(of.high), {}};
  std::size_t next = 0;
  if (of.has_ids) {
    const std::span<const int> ids = IdsOperand(operands, next++, "env_id");
    actions.count = static_cast<int>(ids.size());
    actions.ids = ids.data();
  }
  if (of.has_players) {
    actions.owners = IdsOperand(operands, next++, "players.env_id");
  }
  for (; next < operands.size(); ++next) {
    actions.buffers.push_back(Operand(operands, next));
  }
  return actions;
}

std::vector<Buffer> ReadResults(const ffi::RemainingRets& results) {
  std::vector<Buffer> buffers;
  for (std::size_t i = 0; i < results.size(); ++i) {
    buffers.push_back(AsBuffer(*results.get<ffi::AnyBuffer>(i).value()));
  }
  return buffers;
}

ffi::Error ToXla(const Error& error) {
  const auto make = [&error](ffi::ErrorCode code, const char* name) {
    return ffi::Error(code, std::string(name) + ": " + error.what());
  };
  switch (error.kind) {
    case ErrorKind::kArgument:
      return make(ffi::ErrorCode::kInvalidArgument, "ArgumentError");
    case ErrorKind::kArgumentType:
      return make(ffi::ErrorCode::kInvalidArgument, "ArgumentTypeError");
    case ErrorKind::kEnvId:
      return make(ffi::ErrorCode::kInvalidArgument, "EnvIdError");
    case ErrorKind::kProtocol:
      return make(ffi::ErrorCode::kFailedPrecondition, "ProtocolError");
    case ErrorKind::kClosed:
      return make(ffi::ErrorCode::kFailedPrecondition, "ClosedError");
    case ErrorKind::kForked:
      return make(ffi::ErrorCode::kFailedPrecondition, "ForkedError");
    case ErrorKind::kEnvStep:
      return make(ffi::ErrorCode::kAborted, "EnvStepError");
    default:
      return make(ffi::ErrorCode::kInternal, "EnvPoolError");
  }
}

/// The body of a handler: no exception may reach XLA.
template <typename F>
ffi::Error Guarded(F&& f) noexcept {
  try {
    f();
    return ffi::Error::Success();
  } catch (const Error& error) {
    return ToXla(error);
  } catch (const std::bad_alloc&) {
    return ffi::Error(ffi::ErrorCode::kResourceExhausted, "out of memory");
  } catch (const std::exception& error) {
    return ffi::Error::Internal(error.what());
  } catch (...) {
    return ffi::Error::Internal("an exception that is not a std::exception");
  }
}

ffi::Error Send(ffi::Buffer<ffi::U8> handle, ffi::RemainingArgs operands,
                ffi::Result<ffi::Buffer<ffi::U8>> handle_out,
                std::int64_t signature, bool has_ids, bool has_players,
                Numbers low, Numbers high) {
  const Handles handles{handle, *handle_out};
  return Guarded([&] {
    const CheckedLease lease(handles, signature);
    Engine* engine = lease.engine();
    SendActions(engine,
                ReadActions(operands, {has_ids, has_players, low, high},
                            engine->config().num_envs),
                false);
    handles.Pass();
  });
}

ffi::Error Recv(ffi::Buffer<ffi::U8> handle,
                ffi::Result<ffi::Buffer<ffi::U8>> handle_out,
                ffi::RemainingRets results, std::int64_t signature,
                std::int64_t rows, Numbers columns) {
  const Handles handles{handle, *handle_out};
  return Guarded([&] {
    const CheckedLease lease(handles, signature);
    ReceiveRows(lease, static_cast<int>(rows), AsSpan(columns),
                ReadResults(results));
    handles.Pass();
  });
}

ffi::Error Step(ffi::Buffer<ffi::U8> handle, ffi::RemainingArgs operands,
                ffi::Result<ffi::Buffer<ffi::U8>> handle_out,
                ffi::RemainingRets results, std::int64_t signature,
                bool has_ids, bool has_players, Numbers low, Numbers high,
                std::int64_t rows, Numbers columns) {
  const Handles handles{handle, *handle_out};
  return Guarded([&] {
    const CheckedLease lease(handles, signature);
    Engine* engine = lease.engine();
    const int count = static_cast<int>(rows);
    SendActions(engine,
                ReadActions(operands, {has_ids, has_players, low, high},
                            engine->config().num_envs),
                true, count);
    ReceiveRows(lease, count, AsSpan(columns), ReadResults(results));
    handles.Pass();
  });
}

XLA_FFI_DEFINE_HANDLER(send_handler, Send,
                       ffi::Ffi::Bind()
                           .Arg<ffi::Buffer<ffi::U8>>()
                           .RemainingArgs()
                           .Ret<ffi::Buffer<ffi::U8>>()
                           .Attr<std::int64_t>("signature")
                           .Attr<bool>("has_ids")
                           .Attr<bool>("has_players")
                           .Attr<Numbers>("low")
                           .Attr<Numbers>("high"));

XLA_FFI_DEFINE_HANDLER(recv_handler, Recv,
                       ffi::Ffi::Bind()
                           .Arg<ffi::Buffer<ffi::U8>>()
                           .Ret<ffi::Buffer<ffi::U8>>()
                           .RemainingRets()
                           .Attr<std::int64_t>("signature")
                           .Attr<std::int64_t>("rows")
                           .Attr<Numbers>("columns"));

XLA_FFI_DEFINE_HANDLER(step_handler, Step,
                       ffi::Ffi::Bind()
                           .Arg<ffi::Buffer<ffi::U8>>()
                           .RemainingArgs()
                           .Ret<ffi::Buffer<ffi::U8>>()
                           .RemainingRets()
                           .Attr<std::int64_t>("signature")
                           .Attr<bool>("has_ids")
                           .Attr<bool>("has_players")
                           .Attr<Numbers>("low")
                           .Attr<Numbers>("high")
                           .Attr<std::int64_t>("rows")
                           .Attr<Numbers>("columns"));

py::capsule AsCapsule(XLA_FFI_Handler* handler) {
  return py::capsule(reinterpret_cast<void*>(handler),
                     "xla._CUSTOM_CALL_TARGET");
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
        handlers["send"] = envpool::AsCapsule(envpool::send_handler);
        handlers["recv"] = envpool::AsCapsule(envpool::recv_handler);
        handlers["step"] = envpool::AsCapsule(envpool::step_handler);
        return handlers;
      },
      "The custom calls, as capsules by name.");
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
