// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionArray: a plain array of a user's that goes into one action column as it
// is, or after a cheap conversion. Whatever else a user may pass is left to
// envpool/python/actions/validate.py, which also says what is wrong with it.
//
// Numbers that have to be checked are copied first, see read_once.h; floats
// need no check, and are read from the user's memory when they are stored.
//
// Threads: with the GIL. Errors: none but std::bad_alloc; functions return
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
  /// Whether actions of this column may be read like this: floats, of which any
  /// value will do, and int32 with one pair of bounds.
  static bool CanRead(const Column& column);

  /// For arrays of at most so many rows. The column must outlive this object.
  ActionArray(const Column& column, npy_intp most_rows);

  /// Of an array with so many leading axes (0: one row, 1: rows). It must stay
  /// until it is stored; that is what the rest is about.
  bool Read(PyObject* object, int leading);
  /// Of numbers of a NumPy type.
  bool Read(const void* data, int type, npy_intp rows);

  [[nodiscard]] npy_intp rows() const { return rows_; }
  /// Whether they are float32 where the column has doubles.
  [[nodiscard]] bool widens() const { return widens_; }

  /// Writes `count` rows from row `first` on, one after the other.
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
  std::unique_ptr<std::int32_t[]> copy_;  // what was checked
  const char* data_{nullptr};
  npy_intp rows_{0};
  npy_intp from_bytes_{0};  // of a row of the array
  npy_intp to_bytes_{0};    // and of the column
  CastFn cast_{nullptr};    // null: the types are equal
  bool widens_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ACTION_ARRAY_H_
