// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts XLA's operands, results and attributes to the types of transfer.h,
// and EnvPool's errors to XLA's.
//
// Threads: none. Errors: Error.

#ifndef ENVPOOL_CORE_XLA_FFI_CALLS_H_
#define ENVPOOL_CORE_XLA_FFI_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/pool_lease.h"
#include "envpool/core/xla/transfer.h"
#include "xla/ffi/api/ffi.h"

namespace envpool {

namespace ffi = ::xla::ffi;

using Numbers = ffi::Span<const std::int64_t>;
using HandleBuffer = ffi::Buffer<ffi::U8>;

/// The DType that corresponds to an XLA type.
inline DType DTypeOfXla(ffi::DataType type) {
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

inline Buffer AsBuffer(const ffi::AnyBuffer& buffer) {
  const auto shape = buffer.dimensions();
  return {DTypeOfXla(buffer.element_type()),
          {shape.begin(), shape.size()},
          buffer.untyped_data()};
}

inline std::vector<Buffer> ReadOperands(const ffi::RemainingArgs& operands) {
  std::vector<Buffer> buffers;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    buffers.push_back(AsBuffer(operands.get<ffi::AnyBuffer>(i).value()));
  }
  return buffers;
}

inline std::vector<Buffer> ReadResults(const ffi::RemainingRets& results) {
  std::vector<Buffer> buffers;
  for (std::size_t i = 0; i < results.size(); ++i) {
    buffers.push_back(AsBuffer(*results.get<ffi::AnyBuffer>(i).value()));
  }
  return buffers;
}

inline std::span<const std::int64_t> AsSpan(Numbers numbers) {
  return {numbers.begin(), numbers.size()};
}

/// Throws unless both handles have the size of a pool's number.
inline void CheckHandles(const HandleBuffer& in, const HandleBuffer& out) {
  if (in.size_bytes() != sizeof(std::uint64_t) ||
      out.size_bytes() != sizeof(std::uint64_t)) {
    throw Error(ErrorKind::kArgument, "handle: expected 8 bytes");
  }
}

/// A lease on the pool named by a handle. Throws unless the pool matches the
/// signature that the call was traced for.
class CheckedLease : public PoolLease {
 public:
  CheckedLease(std::uint64_t handle, std::int64_t traced) : PoolLease(handle) {
    if (signature() != static_cast<std::uint64_t>(traced)) {
      throw Error(ErrorKind::kArgument,
                  "handle: expected that of a pool with the num_envs, "
                  "batch_size, arrays and range of actions that the call was "
                  "traced for");
    }
  }
};

/// A one-dimensional array of env ids.
inline std::span<const int> AsIds(const Buffer& ids, const char* name) {
  static constexpr int kNone = 0;  // null means all envs
  if (ids.dtype != DType::kInt32 || ids.shape.size() != 1) {
    throw Error(ErrorKind::kArgument,
                std::string(name) + ": expected a one-dimensional int32 array");
  }
  const auto count = static_cast<std::size_t>(ids.shape[0]);
  return {count == 0 ? &kNone : static_cast<const int*>(ids.data), count};
}

/// Describes the operands of a call.
struct ActionAttributes {
  bool has_ids;
  bool has_players;
};

/// Converts the operands after the handle to actions.
inline Actions ReadActions(std::vector<Buffer> operands,
                           const ActionAttributes& of, int num_envs) {
  Actions actions{nullptr, num_envs, {}, {}};
  auto next = operands.begin();
  if (of.has_ids) {
    const std::span<const int> ids = AsIds(*next++, "env_id");
    actions.count = static_cast<int>(ids.size());
    actions.ids = ids.data();
  }
  if (of.has_players) {
    actions.owners = AsIds(*next++, "players.env_id");
  }
  operands.erase(operands.begin(), next);
  actions.buffers = std::move(operands);
  return actions;
}

inline ffi::Error ToXla(const Error& error) {
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
    case ErrorKind::kNotSupported:
      return make(ffi::ErrorCode::kUnimplemented, "NotSupportedError");
    default:
      return make(ffi::ErrorCode::kInternal, "EnvPoolError");
  }
}

/// Runs the body of a handler; no exception may reach XLA.
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

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_FFI_CALLS_H_
