// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Python for C++ tests: an interpreter with NumPy, the binding as
// envpool.core._core, and envpool.python.errors.
//
// Threads: the main thread, which keeps the GIL. Errors: an unexpected Python
// error is printed and ends the test as PythonError.

#ifndef ENVPOOL_CORE_BINDING_PYTHON_FOR_TEST_H_
#define ENVPOOL_CORE_BINDING_PYTHON_FOR_TEST_H_

#include <string>

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/binding/result_cache.h"

namespace envpool::testing {

/// Starts Python unless it is running.
void StartPython();

/// Variables, and Python code that uses them. Predefined are `np`, `sys` and
/// `pools`, a module for the test's pool classes.
class Script {
 public:
  Script();
  ~Script();
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  void Run(const std::string& statements);
  PyRef Eval(const std::string& expression);
  bool IsTrue(const std::string& expression);
  long ToInt(const std::string& expression);  // NOLINT(runtime/int)
  void Set(const char* name, PyObject* value);
  /// Runs statements that must raise, and returns "Type: text".
  std::string Raised(const std::string& statements);

 private:
  PyRef RunAs(int start, const std::string& code);
  PyRef variables_;
};

/// Clears the current Python error and returns it as "Type: text".
std::string TakeError();

/// Whether the user refers to nothing of the result; drops a tree that the user
/// has changed.
bool IsUnused(Result* result);

/// The module `pools`.
PyObject* PoolsModule();

}  // namespace envpool::testing

#endif  // ENVPOOL_CORE_BINDING_PYTHON_FOR_TEST_H_
