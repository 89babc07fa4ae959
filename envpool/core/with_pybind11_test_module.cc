// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The module of without_pybind11_test_module.cc, but with pybind11. Adds
// ByHandSpec, converted by pybind11 alone, and functions that take the classes.

#include <pybind11/pybind11.h>

#include <memory>

#include "envpool/core/config_types_test.h"
#include "envpool/core/py_envpool.h"

using TypesEnvSpec = PyEnvSpec<types::TypesEnvSpec<true>>;
using TypesEnvPool = PyEnvPool<types::TypesEnvPool<true>>;

namespace {

class ByHandSpec : public TypesEnvSpec {
 public:
  using TypesEnvSpec::TypesEnvSpec;
};

}  // namespace

PYBIND11_MODULE(with_pybind11_test_module, m) {
  REGISTER(m, TypesEnvSpec, TypesEnvPool)
  py::class_<ByHandSpec>(m, "ByHandSpec")
      .def(py::init<const ByHandSpec::ConfigValues&>())
      .def_readonly("_config_values", &ByHandSpec::py_config_values)
      .def_property_readonly("_state_spec", &ByHandSpec::StateSpecPy)
      .def_property_readonly("_action_spec", &ByHandSpec::ActionSpecPy);
  // pybind11 knows the classes that REGISTER binds.
  m.def("num_envs", [](const TypesEnvSpec& spec) {
    return static_cast<int>(spec.config["num_envs"_]);
  });
  m.def("spec_of", [](const TypesEnvPool& pool) { return pool.py_spec; });
  m.def("make", [](const TypesEnvSpec& spec) {
    return std::make_unique<TypesEnvPool>(spec);
  });
}
