// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Maps a dtype that is known at run time to a C++ type.
//
// Threads: any. Errors: those of `f`.

#ifndef ENVPOOL_CORE_ENGINE_WITH_TYPE_H_
#define ENVPOOL_CORE_ENGINE_WITH_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "envpool/core/engine/memory/layout.h"

namespace envpool {

/// Calls `f` with a zero of the C++ type that corresponds to the dtype.
template <typename F>
void WithType(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kBool:
      return f(bool{});
    case DType::kInt8:
      return f(std::int8_t{});
    case DType::kUint8:
      return f(std::uint8_t{});
    case DType::kInt16:
      return f(std::int16_t{});
    case DType::kUint16:
      return f(std::uint16_t{});
    case DType::kInt32:
      return f(std::int32_t{});
    case DType::kUint32:
      return f(std::uint32_t{});
    case DType::kInt64:
      return f(std::int64_t{});
    case DType::kUint64:
      return f(std::uint64_t{});
    case DType::kFloat32:
      return f(float{});
    case DType::kFloat64:
      return f(double{});
  }
}

/// The size of a number.
inline std::size_t SizeOf(DType dtype) {
  std::size_t size = 0;
  WithType(dtype, [&size](auto zero) { size = sizeof(zero); });
  return size;
}

inline bool IsInteger(DType dtype) {
  return dtype > DType::kBool && dtype < DType::kFloat32;
}

/// Like WithType for integers only; does nothing for other dtypes.
template <typename F>
void WithInteger(DType dtype, F&& f) {
  WithType(dtype, [&f](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      f(zero);
    }
  });
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_WITH_TYPE_H_
