// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <pybind11/pybind11.h>

#include "envpool/core/binding/module.h"

PYBIND11_MODULE(_core_of_main, m) { envpool::BindCore(m); }

// pybind11's own function takes the GIL of the main interpreter first. In a
// subinterpreter that would never return.
extern "C" __attribute__((visibility("default"))) PyObject* PyInit__core() {
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    PyErr_SetString(PyExc_ImportError,
                    "envpool.core._core: expected the main interpreter, got a "
                    "subinterpreter; import envpool in a process of its own");
    return nullptr;
  }
  return PyInit__core_of_main();
}
