// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/out_arrays.h"

#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/plan.h"
#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

std::string TextOf(PyObject* object) {
  const PyRef text = PyRef::Steal(PyObject_Str(object));
  const char* utf8 = PyUnicode_AsUTF8(text.get());
  if (utf8 == nullptr) {
    throw PythonError();
  }
  return utf8;
}

std::string DTypeName(int numpy_type) {
  const PyRef dtype = PyRef::Steal(
      reinterpret_cast<PyObject*>(PyArray_DescrFromType(numpy_type)));
  return TextOf(dtype.get());
}

template <typename Extents>
std::string ShapeText(const std::string& first, const Extents& rest) {
  std::string text = "(" + first;
  for (const auto extent : rest) {
    text += ", " + std::to_string(extent);
  }
  return text + (std::empty(rest) ? ",)" : ")");
}

std::vector<npy_intp> RowShape(PyArrayObject* array) {
  const npy_intp* dims = PyArray_DIMS(array);
  return {dims + 1, dims + PyArray_NDIM(array)};
}

std::string ShapeOf(PyArrayObject* array) {
  return PyArray_NDIM(array) == 0
             ? "()"
             : ShapeText(std::to_string(PyArray_DIM(array, 0)),
                         RowShape(array));
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
      throw Error(ErrorKind::kArgument,
                  each.leaf->name() + ": expected shape " +
                      ShapeText(std::to_string(rows), RowShape(array)) +
                      ", one row for each row of the result, got " +
                      ShapeOf(array));
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
                                          ShapeText("rows", spec.shape) +
                                          ", got " + ShapeOf(array));
  }
  PyArray_Descr* dtype = PyArray_DESCR(array);
  if (PyArray_TYPE(array) != spec.numpy_type ||
      !PyArray_ISNBO(dtype->byteorder)) {
    throw Error(ErrorKind::kArgumentType,
                name + ": expected dtype " + DTypeName(spec.numpy_type) +
                    ", got " + TextOf(reinterpret_cast<PyObject*>(dtype)));
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
