// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns that are known only at run time, from their descriptions in Python.
//
// Threads: with the GIL. Errors: Error(kArgumentType) for a description that is
// not of this form.

#ifndef ENVPOOL_CORE_BINDING_COLUMNS_H_
#define ENVPOOL_CORE_BINDING_COLUMNS_H_

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <vector>

#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/export.h"

namespace envpool {

/// Reads a sequence of results of `ArraySpec.native_entry`: (key, shape, lows,
/// highs, is_discrete). `lows` and `highs` are arrays of the column's dtype,
/// with one bound for all elements or one for each.
ENVPOOL_EXPORT std::vector<Column> ReadColumns(PyObject* entries);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_COLUMNS_H_
