// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Column and Layout: the columns of a row of results (or of actions), without
// templates. A Layout places every column of a batch in one 64-byte aligned
// arena.
//
// Threads: immutable after construction. Errors: std::bad_alloc for a size that
// does not fit; Error(kArgument) for a negative extent.

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_LAYOUT_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_LAYOUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/dict.h"
#include "envpool/core/engine/memory/bound.h"
#include "envpool/core/export.h"
#include "envpool/core/spec.h"

namespace envpool {

enum class DType : std::uint8_t {
  kBool,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat32,
  kFloat64,
};
inline constexpr int kNumDTypes = 11;

template <typename T>
constexpr DType DTypeOf() {
  if constexpr (std::is_same_v<T, bool>) {
    return DType::kBool;
  } else if constexpr (std::is_floating_point_v<T>) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                  "element type without a dtype");
    return sizeof(T) == 4 ? DType::kFloat32 : DType::kFloat64;
  } else {
    static_assert(std::is_integral_v<T>, "element type without a dtype");
    constexpr int kWidth = sizeof(T) == 1   ? 0
                           : sizeof(T) == 2 ? 1
                           : sizeof(T) == 4 ? 2
                                            : 3;
    constexpr int kFirst = static_cast<int>(DType::kInt8);
    return static_cast<DType>(kFirst + 2 * kWidth +
                              (std::is_unsigned_v<T> ? 1 : 0));
  }
}

/// One key of a row.
struct Column {
  std::string key;
  DType dtype;               // the inner dtype of a Container
  std::size_t element_size;  // the pointer's size for a Container
  std::vector<int> shape;    // shape of one item, without the player axis
  bool per_player = false;   // one item per player instead of per env
  bool is_discrete = false;
  bool has_scalar_bounds = true;     // false: each element has its own bounds
  Bound low = 0, high = 0;           // scalar bounds (actions are checked)
  std::vector<Bound> lows, highs;    // bounds by element
  void (*destroy)(void*) = nullptr;  // for a Container; else null
  // Copies a Container with its content, or a bool; other items are copied as
  // bytes.
  void (*copy)(const void* from, void* to) = nullptr;

  [[nodiscard]] bool is_container() const { return destroy != nullptr; }
  /// Whether an action's values must lie within the bounds: integers, which may
  /// index an env's tables, and choices.
  [[nodiscard]] bool HasRange() const {
    const bool is_float = dtype == DType::kFloat32 || dtype == DType::kFloat64;
    return !is_container() && dtype != DType::kBool &&
           (is_discrete || !is_float);
  }
  [[nodiscard]] std::size_t ItemSize() const { return Prod(shape); }
  [[nodiscard]] std::size_t ItemBytes() const {
    return ItemSize() * element_size;
  }
};

/// Returns a new array with the same content.
template <typename D>
Container<D> Clone(const TArray<D>& source) {
  const std::vector<std::size_t> shape = source.Shape();
  auto clone = std::make_unique<TArray<D>>(
      Spec<D>(std::vector<int>(shape.begin(), shape.end())));
  std::copy_n(static_cast<const D*>(source.Data()), source.size,
              static_cast<D*>(clone->Data()));
  return clone;
}

template <typename D>
Column MakeColumn(const std::string& key, const Spec<D>& spec) {
  Column column;
  column.key = key;
  column.element_size = spec.element_size;
  column.shape = spec.shape;
  if (!spec.shape.empty() && spec.shape[0] == -1) {
    column.per_player = true;
    column.shape.erase(column.shape.begin());
  }
  if constexpr (requires { spec.inner_spec; }) {
    using Inner = typename std::remove_cvref_t<decltype(spec.inner_spec)>;
    column.dtype = DTypeOf<typename Inner::dtype>();
    column.destroy = [](void* item) { static_cast<D*>(item)->reset(); };
    column.copy = [](const void* from, void* to) {
      const D& source = *static_cast<const D*>(from);
      *static_cast<D*>(to) =
          source == nullptr ? nullptr : Clone<typename Inner::dtype>(*source);
    };
  } else {
    column.dtype = DTypeOf<D>();
    if constexpr (std::is_same_v<D, double>) {
      column.dtype = IsFloat32(spec) ? DType::kFloat32 : DType::kFloat64;
    }
    column.is_discrete = spec.is_discrete;
    column.low = std::get<0>(spec.bounds);
    column.high = std::get<1>(spec.bounds);
    const auto& [lows, highs] = spec.elementwise_bounds;
    column.has_scalar_bounds = lows.empty() || highs.empty();
    for (const D low : lows) {
      column.lows.emplace_back(low);
    }
    for (const D high : highs) {
      column.highs.emplace_back(high);
    }
  }
  if constexpr (std::is_same_v<D, bool>) {
    // A user's array may have other bytes than 0 and 1, a C++ bool may not.
    column.copy = [](const void* from, void* to) {
      const auto byte = *static_cast<const unsigned char*>(from);
      *static_cast<bool*>(to) = byte != 0;
    };
  }
  return column;
}

/// The columns of a Dict of Specs, in key order.
template <typename SpecDict>
std::vector<Column> MakeColumns(const SpecDict& specs) {
  std::vector<Column> columns;
  specs.Apply([&columns](auto key, const auto& spec) {
    columns.push_back(MakeColumn(key.Str(), spec));
  });
  return columns;
}

class ENVPOOL_EXPORT Layout {
 public:
  Layout(std::vector<Column> columns, int rows, int max_players);

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int max_players() const { return max_players_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t offset(std::size_t column) const {
    return offsets_[column];
  }
  /// Bytes from one row to the next; max_players items for a per-player column.
  [[nodiscard]] std::size_t stride(std::size_t column) const {
    return strides_[column];
  }
  [[nodiscard]] bool has_containers() const { return has_containers_; }
  /// Index of a key, or -1.
  [[nodiscard]] int Find(const std::string& key) const;

 private:
  std::vector<Column> columns_;
  int rows_;
  int max_players_;
  std::vector<std::size_t> offsets_;
  std::vector<std::size_t> strides_;
  std::size_t bytes_{0};
  bool has_containers_{false};
};

/// Zeroed memory for a Layout, 64-byte aligned.
class ENVPOOL_EXPORT Arena {
 public:
  /// Has room for `more` bytes after the columns.
  explicit Arena(const Layout& layout, std::size_t more = 0);
  /// Uses the caller's memory: BytesOf(layout) zero bytes, 64-byte aligned.
  explicit Arena(char* memory);
  /// The size of an arena in bytes, a multiple of 64.
  static std::size_t BytesOf(const Layout& layout, std::size_t more);
  [[nodiscard]] char* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(char* data) const noexcept;
  };
  std::unique_ptr<char, Free> data_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_LAYOUT_H_
