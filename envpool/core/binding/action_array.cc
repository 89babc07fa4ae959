// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/action_array.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace envpool {
namespace {

/// Not a choice, which would have to be checked.
bool IsPlainFloat(const Column& column) {
  return !column.is_discrete &&
         (column.dtype == DType::kFloat32 || column.dtype == DType::kFloat64);
}

/// NaN does not occur in integers. low <= high, and T holds both.
template <typename T>
bool InRange(const T* values, npy_intp count, double low, double high) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto first = static_cast<T>(low);
  const auto span = static_cast<Unsigned>(high - low);
  if constexpr (sizeof(T) == 8) {
    // The bounds are those of an int32, so that whatever lies outside makes
    // one of the differences negative. Plain SSE2 has no comparison for this.
    Unsigned signs = 0;
    for (npy_intp i = 0; i < count; ++i) {
      const auto value = static_cast<Unsigned>(values[i]);
      signs |= (value - static_cast<Unsigned>(first)) |
               (static_cast<Unsigned>(first) + span - value);
    }
    return signs >> 63 == 0;
  }
  bool outside = false;
  for (npy_intp i = 0; i < count; ++i) {
    outside |= static_cast<Unsigned>(static_cast<Unsigned>(values[i]) -
                                     static_cast<Unsigned>(first)) > span;
  }
  return !outside;
}

/// Whether numbers of a NumPy type lie within the bounds of an int32 column.
bool AreInRange(const void* data, int type, npy_intp count,
                const Column& column) {
  if (type == NPY_INT32) {
    return InRange(static_cast<const std::int32_t*>(data), count, column.low,
                   column.high);
  }
  if (type == NPY_LONG) {
    return InRange(static_cast<const std::int64_t*>(data), count, column.low,
                   column.high);
  }
  using Limits = std::numeric_limits<std::int8_t>;
  const double low = std::max<double>(column.low, Limits::min());
  const double high = std::min<double>(column.high, Limits::max());
  return low <= high &&
         InRange(static_cast<const std::int8_t*>(data), count, low, high);
}

template <typename From, typename To>
void Cast(const void* from, char* to, npy_intp count) {
  const auto* __restrict source = static_cast<const From*>(from);
  auto* __restrict target = reinterpret_cast<To*>(to);
  for (npy_intp i = 0; i < count; ++i) {
    target[i] = static_cast<To>(source[i]);
  }
}

npy_intp BytesOf(int type) {
  switch (type) {
    case NPY_INT8:
      return 1;
    case NPY_INT32:
    case NPY_FLOAT32:
      return 4;
    default:
      return 8;
  }
}

}  // namespace

bool IsInRange(const std::int64_t* values, npy_intp count, double low,
               double high) {
  return InRange(values, count, low, high);
}

bool IsPlain(PyArrayObject* array) {
  return PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY_RO) &&
         PyArray_ISNBO(PyArray_DESCR(array)->byteorder);
}

bool ActionArray::CanRead(const Column& column) {
  return column.destroy == nullptr &&
         (IsPlainFloat(column) ||
          (column.dtype == DType::kInt32 && column.has_scalar_bounds));
}

/// Conversion between two of the types that are known here. Bits, for one, are
/// int8 in Gymnasium's spaces.
ActionArray::CastFn ActionArray::PickCast(int from, DType to) {
  if (from == NPY_LONG && to == DType::kInt32) {
    return Cast<std::int64_t, std::int32_t>;
  }
  if (from == NPY_FLOAT64 && to == DType::kFloat32) {
    return Cast<double, float>;
  }
  if (from == NPY_FLOAT32 && to == DType::kFloat64) {
    return Cast<float, double>;
  }
  if (from == NPY_INT8 && to == DType::kInt32) {
    return Cast<std::int8_t, std::int32_t>;
  }
  return nullptr;
}

bool ActionArray::Read(PyObject* object, const Column& column, int leading) {
  if (!PyArray_CheckExact(object)) {
    return false;
  }
  auto* array = reinterpret_cast<PyArrayObject*>(object);
  const int own = static_cast<int>(column.shape.size());
  if (!IsPlain(array) || PyArray_NDIM(array) != own + leading) {
    return false;
  }
  const npy_intp* dims = PyArray_DIMS(array);
  return std::equal(column.shape.begin(), column.shape.end(), dims + leading) &&
         Read(PyArray_DATA(array), PyArray_TYPE(array),
              leading == 0 ? 1 : dims[0], column);
}

bool ActionArray::Read(const void* data, int type, npy_intp rows,
                       const Column& column) {
  cast_ = nullptr;
  if (type != NumpyType(column.dtype)) {
    cast_ = PickCast(type, column.dtype);
    if (cast_ == nullptr) {
      return false;
    }
  }
  data_ = static_cast<const char*>(data);
  rows_ = rows;
  item_ = static_cast<npy_intp>(column.ItemSize());
  from_bytes_ = item_ * BytesOf(type);
  to_bytes_ = item_ * static_cast<npy_intp>(column.element_size);
  widens_ = type == NPY_FLOAT32 && column.dtype == DType::kFloat64;
  return column.dtype != DType::kInt32 ||
         AreInRange(data, type, rows * item_, column);
}

}  // namespace envpool
