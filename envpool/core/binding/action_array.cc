// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/action_array.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "envpool/core/binding/plain_numbers.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {
namespace {

/// Whether a row is one integer of a small range, as in `int_bounds` of
/// spaces.py.
bool IsChoice(const Column& column) {
  constexpr Bound kMost = 1 << 20;
  return column.ItemSize() == 1 && column.has_scalar_bounds &&
         column.low.IsWhole() && column.high.IsWhole() &&
         (IsInteger(column.dtype) || column.is_discrete) &&
         column.low <= column.high && column.high < kMost &&
         std::isfinite(column.low.number());
}

}  // namespace

ActionArray::ActionArray(const Column& column, const NumberReader& reader,
                         npy_intp most_rows)
    : column_(&column),
      reader_(&reader),
      most_rows_(most_rows),
      item_(static_cast<npy_intp>(column.ItemSize())),
      is_choice_(IsChoice(column)) {}

bool ActionArray::HasShape(const npy_intp* dims, std::size_t size,
                           npy_intp rows) const {
  const std::vector<int>& shape = column_->shape;
  if (size == shape.size() + 1 && dims[0] == rows &&
      std::equal(shape.begin(), shape.end(), dims + 1)) {
    return true;
  }
  return (rows == 1 && size == shape.size() &&
          std::equal(shape.begin(), shape.end(), dims)) ||
         (is_choice_ && size == 1 && dims[0] == rows);
}

void ActionArray::CheckShape(const std::vector<npy_intp>& shape, npy_intp rows,
                             const char* what) const {
  if (HasShape(shape.data(), shape.size(), rows)) {
    return;
  }
  std::vector<npy_intp> expected = {rows};
  expected.insert(expected.end(), column_->shape.begin(), column_->shape.end());
  throw Error(ErrorKind::kArgument, column_->key + ": expected shape " +
                                        ShapeText(expected) + ", " + what +
                                        ", got shape " + ShapeText(shape));
}

void ActionArray::Use(DType source) {
  source_ = source;
  is_free_ = reader_->IsFree(source);
  widens_ = source == DType::kFloat32 && column_->dtype == DType::kFloat64;
  dtype_ = is_free_ ? source : column_->dtype;
  // A bool in a user's array may hold any byte, so bools are always converted.
  is_same_ = dtype_ == column_->dtype && dtype_ != DType::kBool;
  row_bytes_ = item_ * static_cast<npy_intp>(SizeOf(dtype_));
}

bool ActionArray::Read(PyArrayObject* array, npy_intp rows, bool of_players) {
  if (PyArray_TYPE(array) != type_) {
    const std::optional<DType> source = DTypeOf(array);
    if (!source) {
      return false;
    }
    Use(*source);
    type_ = PyArray_TYPE(array);
  }
  if (!HasShape(PyArray_DIMS(array), PyArray_NDIM(array), rows)) {
    const std::string what = "one row for each of " + std::to_string(rows) +
                             (of_players ? " players" : " envs");
    CheckShape(ShapeOf(array), rows, what.c_str());
  }
  const npy_intp count = rows * item_;
  if (!reader_->Takes(source_) && count > 0) {
    throw Error(ErrorKind::kArgumentType,
                column_->key + ": expected " + DTypeText(column_->dtype) +
                    ", got dtype " + DTypeText(array) +
                    "; floats are not cast to integers");
  }
  const void* data = PyArray_DATA(array);
  if (!IsPlain(array)) {
    if (contiguous_ == nullptr) {
      constexpr npy_intp kMaxBytes = 8;  // bytes per number
      contiguous_ = std::make_unique_for_overwrite<char[]>(most_rows_ * item_ *
                                                           kMaxBytes);
    }
    CopyNumbers(array, contiguous_.get());
    data = contiguous_.get();
  }
  ReadNumbers(data, count);
  return true;
}

void ActionArray::Read(std::int64_t number) {
  if (type_ != NPY_INT64) {
    Use(DType::kInt64);
    type_ = NPY_INT64;
  }
  number_ = number;
  ReadNumbers(&number_, 1);
}

void ActionArray::ReadNumbers(const void* data, npy_intp count) {
  data_ = static_cast<const char*>(data);
  if (is_free_ || count == 0) {
    return;
  }
  if (copy_ == nullptr) {
    copy_ = std::make_unique_for_overwrite<char[]>(
        most_rows_ * item_ * static_cast<npy_intp>(column_->element_size));
  }
  if (!reader_->Read(data, source_, count, copy_.get())) {
    reader_->Refuse(data, source_, count);
  }
  data_ = copy_.get();
}

PyRef ActionArray::ToArray(npy_intp rows, const npy_intp* places) const {
  std::vector<npy_intp> dims = {rows};
  dims.insert(dims.end(), column_->shape.begin(), column_->shape.end());
  PyRef made = PyRef::Steal(PyArray_SimpleNew(
      static_cast<int>(dims.size()), dims.data(), NumpyType(column_->dtype)));
  auto* array = reinterpret_cast<PyArrayObject*>(made.get());
  auto* to = static_cast<char*>(PyArray_DATA(array));
  const auto bytes = static_cast<npy_intp>(column_->ItemBytes());
  for (npy_intp row = 0; row < rows; ++row) {
    Store(row, 1, to + (places == nullptr ? row : places[row]) * bytes);
  }
  return widens_ ? PyRef::Steal(PyArray_Cast(array, NPY_FLOAT32)) : made;
}

}  // namespace envpool
