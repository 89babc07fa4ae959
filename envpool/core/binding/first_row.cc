// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/first_row.h"

#include <cstring>

#include "envpool/core/binding/numpy_api.h"

namespace envpool {
namespace {

PyArrayObject* AsArray(PyObject* object) {
  return reinterpret_cast<PyArrayObject*>(object);
}

/// The first element as a Python number, or the object itself.
PyRef FirstItem(PyArrayObject* array) {
  return PyRef::Steal(PyArray_GETITEM(array, PyArray_BYTES(array)));
}

/// A copy of the first row.
PyRef CopyRow(PyArrayObject* array) {
  PyArray_Descr* descriptor = PyArray_DESCR(array);
  Py_INCREF(descriptor);
  PyRef row = PyRef::Steal(PyArray_NewFromDescr(
      &PyArray_Type, descriptor, PyArray_NDIM(array) - 1,
      PyArray_DIMS(array) + 1, nullptr, nullptr, 0, nullptr));
  if (PyArray_IS_C_CONTIGUOUS(array) && !PyDataType_REFCHK(descriptor)) {
    std::memcpy(PyArray_DATA(AsArray(row.get())), PyArray_DATA(array),
                PyArray_NBYTES(AsArray(row.get())));
    return row;
  }
  const PyRef zero = PyRef::Steal(PyLong_FromLong(0));
  const PyRef first = PyRef::Steal(
      PyObject_GetItem(reinterpret_cast<PyObject*>(array), zero.get()));
  if (PyArray_CopyObject(AsArray(row.get()), first.get()) < 0) {
    throw PythonError();
  }
  return row;
}

/// The first row of an observation: a choice becomes an int, a tuple of texts
/// its first text.
PyRef FirstObservation(PyObject* rows) {
  if (PyArray_Check(rows)) {
    PyArrayObject* array = AsArray(rows);
    const bool choice =
        PyArray_NDIM(array) == 1 && PyTypeNum_ISINTEGER(PyArray_TYPE(array));
    return choice ? FirstItem(array) : CopyRow(array);
  }
  if (PyTuple_Check(rows)) {
    const Py_ssize_t size = PyTuple_GET_SIZE(rows);
    if (size > 0 && PyUnicode_Check(PyTuple_GET_ITEM(rows, 0))) {
      return PyRef::Borrow(PyTuple_GET_ITEM(rows, 0));  // a text for each row
    }
    PyRef tuple = PyRef::Steal(PyTuple_New(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
      PyTuple_SET_ITEM(tuple.get(), i,
                       FirstObservation(PyTuple_GET_ITEM(rows, i)).release());
    }
    return tuple;
  }
  if (!PyDict_Check(rows)) {
    return PyRef::Borrow(rows);
  }
  PyRef dict = PyRef::Steal(PyDict_New());
  PyObject* key;
  PyObject* value;
  Py_ssize_t position = 0;
  while (PyDict_Next(rows, &position, &key, &value) != 0) {
    if (PyDict_SetItem(dict.get(), key, FirstObservation(value).get()) < 0) {
      throw PythonError();
    }
  }
  return dict;
}

/// Whether the first row has this key of the infos, according to the mask.
bool HasFirst(PyObject* infos, PyObject* key) {
  // Python has made this text once and for all. A static variable of ours would
  // keep other threads attached to Python while they wait for its first value.
  const PyRef underscore = PyRef::Steal(PyUnicode_FromOrdinal('_'));
  const PyRef mask_key = PyRef::Steal(PyUnicode_Concat(underscore.get(), key));
  PyObject* mask = PyDict_GetItemWithError(infos, mask_key.get());
  if (mask == nullptr || !PyArray_Check(mask)) {
    if (PyErr_Occurred() != nullptr) {
      throw PythonError();
    }
    return false;
  }
  return PyArray_TYPE(AsArray(mask)) == NPY_BOOL &&
         *static_cast<npy_bool*>(PyArray_DATA(AsArray(mask))) != 0;
}

/// The first row of infos, without masks.
PyRef FirstInfo(PyObject* infos) {
  PyRef dict = PyRef::Steal(PyDict_New());
  PyObject* key;
  PyObject* value;
  Py_ssize_t position = 0;
  while (PyDict_Next(infos, &position, &key, &value) != 0) {
    if (!PyUnicode_Check(key) || PyUnicode_GET_LENGTH(key) == 0 ||
        PyUnicode_READ_CHAR(key, 0) == '_' || !HasFirst(infos, key)) {
      continue;
    }
    PyRef first;
    if (PyDict_Check(value)) {
      first = FirstInfo(value);
    } else if (PyArray_Check(value) && PyArray_NDIM(AsArray(value)) > 1) {
      first = CopyRow(AsArray(value));
    } else {
      first = PyRef::Steal(PySequence_GetItem(value, 0));
    }
    if (PyDict_SetItem(dict.get(), key, first.get()) < 0) {
      throw PythonError();
    }
  }
  return dict;
}

}  // namespace

PyRef FirstRow(PyObject* result) {
  if (!PyTuple_Check(result) || PyTuple_GET_SIZE(result) < 2) {
    PyErr_SetString(PyExc_TypeError, "expected a result of a pool");
    throw PythonError();
  }
  const Py_ssize_t size = PyTuple_GET_SIZE(result);
  PyRef tuple = PyRef::Steal(PyTuple_New(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* rows = PyTuple_GET_ITEM(result, i);
    PyRef first;
    if (i == 0) {
      first = FirstObservation(rows);
    } else if (PyDict_Check(rows)) {
      first = FirstInfo(rows);
    } else if (PyArray_Check(rows)) {
      first = FirstItem(AsArray(rows));
    } else {
      first = PyRef::Borrow(rows);
    }
    PyTuple_SET_ITEM(tuple.get(), i, first.release());
  }
  return tuple;
}

}  // namespace envpool
