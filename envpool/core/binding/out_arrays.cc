// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/out_arrays.h"

#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/plain_numbers.h"
#include "envpool/core/binding/plan.h"
#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

/// The expected shape of an array for items of this shape.
std::string ExpectedShape(const std::vector<int>& item) {
  std::string text = "(rows";
  for (const int extent : item) {
    text += ", " + std::to_string(extent);
  }
  return text + (item.empty() ? ",)" : ")");
}

/// A NumPy array of the object's memory; null if there is none, as for a tensor
/// on another device or one that requires grad.
PyRef AsNumpy(PyObject* object) {
  if (PyArray_Check(object)) {
    return PyRef::Borrow(object);
  }
  PyObject* view = PyObject_CallMethod(object, "numpy", nullptr);
  if (view == nullptr) {
    if (PyErr_ExceptionMatches(PyExc_Exception) == 0) {
      throw PythonError();  // e.g. KeyboardInterrupt
    }
    PyErr_Clear();
    return {};
  }
  PyRef array = PyRef::Steal(view);
  return PyArray_Check(view) ? array : PyRef();
}

}  // namespace

void OutArrays::Add(OutArray array) {
  const char* begin = array.data();
  const char* end = begin + PyArray_NBYTES(array.numpy());
  for (const OutArray& each : all_) {
    if (begin < each.data() + PyArray_NBYTES(each.numpy()) &&
        each.data() < end) {
      throw Error(ErrorKind::kArgument,
                  array.leaf->name() +
                      ": expected memory of its own, got some that " +
                      each.leaf->name() + " has, too");
    }
  }
  all_.push_back(std::move(array));
}

void OutArrays::CheckRows(int rows) const {
  for (const OutArray& each : all_) {
    PyArrayObject* array = each.numpy();
    if (PyArray_DIM(array, 0) != rows) {
      std::vector<npy_intp> expected = ShapeOf(array);
      expected[0] = rows;
      throw Error(ErrorKind::kArgument,
                  each.leaf->name() + ": expected shape " +
                      ShapeText(expected) +
                      ", one row for each row of the result, got " +
                      ShapeText(ShapeOf(array)));
    }
  }
}

PyRef OutView(PyObject* object, const OutSpec& spec, const std::string& name) {
  PyRef view = AsNumpy(object);
  if (!view) {
    throw Error(ErrorKind::kArgumentType,
                name +
                    ": expected a NumPy array, or a tensor on the CPU that "
                    "does not require grad, got a " +
                    Py_TYPE(object)->tp_name);
  }
  auto* array = reinterpret_cast<PyArrayObject*>(view.get());
  if (PyArray_NDIM(array) != static_cast<int>(spec.shape.size()) + 1 ||
      !std::equal(spec.shape.begin(), spec.shape.end(),
                  PyArray_DIMS(array) + 1)) {
    throw Error(ErrorKind::kArgument, name + ": expected shape " +
                                          ExpectedShape(spec.shape) + ", got " +
                                          ShapeText(ShapeOf(array)));
  }
  PyArray_Descr* dtype = PyArray_DESCR(array);
  if (PyArray_TYPE(array) != spec.numpy_type ||
      !PyArray_ISNBO(dtype->byteorder)) {
    throw Error(ErrorKind::kArgumentType, name + ": expected dtype " +
                                              DTypeText(spec.numpy_type) +
                                              ", got " + DTypeText(array));
  }
  if (!PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY)) {
    throw Error(ErrorKind::kArgument,
                name +
                    ": expected an array that is C-contiguous, aligned and "
                    "writeable");
  }
  return view;
}

}  // namespace envpool
