// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The NumPy C API for the binding's translation units. The function table is
// filled once by ImportNumpy (module.cc calls it).

#ifndef ENVPOOL_CORE_BINDING_NUMPY_API_H_
#define ENVPOOL_CORE_BINDING_NUMPY_API_H_

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define NPY_NO_DEPRECATED_API NPY_1_23_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL envpool_numpy_api
#ifndef ENVPOOL_DEFINES_NUMPY_API
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/export.h"

namespace envpool {

/// False with a Python error set if NumPy cannot be imported.
ENVPOOL_EXPORT bool ImportNumpy();

/// NumPy's number for a dtype.
int NumpyType(DType dtype);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_NUMPY_API_H_
