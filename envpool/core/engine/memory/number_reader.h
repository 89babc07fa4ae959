// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// NumberReader: copies the numbers of one action key, whatever their dtype, as
// the key's own dtype, and refuses those that the key does not allow. Integers
// must lie within the bounds, bools are 0 or 1, choices are whole numbers
// within the bounds; other floats may have any value. Floats are never
// converted to integers.
//
// Each number is read once, see read_once.h.
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
  /// Copies numbers of a dtype that it takes. Returns whether all are allowed.
  bool Read(const void* from, DType dtype, std::size_t count, void* to) const {
    return copies_[static_cast<std::size_t>(dtype)](from, count, to) &&
           Allows(to, count);
  }
  /// Whether these numbers, of the column's dtype, are allowed.
  [[nodiscard]] bool Allows(const void* numbers, std::size_t count) const {
    return check_ == nullptr || check_(*this, numbers, count);
  }
  /// Throws the error for numbers that are not allowed. `row`: the first one.
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
  [[nodiscard]] std::pair<Bound, Bound> BoundsOf(std::size_t element) const;

  const Column* column_;
  std::array<CopyFn, kNumDTypes> copies_{};  // by dtype; null: not taken
  CheckFn check_{nullptr};                   // null: allows all numbers
  // The bounds of so many elements, one after the other: of one, or of several
  // rows, since long loops are quick. Of integers, the second array has how far
  // they may be above the lower bound.
  std::size_t period_{1};
  std::unique_ptr<char[]> lows_;
  std::unique_ptr<char[]> highs_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_NUMBER_READER_H_
