// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PyRef: an owned reference to a Python object. Making, copying and destroying
// one requires the GIL.

#ifndef ENVPOOL_CORE_BINDING_PY_REF_H_
#define ENVPOOL_CORE_BINDING_PY_REF_H_

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <utility>

namespace envpool {

/// The Python error indicator is set; unwinds to the next C function boundary.
struct PythonError {};

class PyRef {
 public:
  PyRef() = default;
  /// Takes over a new reference; throws PythonError for null.
  static PyRef Steal(PyObject* object) {
    if (object == nullptr) {
      throw PythonError();
    }
    PyRef ref;
    ref.object_ = object;
    return ref;
  }
  static PyRef Borrow(PyObject* object) {
    Py_XINCREF(object);
    PyRef ref;
    ref.object_ = object;
    return ref;
  }
  PyRef(const PyRef& other) : object_(other.object_) { Py_XINCREF(object_); }
  PyRef(PyRef&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)) {}
  PyRef& operator=(PyRef other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~PyRef() { Py_XDECREF(object_); }

  [[nodiscard]] PyObject* get() const { return object_; }
  [[nodiscard]] PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_{nullptr};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_PY_REF_H_
