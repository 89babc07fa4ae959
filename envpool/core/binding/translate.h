// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Translates C++ exceptions to the classes of envpool/python/errors.py.
//
// Threads: with the GIL. Errors: every function leaves the Python error
// indicator set.

#ifndef ENVPOOL_CORE_BINDING_TRANSLATE_H_
#define ENVPOOL_CORE_BINDING_TRANSLATE_H_

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/export.h"

namespace envpool {

/// Sets the Python exception for an Error.
ENVPOOL_EXPORT void SetPythonError(const Error& error);

/// Sets the Python exception for the current C++ exception; called in
/// catch (...).
ENVPOOL_EXPORT void SetPythonErrorFromCurrent();

/// An instance of the Python class for the error, with its env_ids.
PyRef MakePythonError(const Error& error);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_TRANSLATE_H_
