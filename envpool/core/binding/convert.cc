// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/convert.h"

#include <cstring>
#include <optional>
#include <string>

namespace envpool {
namespace {

/// The object, or null without an error.
PyRef OrNull(PyObject* object) {
  if (object == nullptr) {
    PyErr_Clear();
    return {};
  }
  return PyRef::Steal(object);
}

/// Converts any object but a float to int, by __index__ or __int__.
PyRef AsInt(PyObject* object) {
  if (PyLong_Check(object)) {
    return PyRef::Borrow(object);
  }
  if (PyFloat_Check(object)) {
    return {};
  }
  PyRef index = OrNull(PyNumber_Index(object));
  if (!index && PyNumber_Check(object) != 0) {
    return OrNull(PyNumber_Long(object));
  }
  return index;
}

/// Applies `read` to the object's value as an int.
template <typename T>
std::optional<T> ReadInt(PyObject* object, T (*read)(PyObject*)) {
  const PyRef number = AsInt(object);
  if (!number) {
    return std::nullopt;
  }
  const T value = read(number.get());
  if (value == static_cast<T>(-1) && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  return value;
}

/// Whether pybind11 converts this iterable although it is not a sequence.
bool IsCollection(PyObject* object) {
  return PyGen_Check(object) || PyAnySet_Check(object) ||
         PyDictViewSet_Check(object) || PyDictValues_Check(object) ||
         Py_IS_TYPE(object, &PyMap_Type) || Py_IS_TYPE(object, &PyZip_Type);
}

}  // namespace

std::optional<bool> ReadBool(PyObject* object) {
  if (object == Py_None) {
    return false;
  }
  const PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
  if (methods == nullptr || methods->nb_bool == nullptr) {
    return std::nullopt;
  }
  const int truth = methods->nb_bool(object);
  if (truth < 0) {
    PyErr_Clear();
    return std::nullopt;
  }
  return truth != 0;
}

std::optional<double> ReadDouble(PyObject* object) {
  double value = PyFloat_AsDouble(object);
  if (value == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    const PyRef number =
        PyNumber_Check(object) != 0 ? OrNull(PyNumber_Float(object)) : PyRef();
    if (!number) {
      return std::nullopt;
    }
    value = PyFloat_AS_DOUBLE(number.get());
  }
  return value;
}

std::optional<long> ReadLong(PyObject* object) {  // NOLINT(runtime/int)
  return ReadInt(object, &PyLong_AsLong);
}

std::optional<unsigned long> ReadUnsigned(PyObject* object) {  // NOLINT
  return ReadInt(object, &PyLong_AsUnsignedLong);
}

std::optional<std::string> ReadString(PyObject* object) {
  Py_ssize_t size = 0;
  if (PyUnicode_Check(object)) {
    const char* text = PyUnicode_AsUTF8AndSize(object, &size);
    if (text == nullptr) {
      PyErr_Clear();
      return std::nullopt;
    }
    return std::string(text, static_cast<std::size_t>(size));
  }
  if (PyBytes_Check(object)) {
    return std::string(PyBytes_AS_STRING(object),
                       static_cast<std::size_t>(PyBytes_GET_SIZE(object)));
  }
  if (PyByteArray_Check(object)) {
    return std::string(PyByteArray_AS_STRING(object),
                       static_cast<std::size_t>(PyByteArray_GET_SIZE(object)));
  }
  return std::nullopt;
}

PyRef ReadSequence(PyObject* object, bool only_sequences) {
  const bool is_text = PyUnicode_Check(object) || PyBytes_Check(object);
  const bool is_sequence =
      PySequence_Check(object) != 0 && (only_sequences || !is_text);
  if (!is_sequence && (only_sequences || !IsCollection(object))) {
    return {};
  }
  return OrNull(PySequence_Tuple(object));
}

PyRef ReadMapping(PyObject* object) {
  if (PyDict_Check(object)) {
    return PyRef::Borrow(object);
  }
  if (PyMapping_Check(object) == 0 ||
      PyObject_HasAttrString(object, "items") == 0) {
    return {};
  }
  PyRef dict = PyRef::Steal(PyDict_New());
  if (PyDict_Update(dict.get(), object) < 0) {
    PyErr_Clear();
    return {};
  }
  return dict;
}

PyRef ToText(const std::string& text) {
  return PyRef::Steal(PyUnicode_FromStringAndSize(
      text.data(), static_cast<Py_ssize_t>(text.size())));
}

}  // namespace envpool
