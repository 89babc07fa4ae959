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
// binds _FooEnvSpec and _FooEnvPool. libenvpool_core.so makes these classes
// from tables of functions, so REGISTER needs no pybind11. With
// ENVPOOL_WITHOUT_PYBIND11 defined, or without pybind11 on the include path,
// pybind11 is not included, and the module compiles in less than half the
// time; `m` can then be passed to REGISTER only.
//
// With pybind11, a class can also be bound by hand, with additional functions:
// `py::class_<FooEnvPool>(m, "_FooEnvPool")` with
// `py::init<const FooEnvSpec&>()`. NativePool becomes its base, which provides
// all that the Python API needs.

#ifndef ENVPOOL_CORE_PY_ENVPOOL_H_
#define ENVPOOL_CORE_PY_ENVPOOL_H_

#if defined(PYBIND11_VERSION_MAJOR) || \
    (!defined(ENVPOOL_WITHOUT_PYBIND11) && __has_include(<pybind11/pybind11.h>))
#include "envpool/core/binding/with_pybind11.h"
#else
#include "envpool/core/binding/without_pybind11.h"
#endif

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "envpool/core/binding/abi.h"
#include "envpool/core/binding/classes.h"
#include "envpool/core/binding/convert.h"
#include "envpool/core/binding/gil_wait.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/register.h"
#include "envpool/core/engine/options_scope.h"
#include "envpool/core/env_spec.h"

namespace envpool {

template <typename EnvSpecT>
class PyEnvSpec : public EnvSpecT, public SpecMembers<PyEnvSpec<EnvSpecT>> {
 public:
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

  explicit PyEnvSpec(const ConfigValues& values)
      : EnvSpecT(values), py_config_values(this->config.AllValues()) {}

  /// Bytes on which saved states depend besides the config; see EnvSpec.
  [[nodiscard]] std::string StateFingerprint() const {
    using Fns = typename EnvSpecT::EnvFnsType;
    if constexpr (requires { Fns::StateFingerprint(this->config); }) {
      return Fns::StateFingerprint(this->config);
    } else {
      return "";
    }
  }
};

/// False for EnvPool 1.x pools, which have only a constructor from a spec.
template <typename Pool>
concept TakesOptions =
    std::is_constructible_v<Pool, const typename Pool::Spec&,
                            const EngineOptions&, WaitHooks*>;

template <typename Pool>
class PyEnvPool : public NativePool,
                  public Pool,
                  public PoolMembers<PyEnvPool<Pool>> {
 public:
  using PySpec = PyEnvSpec<typename Pool::Spec>;

  static inline const std::vector<std::string>& py_state_keys =
      PySpec::py_state_keys;
  static inline const std::vector<std::string>& py_action_keys =
      PySpec::py_action_keys;

  PySpec py_spec;

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

  [[nodiscard]] AnyResetOptions MakeResetOptions(
      PyObject* values) const override {
    using Fns = typename Pool::Spec::EnvFnsType;
    using Options = typename Pool::Spec::ResetOptions;
    if constexpr (Options::kSize == 0) {
      return NativePool::MakeResetOptions(values);
    } else {
      auto options = std::make_shared<const Options>(
          ConfigReader<typename Options::Keys, typename Options::Values>::Read(
              values));
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
  // Temporaries in the base's initializer live until the base is constructed;
  // then GilWait's destructor reacquires the GIL, and OptionsScope ends.
  static WaitHooks* Hooks(GilWait&& wait) { return &wait; }
  static const PySpec& InScope(const PySpec& spec, const OptionsScope&) {
    return spec;
  }
};

}  // namespace envpool

using envpool::PyEnvPool;
using envpool::PyEnvSpec;

#define REGISTER(MODULE, SPEC, POOL)          \
  envpool::RequireCore(envpool::AbiTag());    \
  envpool::BindSpec<SPEC>(MODULE, "_" #SPEC); \
  envpool::BindPool<POOL>(MODULE, "_" #POOL);

#endif  // ENVPOOL_CORE_PY_ENVPOOL_H_
