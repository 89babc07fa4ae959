// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads NumPy arrays without running Python code: their dtypes, contiguous
// copies of their numbers, and env ids. Also makes the texts for errors.
//
// Threads: with the GIL. Errors: Error; texts may throw PythonError.

#ifndef ENVPOOL_CORE_BINDING_PLAIN_NUMBERS_H_
#define ENVPOOL_CORE_BINDING_PLAIN_NUMBERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/memory/layout.h"

namespace envpool {

/// Returns the object if it is exactly an array, else null.
inline PyArrayObject* AsArray(PyObject* object) {
  return PyArray_CheckExact(object) ? reinterpret_cast<PyArrayObject*>(object)
                                    : nullptr;
}

/// Whether the array is C-contiguous, aligned and in native byte order.
inline bool IsPlain(PyArrayObject* array) {
  return PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY_RO) &&
         PyArray_ISNBO(PyArray_DESCR(array)->byteorder);
}

/// The dtype, regardless of byte order; nullopt if DType has no such type.
std::optional<DType> DTypeOf(PyArrayObject* array);

/// Copies the numbers of an array in C order and native byte order. Each is
/// read once.
void CopyNumbers(PyArrayObject* array, char* to);

/// Reads env ids: an integer, a vector of them, or a mask with a bool for each
/// env. Returns false for an array of anything but numbers. Throws unless the
/// ids are in [0, num_envs) and, with `distinct`, at most num_envs in number.
/// The caller checks that they differ.
bool ReadIds(const char* name, PyArrayObject* array, int num_envs,
             bool distinct, std::vector<int>* ids);

/// Throws Error unless it is a vector or a scalar of integers.
void CheckIntegers(const char* name, PyArrayObject* array);
/// Reads at most `most` integers of a vector or scalar. Returns whether all of
/// them fit into T: int, std::int64_t or std::uint64_t.
template <typename T>
bool ReadIntegers(PyArrayObject* array, npy_intp most, std::vector<T>* numbers);
/// Calls f with a vector of the integers as 64-bit numbers.
template <typename F>
void WithIntegers(PyArrayObject* array, npy_intp most, const F& f) {
  if (DTypeOf(array) == DType::kUint64) {
    std::vector<std::uint64_t> numbers;
    ReadIntegers(array, most, &numbers);
    f(numbers);
  } else {
    std::vector<std::int64_t> numbers;
    ReadIntegers(array, most, &numbers);
    f(numbers);
  }
}

/// The ids as an array.
PyRef ToArray(const std::vector<int>& ids);

/// The text of a shape, such as "(3, 2)".
std::string ShapeText(const std::vector<npy_intp>& shape);
std::vector<npy_intp> ShapeOf(PyArrayObject* array);
/// NumPy's name of the dtype.
std::string DTypeText(DType dtype);
std::string DTypeText(int numpy_type);
std::string DTypeText(PyArrayObject* array);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_PLAIN_NUMBERS_H_
