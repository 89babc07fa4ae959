// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Turns results of a vector env with one env into those of a gymnasium.Env.
//
// Threads: with the GIL. Errors: PythonError.

#ifndef ENVPOOL_CORE_BINDING_FIRST_ROW_H_
#define ENVPOOL_CORE_BINDING_FIRST_ROW_H_

#include "envpool/core/binding/py_ref.h"

namespace envpool {

/// The first row of a result tuple: the observation, Python numbers, infos.
/// The returned objects share no memory with `result`.
PyRef FirstRow(PyObject* result);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_FIRST_ROW_H_
