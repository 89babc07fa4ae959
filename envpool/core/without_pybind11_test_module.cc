// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A module that does not include pybind11; module_test.py tests it.

#define ENVPOOL_WITHOUT_PYBIND11

#include "envpool/core/config_types_test.h"
#include "envpool/core/py_envpool.h"

#if defined(PYBIND11_VERSION_MAJOR) || defined(NPY_VERSION)
#error "a module that registers its classes only needs no other headers"
#endif

using TypesEnvSpec = PyEnvSpec<types::TypesEnvSpec<false>>;
using TypesEnvPool = PyEnvPool<types::TypesEnvPool<false>>;

PYBIND11_MODULE(without_pybind11_test_module, m) {
  REGISTER(m, TypesEnvSpec, TypesEnvPool)
}
