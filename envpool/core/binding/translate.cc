// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/translate.h"

#include <exception>
#include <new>
#include <stdexcept>

namespace envpool {
namespace {

const char* ClassName(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kArgument:
      return "ArgumentError";
    case ErrorKind::kArgumentType:
      return "ArgumentTypeError";
    case ErrorKind::kEnvId:
      return "EnvIdError";
    case ErrorKind::kProtocol:
      return "ProtocolError";
    case ErrorKind::kClosed:
      return "ClosedError";
    case ErrorKind::kForked:
      return "ForkedError";
    case ErrorKind::kEnvStep:
      return "EnvStepError";
    case ErrorKind::kEnvCreation:
      return "EnvCreationError";
    case ErrorKind::kTimeout:
      return "RecvTimeoutError";
    case ErrorKind::kNotSupported:
      return "NotSupportedError";
  }
  return "EnvPoolError";
}

}  // namespace

PyRef MakePythonError(const Error& error) {
  const PyRef module =
      PyRef::Steal(PyImport_ImportModule("envpool.python.errors"));
  const PyRef type =
      PyRef::Steal(PyObject_GetAttrString(module.get(), ClassName(error.kind)));
  // An author's text may be in any encoding.
  const PyRef text = PyRef::Steal(PyUnicode_DecodeUTF8(
      error.what(),
      static_cast<Py_ssize_t>(std::string_view(error.what()).size()),
      "replace"));
  PyRef exception = PyRef::Steal(PyObject_CallOneArg(type.get(), text.get()));
  const PyRef ids =
      PyRef::Steal(PyList_New(static_cast<Py_ssize_t>(error.env_ids.size())));
  for (std::size_t i = 0; i < error.env_ids.size(); ++i) {
    PyList_SET_ITEM(ids.get(), static_cast<Py_ssize_t>(i),
                    PyRef::Steal(PyLong_FromLong(error.env_ids[i])).release());
  }
  if (PyObject_SetAttrString(exception.get(), "env_ids", ids.get()) < 0) {
    throw PythonError();
  }
  return exception;
}

void SetPythonError(const Error& error) {
  try {
    const PyRef exception = MakePythonError(error);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.get())),
                    exception.get());
  } catch (const PythonError&) {
    // Python has already set the error that occurred here.
  }
}

void SetPythonErrorFromCurrent() {
  try {
    throw;
  } catch (const PythonError&) {
    // Already set.
  } catch (const Error& error) {
    SetPythonError(error);
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::invalid_argument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError,
                    "an exception that is not a std::exception");
  }
}

}  // namespace envpool
