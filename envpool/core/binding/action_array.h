// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionArray: reads a user's array of any layout and dtype for one action
// column, or throws an error that describes the mistake. validate.py converts
// other objects to arrays.
//
// Numbers that need a check are copied first, see read_once.h. Store reads
// other numbers, such as floats, from the user's memory.
//
// Threads: with the GIL. Errors: Error, std::bad_alloc.

#ifndef ENVPOOL_CORE_BINDING_ACTION_ARRAY_H_
#define ENVPOOL_CORE_BINDING_ACTION_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/engine/memory/number_reader.h"

namespace envpool {

class ActionArray {
 public:
  /// For arrays of at most `most_rows` rows. Column and reader must outlive
  /// this object.
  ActionArray(const Column& column, const NumberReader& reader,
              npy_intp most_rows);

  /// Reads an array with one row for each env or, if `of_players`, for each
  /// player; `rows` is their number. Returns false for a dtype that is not a
  /// DType. The array must outlive Store.
  bool Read(PyArrayObject* array, npy_intp rows, bool of_players);
  /// Reads a single number, the only row.
  void Read(std::int64_t number);
  /// Throws Error(kArgument) unless the shape fits `rows` rows. The row axis
  /// may be missing for a single row, and the item axis for rows of one choice.
  void CheckShape(const std::vector<npy_intp>& shape, npy_intp rows,
                  const char* what) const;

  /// Whether the array is float32 and the column double.
  [[nodiscard]] bool widens() const { return widens_; }

  /// Writes `count` adjacent rows, from row `first` on.
  void Store(npy_intp first, npy_intp count, char* to) const {
    constexpr npy_intp kWord = 4;  // usual, and quick if it is a constant
    const char* from = data_ + first * row_bytes_;
    if (is_same_ && count * row_bytes_ == kWord) {
      std::memcpy(to, from, kWord);
    } else if (is_same_) {
      std::memcpy(to, from, count * row_bytes_);
    } else {
      reader_->Read(from, dtype_, count * item_, to);
    }
  }
  /// A new array of the rows, float32 if `widens`. Row i goes to position
  /// `places[i]`; if `places` is null, the order stays.
  [[nodiscard]] PyRef ToArray(npy_intp rows, const npy_intp* places) const;

 private:
  [[nodiscard]] bool HasShape(const npy_intp* dims, std::size_t size,
                              npy_intp rows) const;
  void Use(DType source);
  void ReadNumbers(const void* data, npy_intp count);

  const Column* column_;
  const NumberReader* reader_;
  npy_intp most_rows_;
  npy_intp item_;                       // elements in a row
  bool is_choice_;                      // a row is one integer of a small range
  std::unique_ptr<char[]> copy_;        // checked numbers
  std::int64_t number_{0};              // the number that was read
  std::unique_ptr<char[]> contiguous_;  // copy of a non-contiguous array
  // The following members depend on the type of the last array.
  int type_{-1};         // NumPy's type number
  DType source_{};       // the array's dtype
  bool is_free_{false};  // no number of this dtype needs a check
  bool widens_{false};
  DType dtype_{};       // dtype of the stored numbers
  bool is_same_{true};  // Store copies bytes
  npy_intp row_bytes_{0};
  const char* data_{nullptr};  // the numbers to store
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ACTION_ARRAY_H_
