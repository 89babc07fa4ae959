// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// NumberReader: converts the numbers of one action key to the key's dtype while
// copying them, and refuses numbers that the key does not allow. Integers must
// lie within the bounds, bools must be 0 or 1, and choices must be whole
// numbers within the bounds. Other floats may have any value. Floats are never
// converted to integers.
//
// Each number is read only once; read_once.h says why.
//
// Threads: none. Errors: Error(kArgument) from Refuse.

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_NUMBER_READER_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_NUMBER_READER_H_

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT NumberReader {
 public:
  /// The column must outlive this object.
  explicit NumberReader(const Column& column);

  /// Whether numbers of this dtype can be read.
  [[nodiscard]] bool Takes(DType from) const {
    return copies_[static_cast<std::size_t>(from)] != nullptr;
  }
  /// Whether the column allows all numbers of this dtype.
  [[nodiscard]] bool IsFree(DType from) const {
    return check_ == nullptr &&
           (column_->dtype != DType::kBool || from == DType::kBool);
  }
  /// Copies numbers of a dtype for which Takes is true. Returns whether all
  /// numbers are allowed.
  bool Read(const void* from, DType dtype, std::size_t count, void* to) const {
    return copies_[static_cast<std::size_t>(dtype)](from, count, to) &&
           Allows(to, count);
  }
  /// Whether all these numbers, of the column's dtype, are allowed.
  [[nodiscard]] bool Allows(const void* numbers, std::size_t count) const {
    return check_ == nullptr || check_(*this, numbers, count);
  }
  /// Throws the error if some numbers are not allowed. `row` is the index of
  /// the first row.
  [[noreturn]] void Refuse(const void* from, DType dtype, std::size_t count,
                           std::size_t row = 0) const;

 private:
  using CopyFn = bool (*)(const void* from, std::size_t count, void* to);
  using CheckFn = bool (*)(const NumberReader& reader, const void* numbers,
                           std::size_t count);

  template <typename T>
  void SetUp();
  template <typename T>
  static bool AreAllowed(const NumberReader& reader, const void* numbers,
                         std::size_t count);
  template <typename T>
  static bool AreAllowedAvx2(const NumberReader& reader, const void* numbers,
                             std::size_t count);
  [[nodiscard]] std::pair<Bound, Bound> BoundsOf(std::size_t element) const;

  const Column* column_;
  std::array<CopyFn, kNumDTypes> copies_{};  // by dtype; null: not taken
  CheckFn check_{nullptr};                   // null: allows all numbers
  // The bounds of `period_` consecutive elements. The bounds of a row are
  // repeated for several rows, so that loops over them are long and thus fast.
  // For integers, highs_ holds the differences to lows_.
  std::size_t period_{1};
  std::unique_ptr<char[]> lows_;
  std::unique_ptr<char[]> highs_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_NUMBER_READER_H_
