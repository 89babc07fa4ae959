// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionArray: reads a user's plain array for one action column, as it is or
// with a cheap conversion. envpool/python/actions/validate.py converts all
// other objects, and raises the errors.
//
// Integers are copied before they are checked, see read_once.h. Floats need no
// check; Store reads them from the user's memory.
//
// Threads: with the GIL. Errors: std::bad_alloc; otherwise functions return
// false.

#ifndef ENVPOOL_CORE_BINDING_ACTION_ARRAY_H_
#define ENVPOOL_CORE_BINDING_ACTION_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/engine/memory/layout.h"

namespace envpool {

/// C-contiguous, aligned and in the byte order of this machine.
bool IsPlain(PyArrayObject* array);

class ActionArray {
 public:
  /// Whether this class reads actions of the column: floats that may have any
  /// value, and int32 with one pair of bounds.
  static bool CanRead(const Column& column);

  /// For arrays of at most `most_rows` rows. The column must outlive this
  /// object.
  ActionArray(const Column& column, npy_intp most_rows);

  /// Reads an array with `leading` axes before those of a row (0: one row,
  /// 1: rows). The array must outlive Store(); accessors refer to it.
  bool Read(PyObject* object, int leading);
  /// Reads rows of numbers; `type` is NumPy's.
  bool Read(const void* data, int type, npy_intp rows);

  [[nodiscard]] npy_intp rows() const { return rows_; }
  /// Whether the array is float32 and the column double.
  [[nodiscard]] bool widens() const { return widens_; }

  /// Writes `count` adjacent rows, from row `first` on.
  void Store(npy_intp first, npy_intp count, char* to) const {
    const char* from = data_ + first * from_bytes_;
    if (cast_ == nullptr) {
      std::memcpy(to, from, count * to_bytes_);
    } else {
      cast_(from, to, count * item_);
    }
  }

 private:
  using CastFn = void (*)(const void* from, char* to, npy_intp count);
  static CastFn PickCast(int from, DType to);
  bool ReadInts(const void* data, int type, npy_intp count);

  const Column* column_;
  npy_intp most_rows_;
  npy_intp item_;                         // elements of a row
  std::unique_ptr<std::int32_t[]> copy_;  // checked integers
  const char* data_{nullptr};
  npy_intp rows_{0};
  npy_intp from_bytes_{0};  // of a row in the array
  npy_intp to_bytes_{0};    // of a row in the column
  CastFn cast_{nullptr};    // null: the types are equal
  bool widens_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ACTION_ARRAY_H_
