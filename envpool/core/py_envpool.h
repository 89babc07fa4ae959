// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PyEnvSpec, PyEnvPool and REGISTER: a family's specs and pools as Python
// classes.
//
//   using FooEnvSpec = PyEnvSpec<foo::FooEnvSpec>;
//   using FooEnvPool = PyEnvPool<foo::FooEnvPool>;
//   PYBIND11_MODULE(foo_envpool, m) { REGISTER(m, FooEnvSpec, FooEnvPool) }
//
// binds _FooEnvSpec and _FooEnvPool. What they do is NativePool's, compiled
// once in libenvpool_core.so.

#ifndef ENVPOOL_CORE_PY_ENVPOOL_H_
#define ENVPOOL_CORE_PY_ENVPOOL_H_

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>
#include <new>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/binding/abi.h"
#include "envpool/core/binding/gil_wait.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/pool_options.h"
#include "envpool/core/env_spec.h"

namespace py = pybind11;

namespace envpool {

/// (dtype, shape, (min, max), (elementwise min, max), is_discrete) of a Spec.
template <typename D>
py::tuple SpecToTuple(const Spec<D>& spec) {
  return py::make_tuple(py::dtype::of<D>(), spec.shape, spec.bounds,
                        spec.elementwise_bounds, spec.is_discrete);
}
/// A ragged entry has the pair (outer shape, inner shape).
template <typename D>
py::tuple SpecToTuple(const Spec<Container<D>>& spec) {
  return py::make_tuple(
      py::dtype::of<D>(), py::make_tuple(spec.shape, spec.inner_spec.shape),
      spec.inner_spec.bounds, spec.inner_spec.elementwise_bounds,
      spec.inner_spec.is_discrete);
}

template <typename SpecDict>
py::tuple SpecsToTuple(const SpecDict& specs) {
  py::list entries;
  specs.Apply([&entries](auto /*key*/, const auto& spec) {
    entries.append(SpecToTuple(spec));
  });
  return py::tuple(entries);
}

/// As ::operator new, filled with zeros.
inline void* ZeroedMemory(std::size_t size) {
  return std::memset(::operator new(size), 0, size);
}

template <typename EnvSpecT>
class PyEnvSpec : public EnvSpecT {
 public:
  using StateSpecT = py::tuple;
  using ActionSpecT = py::tuple;
  using ConfigValues = typename EnvSpecT::ConfigValues;

  static inline const std::vector<std::string> py_config_keys =
      EnvSpecT::Config::AllKeys();
  static inline const std::vector<std::string> py_state_keys =
      EnvSpecT::StateSpec::AllKeys();
  static inline const std::vector<std::string> py_action_keys =
      EnvSpecT::ActionSpec::AllKeys();
  static inline const ConfigValues py_default_config_values =
      EnvSpecT::kDefaultConfig.AllValues();

  ConfigValues py_config_values;

  // pybind11 hands out memory for an object whose __init__ never ran.
  static void* operator new(std::size_t size) { return ZeroedMemory(size); }
  static void* operator new(std::size_t /*size*/, void* place) { return place; }

  explicit PyEnvSpec(const ConfigValues& values)
      : EnvSpecT(values), py_config_values(this->config.AllValues()) {}

  [[nodiscard]] StateSpecT StateSpecPy() const {
    return SpecsToTuple(this->state_spec);
  }
  [[nodiscard]] ActionSpecT ActionSpecPy() const {
    return SpecsToTuple(this->action_spec);
  }
  /// What saved states depend on beside the config, see EnvSpec.
  [[nodiscard]] py::bytes StateFingerprintPy() const {
    using Fns = typename EnvSpecT::EnvFnsType;
    if constexpr (requires { Fns::StateFingerprint(this->config); }) {
      return Fns::StateFingerprint(this->config);
    }
    return "";
  }
};

template <typename Pool>
class PyEnvPool : public NativePool, public Pool {
 public:
  using PySpec = PyEnvSpec<typename Pool::Spec>;

  static inline const std::vector<std::string>& py_state_keys =
      PySpec::py_state_keys;
  static inline const std::vector<std::string>& py_action_keys =
      PySpec::py_action_keys;

  PySpec py_spec;

  static void* operator new(std::size_t size) { return ZeroedMemory(size); }
  static void* operator new(std::size_t /*size*/, void* place) { return place; }

  explicit PyEnvPool(const PySpec& spec, const py::dict& options = py::dict())
      : PyEnvPool(spec, ParseOptions(options)) {}
  ~PyEnvPool() override { Retire(); }

  void PySend(const std::vector<py::array>& actions) {
    SendColumns(py::cast(actions).ptr());
  }
  std::vector<py::array> PyRecv() {
    std::vector<py::array> arrays;
    for (PyRef& column : RecvColumns(-1)) {
      arrays.push_back(py::reinterpret_steal<py::array>(column.release()));
    }
    return arrays;
  }
  void PyReset(const py::array& ids) { ResetIds(ids.ptr(), Py_None, false); }
  py::array PyRender(const py::array& ids, int width, int height,
                     int camera_id) {
    return py::reinterpret_steal<py::array>(
        RenderFrames(ids.ptr(), width, height, camera_id).release());
  }
  py::tuple Xla() {
    throw Error(ErrorKind::kNotSupported, "xla: not available in this version");
  }

 private:
  // Envs are constructed without the GIL; Ctrl-C is polled meanwhile.
  PyEnvPool(const PySpec& spec, const EngineOptions& options)
    requires std::is_constructible_v<Pool, const typename Pool::Spec&,
                                     const EngineOptions&, WaitHooks*>
      : Pool(spec, options, Hooks(GilWait(true))), py_spec(spec) {
    Attach(Pool::engine());
  }
  PyEnvPool(const PySpec& spec, const EngineOptions& /*options*/)
      : Pool(spec), py_spec(spec) {
    Attach(Pool::engine());
  }
  static WaitHooks* Hooks(GilWait&& wait) { return &wait; }
};

/// Binds a spec class under the given name.
template <typename PySpec>
void BindSpec(const py::module_& module, const char* name) {
  py::class_<PySpec> spec(module, name);
  spec.def(py::init<const typename PySpec::ConfigValues&>())
      .def_readonly("_config_values", &PySpec::py_config_values)
      .def_property_readonly("_state_spec", &PySpec::StateSpecPy)
      .def_property_readonly("_action_spec", &PySpec::ActionSpecPy)
      .def_property_readonly("_state_fingerprint", &PySpec::StateFingerprintPy);
  spec.attr("_config_keys") = py::cast(PySpec::py_config_keys);
  spec.attr("_state_keys") = py::cast(PySpec::py_state_keys);
  spec.attr("_action_keys") = py::cast(PySpec::py_action_keys);
  spec.attr("_default_config_values") =
      py::cast(PySpec::py_default_config_values);
}

/// Binds a pool class under the given name.
template <typename PyPool>
void BindPool(const py::module_& module, const char* name) {
  using PySpec = typename PyPool::PySpec;
  py::class_<PyPool, NativePool> pool(module, name);
  pool.def(py::init<const PySpec&, const py::dict&>(), py::arg("spec"),
           py::arg("options") = py::dict())
      .def_readonly("_spec", &PyPool::py_spec)
      .def("_xla", &PyPool::Xla);
  pool.attr("_state_keys") = py::cast(PySpec::py_state_keys);
  pool.attr("_action_keys") = py::cast(PySpec::py_action_keys);
}

}  // namespace envpool

using envpool::PyEnvPool;
using envpool::PyEnvSpec;

#define REGISTER(MODULE, SPEC, POOL)          \
  py::module_::import("envpool.core._core");  \
  envpool::CheckAbi(envpool::AbiTag());       \
  envpool::BindSpec<SPEC>(MODULE, "_" #SPEC); \
  envpool::BindPool<POOL>(MODULE, "_" #POOL);

#endif  // ENVPOOL_CORE_PY_ENVPOOL_H_
