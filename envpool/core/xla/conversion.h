// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Conversions between arrays of compiled programs and columns of pools, used
// for sending and receiving.

#ifndef ENVPOOL_CORE_XLA_CONVERSION_H_
#define ENVPOOL_CORE_XLA_CONVERSION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/engine/with_type.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {

inline bool HasRows(const Buffer& buffer, std::int64_t rows,
                    const Column& column) {
  return buffer.shape.size() == column.shape.size() + 1 &&
         buffer.shape[0] == rows &&
         std::equal(column.shape.begin(), column.shape.end(),
                    buffer.shape.begin() + 1);
}

/// Whether `buffer` is the 32-bit counterpart of a 64-bit column. JAX has no
/// 64-bit types by default.
inline bool IsHalf(DType column, DType buffer) {
  return (column == DType::kFloat64 && buffer == DType::kFloat32) ||
         (column == DType::kInt64 && buffer == DType::kInt32) ||
         (column == DType::kUint64 && buffer == DType::kUint32);
}

/// Throws unless `fits`. Tracing ensures that arrays fit; this is a safeguard.
inline void Require(bool fits, const Column& column) {
  if (!fits) {
    throw Error(ErrorKind::kArgument,
                column.key +
                    ": the call was traced for a pool with other "
                    "arrays");
  }
}

template <typename From, typename To>
void Convert(const void* from, void* to, std::size_t count) {
  const auto* source = static_cast<const From*>(from);
  auto* target = static_cast<To*>(to);
  for (std::size_t i = 0; i < count; ++i) {
    target[i] = static_cast<To>(source[i]);
  }
}

/// Throws unless a synchronous pool, which returns all pending results, will
/// have `rows` of them, the number that the call was traced for. `more` is the
/// number of envs about to be sent.
void CheckPending(const Engine& engine, int more, int rows);

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_CONVERSION_H_
