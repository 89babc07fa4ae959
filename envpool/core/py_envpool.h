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
// binds _FooEnvSpec and _FooEnvPool. Their methods are NativePool's, compiled
// once in libenvpool_core.so. A class bound by hand, `py::class_<FooEnvPool>(m,
// "_FooEnvPool")` with `py::init<const FooEnvSpec&>()` and functions of its
// own, has NativePool as its base as well, and so all that the Python API
// needs.

#ifndef ENVPOOL_CORE_PY_ENVPOOL_H_
#define ENVPOOL_CORE_PY_ENVPOOL_H_

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

// Modules share classes only if their versions of pybind11 are compatible.
#if PYBIND11_INTERNALS_VERSION != 12
#error "EnvPool is built with pybind11 3.1; install that: pybind11>=3.1,<3.2"
#endif

#include <concepts>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "envpool/core/binding/abi.h"
#include "envpool/core/binding/gil_wait.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/pool_options.h"
#include "envpool/core/engine/options_scope.h"
#include "envpool/core/env_spec.h"

namespace py = pybind11;

namespace envpool {

/// (dtype, shape, (min, max), (elementwise min, max), is_discrete) of a Spec.
template <typename D>
py::tuple SpecToTuple(const Spec<D>& spec) {
  py::dtype dtype = py::dtype::of<D>();
  if constexpr (std::is_same_v<D, double>) {
    if (IsFloat32(spec)) {
      dtype = py::dtype::of<float>();
    }
  }
  return py::make_tuple(dtype, spec.shape, spec.bounds, spec.elementwise_bounds,
                        spec.is_discrete);
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

/// Whether a config has values that need the GIL.
template <typename Values>
inline constexpr bool kHasPythonObjects = false;
template <typename... T>
inline constexpr bool kHasPythonObjects<std::tuple<T...>> =
    (std::is_base_of_v<py::handle, T> || ...);

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
  static void operator delete(void* memory) { ::operator delete(memory); }

  explicit PyEnvSpec(const ConfigValues& values)
      : EnvSpecT(values), py_config_values(this->config.AllValues()) {}

  [[nodiscard]] StateSpecT StateSpecPy() const {
    return SpecsToTuple(this->state_spec);
  }
  [[nodiscard]] ActionSpecT ActionSpecPy() const {
    return SpecsToTuple(this->action_spec);
  }
  /// The options of a reset, by name, with their defaults.
  [[nodiscard]] py::dict ResetOptionsPy() const {
    py::dict options;
    this->reset_options.Apply([&options](auto key, const auto& value) {
      options[key.Str().c_str()] = value;
    });
    return options;
  }
  /// What saved states depend on besides the config; see EnvSpec.
  [[nodiscard]] py::bytes StateFingerprintPy() const {
    using Fns = typename EnvSpecT::EnvFnsType;
    if constexpr (requires { Fns::StateFingerprint(this->config); }) {
      return Fns::StateFingerprint(this->config);
    }
    return "";
  }
};

/// A pool of EnvPool 1.x has a constructor that takes only a spec.
template <typename Pool>
concept TakesOptions =
    std::is_constructible_v<Pool, const typename Pool::Spec&,
                            const EngineOptions&, WaitHooks*>;

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
  static void operator delete(void* memory) { ::operator delete(memory); }

  explicit PyEnvPool(const PySpec& spec)
      : PyEnvPool(spec, OptionsScope::Current()) {}
  // Envs are constructed without the GIL; Ctrl-C is polled meanwhile.
  PyEnvPool(const PySpec& spec, const EngineOptions& options)
    requires TakesOptions<Pool>
      : Pool(spec, options, Hooks(GilWait(true))), py_spec(spec) {
    Attach(Pool::engine());
  }
  PyEnvPool(const PySpec& spec, const EngineOptions& options)
      : Pool(InScope(spec, OptionsScope(options))), py_spec(spec) {
    Attach(Pool::engine());
  }
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
  void PyReset(const py::array& ids) { ResetIds(ids.ptr()); }
  py::array PyRender(const py::array& ids, int width, int height,
                     int camera_id) {
    return py::reinterpret_steal<py::array>(
        RenderFrames(ids.ptr(), width, height, camera_id).release());
  }
  py::tuple Xla() {
    throw Error(ErrorKind::kNotSupported,
                "_xla: call xla() of a pool that envpool.make returns");
  }

 protected:
  [[nodiscard]] AnyResetOptions MakeResetOptions(
      PyObject* values) const override {
    using Fns = typename Pool::Spec::EnvFnsType;
    using Options = typename Pool::Spec::ResetOptions;
    if constexpr (Options::kSize == 0) {
      return NativePool::MakeResetOptions(values);
    } else {
      auto options = std::make_shared<const Options>(
          py::handle(values).cast<typename Options::Values>());
      if constexpr (requires { Fns::CheckResetOptions(*options); }) {
        try {
          Fns::CheckResetOptions(*options);
        } catch (const std::invalid_argument& error) {
          throw Error(ErrorKind::kArgument, error.what());
        }
      }
      return options;
    }
  }

 private:
  // Temporaries in the base's initializer live until the base is constructed.
  static WaitHooks* Hooks(GilWait&& wait) { return &wait; }
  static const PySpec& InScope(const PySpec& spec, const OptionsScope&) {
    return spec;
  }
};

/// Loads the module that defines NativePool, and checks its version.
inline void RequireCore() {
  py::module_::import("envpool.core._core");
  CheckAbi(AbiTag());
  if (py::detail::get_type_info(typeid(NativePool)) == nullptr) {
    throw py::import_error(
        "this module and envpool do not share classes: build it with GCC, or "
        "with Clang and libstdc++, and with no PYBIND11_INTERNALS_VERSION or "
        "PYBIND11_COMPILER_TYPE of its own");
  }
}

/// Makes a pool of a class that may take only a spec.
template <typename T>
std::unique_ptr<T> MakePool(const typename T::PySpec& spec,
                            const EngineOptions& options) {
  if constexpr (std::is_constructible_v<T, const typename T::PySpec&,
                                        const EngineOptions&>) {
    return std::make_unique<T>(spec, options);
  } else {
    const OptionsScope scope(options);
    return std::make_unique<T>(spec);
  }
}

/// A pool class that py::class_ binds with NativePool as its base.
template <typename T, typename... Options>
concept PoolWithoutBase = std::derived_from<T, NativePool> &&
                          (!std::is_base_of_v<NativePool, Options> && ...);

}  // namespace envpool

template <typename T, typename... Options>
  requires envpool::PoolWithoutBase<T, Options...>
class pybind11::class_<T, Options...>
    : public pybind11::class_<T, envpool::NativePool, Options...> {
 public:
  template <typename... Extra>
  class_(handle scope, const char* name, const Extra&... extra)
      : class_<T, envpool::NativePool, Options...>(
            (envpool::RequireCore(), scope), name, extra...) {
    this->def(init([](const typename T::PySpec& spec, const dict& options) {
                return envpool::MakePool<T>(spec,
                                            envpool::ParseOptions(options));
              }),
              arg("spec"), arg("options") = dict());
  }
};

namespace envpool {

/// The defaults of a config. Throws py::import_error for a type that Python
/// does not have.
template <typename Config>
py::tuple DefaultsToTuple(const char* spec, const Config& config) {
  py::tuple defaults(Config::kSize);
  std::size_t i = 0;
  config.Apply([&](auto key, const auto& value) {
    const py::object object = py::cast(value);
    if (!object) {
      PyErr_Clear();
      throw py::import_error(
          spec + (": config key '" + key.Str()) +
          "': expected a type that pybind11 converts, such as int, double, "
          "std::string or a vector of them, got " +
          py::type_id<std::decay_t<decltype(value)>>() +
          ", which no py::class_ has bound before");
    }
    defaults[i++] = object;
  });
  return defaults;
}

/// Binds a spec class under the given name.
template <typename PySpec>
void BindSpec(const py::module_& module, const char* name) {
  py::class_<PySpec> spec(module, name);
  // A model may have to be compiled for the shapes of a spec.
  using Values = typename PySpec::ConfigValues;
  if constexpr (kHasPythonObjects<Values>) {
    spec.def(py::init<const Values&>());
  } else {
    spec.def(py::init<const Values&>(), py::call_guard<GilReleased>());
  }
  spec.def_readonly("_config_values", &PySpec::py_config_values)
      .def_property_readonly("_state_spec", &PySpec::StateSpecPy)
      .def_property_readonly("_action_spec", &PySpec::ActionSpecPy)
      .def_property_readonly("_state_fingerprint", &PySpec::StateFingerprintPy)
      .def_property_readonly("_reset_options", &PySpec::ResetOptionsPy);
  spec.attr("_config_keys") = py::cast(PySpec::py_config_keys);
  spec.attr("_state_keys") = py::cast(PySpec::py_state_keys);
  spec.attr("_action_keys") = py::cast(PySpec::py_action_keys);
  spec.attr("_default_config_values") =
      DefaultsToTuple(name + 1, PySpec::kDefaultConfig);
}

/// Binds a pool class under the given name.
template <typename PyPool>
void BindPool(const py::module_& module, const char* name) {
  py::class_<PyPool> pool(module, name);
  pool.def_readonly("_spec", &PyPool::py_spec).def("_xla", &PyPool::Xla);
  pool.attr("_state_keys") = py::cast(PyPool::py_state_keys);
  pool.attr("_action_keys") = py::cast(PyPool::py_action_keys);
}

}  // namespace envpool

using envpool::PyEnvPool;
using envpool::PyEnvSpec;

#define REGISTER(MODULE, SPEC, POOL)          \
  envpool::RequireCore();                     \
  envpool::BindSpec<SPEC>(MODULE, "_" #SPEC); \
  envpool::BindPool<POOL>(MODULE, "_" #POOL);

#endif  // ENVPOOL_CORE_PY_ENVPOOL_H_
