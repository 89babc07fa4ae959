// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The methods of a pool that are called at every step.
//
// Threads: with the GIL. Errors: PythonError.

#ifndef ENVPOOL_CORE_BINDING_POOL_METHODS_H_
#define ENVPOOL_CORE_BINDING_POOL_METHODS_H_

#include "envpool/core/binding/py_ref.h"

namespace envpool {

/// Adds step, send, recv and _step_one to the class `type`, and the function
/// first_row to `module`.
void AddPoolMethods(PyObject* module, PyTypeObject* type);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_POOL_METHODS_H_
