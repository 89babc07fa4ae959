// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/python_for_test.h"

#include <pybind11/pybind11.h>
#include <python_program.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "envpool/core/binding/module.h"

namespace py = pybind11;

// An interpreter that is never finalized leaves memory behind.
extern "C" const char* __asan_default_options() {  // NOLINT
  return "detect_leaks=0";
}

namespace envpool::testing {
namespace {

void Require(const PyStatus& status) {
  if (PyStatus_Exception(status) != 0) {
    throw std::runtime_error(status.err_msg);
  }
}

/// Replaces packages with an __init__.py that imports more than the binding
/// needs.
constexpr char kPackages[] = R"(
import signal, sys, types
for name in ("envpool", "envpool.core"):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [name.replace(".", "/")]
signal.signal(signal.SIGINT, signal.default_int_handler)
)";

void Start() {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.write_bytecode = 0;
  Require(PyConfig_SetString(&config, &config.program_name, kPythonProgram));
  Require(Py_InitializeFromConfig(&config));
  PyConfig_Clear(&config);
  if (PyRun_SimpleString(kPackages) != 0) {
    throw std::runtime_error("Python: the packages cannot be made");
  }
  PyObject* core = PyImport_AddModule("envpool.core._core");
  BindCore(py::reinterpret_borrow<py::module_>(core));
}

}  // namespace

void StartPython() {
  static const bool kStarted = [] {
    Start();
    return true;
  }();
  static_cast<void>(kStarted);
}

bool IsUnused(Result* result) {
  std::unique_ptr<ResultTree> dropped;
  return result->Unused(&dropped);
}

PyObject* PoolsModule() {
  StartPython();
  return PyImport_AddModule("pools");
}

std::string TakeError() {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const PyRef error_type = PyRef::Steal(type);
  const PyRef error = PyRef::Steal(value);
  Py_XDECREF(trace);
  const PyRef text = PyRef::Steal(PyObject_Str(error.get()));
  return std::string(reinterpret_cast<PyTypeObject*>(type)->tp_name) + ": " +
         PyUnicode_AsUTF8(text.get());
}

Script::Script() {
  StartPython();
  variables_ = PyRef::Steal(PyDict_New());
  Set("pools", PoolsModule());
  Run("import sys\nimport numpy as np");
}

Script::~Script() { PyDict_Clear(variables_.get()); }

PyRef Script::RunAs(int start, const std::string& code) {
  PyObject* result =
      PyRun_String(code.c_str(), start, variables_.get(), variables_.get());
  if (result == nullptr) {
    PyErr_Print();
    throw PythonError();
  }
  return PyRef::Steal(result);
}

void Script::Run(const std::string& statements) {
  RunAs(Py_file_input, statements);
}

PyRef Script::Eval(const std::string& expression) {
  return RunAs(Py_eval_input, expression);
}

bool Script::IsTrue(const std::string& expression) {
  return PyObject_IsTrue(Eval(expression).get()) == 1;
}

long Script::ToInt(const std::string& expression) {  // NOLINT(runtime/int)
  return PyLong_AsLong(Eval(expression).get());
}

void Script::Set(const char* name, PyObject* value) {
  if (PyDict_SetItemString(variables_.get(), name, value) != 0) {
    throw PythonError();
  }
}

std::string Script::Raised(const std::string& statements) {
  PyObject* result = PyRun_String(statements.c_str(), Py_file_input,
                                  variables_.get(), variables_.get());
  if (result != nullptr) {
    Py_DECREF(result);
    return "no error";
  }
  return TakeError();
}

}  // namespace envpool::testing
