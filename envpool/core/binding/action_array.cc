// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/action_array.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "envpool/core/engine/memory/read_once.h"

namespace envpool {
namespace {

/// A float with any value; the values of choices need a check.
bool IsPlainFloat(const Column& column) {
  return !column.is_discrete &&
         (column.dtype == DType::kFloat32 || column.dtype == DType::kFloat64);
}

template <typename From, typename To>
void Cast(const void* from, char* to, npy_intp count) {
  const auto* __restrict source = static_cast<const From*>(from);
  auto* __restrict target = reinterpret_cast<To*>(to);
  for (npy_intp i = 0; i < count; ++i) {
    target[i] = static_cast<To>(source[i]);
  }
}

}  // namespace

bool IsPlain(PyArrayObject* array) {
  return PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY_RO) &&
         PyArray_ISNBO(PyArray_DESCR(array)->byteorder);
}

bool ActionArray::CanRead(const Column& column) {
  return column.destroy == nullptr &&
         (IsPlainFloat(column) ||
          (column.dtype == DType::kInt32 && column.has_scalar_bounds));
}

ActionArray::ActionArray(const Column& column, npy_intp most_rows)
    : column_(&column),
      most_rows_(most_rows),
      item_(static_cast<npy_intp>(column.ItemSize())) {}

/// Conversion between two types of floats.
ActionArray::CastFn ActionArray::PickCast(int from, DType to) {
  if (from == NPY_FLOAT64 && to == DType::kFloat32) {
    return Cast<double, float>;
  }
  if (from == NPY_FLOAT32 && to == DType::kFloat64) {
    return Cast<float, double>;
  }
  return nullptr;
}

bool ActionArray::Read(PyObject* object, int leading) {
  if (!PyArray_CheckExact(object)) {
    return false;
  }
  auto* array = reinterpret_cast<PyArrayObject*>(object);
  const std::vector<int>& shape = column_->shape;
  if (!IsPlain(array) ||
      PyArray_NDIM(array) != static_cast<int>(shape.size()) + leading) {
    return false;
  }
  const npy_intp* dims = PyArray_DIMS(array);
  return std::equal(shape.begin(), shape.end(), dims + leading) &&
         Read(PyArray_DATA(array), PyArray_TYPE(array),
              leading == 0 ? 1 : dims[0]);
}

bool ActionArray::Read(const void* data, int type, npy_intp rows) {
  if (rows > most_rows_) {
    return false;
  }
  rows_ = rows;
  to_bytes_ = item_ * static_cast<npy_intp>(column_->element_size);
  cast_ = nullptr;
  widens_ = false;
  if (column_->dtype == DType::kInt32) {
    return ReadInts(data, type, rows * item_);
  }
  data_ = static_cast<const char*>(data);
  from_bytes_ = to_bytes_;
  if (type == NumpyType(column_->dtype)) {
    return true;
  }
  cast_ = PickCast(type, column_->dtype);
  widens_ = type == NPY_FLOAT32;
  from_bytes_ =
      item_ * static_cast<npy_intp>(widens_ ? sizeof(float) : sizeof(double));
  return cast_ != nullptr;
}

/// Gymnasium's MultiBinary spaces have int8.
bool ActionArray::ReadInts(const void* data, int type, npy_intp count) {
  if (copy_ == nullptr) {
    copy_ = std::make_unique_for_overwrite<std::int32_t[]>(most_rows_ * item_);
  }
  data_ = reinterpret_cast<const char*>(copy_.get());
  from_bytes_ = to_bytes_;
  const auto read = [&](const auto* numbers) {
    return ReadInRange(numbers, count, static_cast<std::int32_t>(column_->low),
                       static_cast<std::int32_t>(column_->high), copy_.get());
  };
  switch (type) {
    case NPY_INT32:
      return read(static_cast<const std::int32_t*>(data));
    case NPY_LONG:
      return read(static_cast<const std::int64_t*>(data));
    case NPY_INT8:
      return read(static_cast<const std::int8_t*>(data));
    default:
      return false;
  }
}

}  // namespace envpool
