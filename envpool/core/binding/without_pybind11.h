// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PYBIND11_MODULE for a module without pybind11.

#ifndef ENVPOOL_CORE_BINDING_WITHOUT_PYBIND11_H_
#define ENVPOOL_CORE_BINDING_WITHOUT_PYBIND11_H_

#include "envpool/core/binding/classes.h"
#include "envpool/core/binding/convert.h"

namespace envpool {

template <typename T>
struct Convert {
  static_assert(sizeof(T) == 0,
                "EnvPool does not convert this type without pybind11: put "
                "pybind11 on the include path, and do not define "
                "ENVPOOL_WITHOUT_PYBIND11");
};

/// Bases of PyEnvSpec and PyEnvPool, which have more members with pybind11.
template <typename PySpec>
class SpecMembers {};
template <typename PyPool>
class PoolMembers {};

}  // namespace envpool

#define PYBIND11_MODULE(NAME, MODULE, ...)                      \
  static void EnvpoolFill_##NAME(envpool::ModuleHandle MODULE); \
  extern "C" __attribute__((visibility("default"))) PyObject*   \
  PyInit_##NAME() {                                             \
    return envpool::MakeModule(#NAME, [](PyObject* module) {    \
      return envpool::FillModule(module, &EnvpoolFill_##NAME);  \
    });                                                         \
  }                                                             \
  static void EnvpoolFill_##NAME(envpool::ModuleHandle MODULE)

#endif  // ENVPOOL_CORE_BINDING_WITHOUT_PYBIND11_H_
