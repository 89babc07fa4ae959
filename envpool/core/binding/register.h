// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BindSpec and BindPool: make the tables for BindSpecClass and BindPoolClass
// from the classes PyEnvSpec and PyEnvPool.
//
// Threads: with the GIL, which is released while specs and pools are
// constructed. Errors: see BindSpecClass.

#ifndef ENVPOOL_CORE_BINDING_REGISTER_H_
#define ENVPOOL_CORE_BINDING_REGISTER_H_

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "envpool/core/binding/classes.h"
#include "envpool/core/binding/convert.h"
#include "envpool/core/binding/gil_wait.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/engine/options.h"
#include "envpool/core/engine/options_scope.h"
#include "envpool/core/spec.h"

namespace envpool {

/// (dtype, shape, (min, max), (elementwise min, max), is_discrete) of a Spec.
template <typename Shape, typename D>
PyRef SpecTuple(DType dtype, const Shape& shape, const Spec<D>& spec) {
  using Vectors = std::tuple<std::vector<D>, std::vector<D>>;
  PyRef tuple = PyRef::Steal(PyTuple_New(5));
  const auto set = [&tuple](Py_ssize_t i, PyRef item) {
    PyTuple_SET_ITEM(tuple.get(), i, item.release());
  };
  set(0, NumpyDType(dtype));
  set(1, Convert<Shape>::ToPython(shape));
  set(2, Convert<std::tuple<D, D>>::ToPython(spec.bounds));
  set(3, Convert<Vectors>::ToPython(spec.elementwise_bounds));
  set(4, Convert<bool>::ToPython(spec.is_discrete));
  return tuple;
}

template <typename D>
PyRef SpecTupleOf(const Spec<D>& spec) {
  DType dtype = DTypeOf<D>();
  if constexpr (std::is_same_v<D, double>) {
    if (IsFloat32(spec)) {
      dtype = DType::kFloat32;
    }
  }
  return SpecTuple(dtype, spec.shape, spec);
}
/// A ragged entry has the pair (outer shape, inner shape).
template <typename D>
PyRef SpecTupleOf(const Spec<Container<D>>& spec) {
  return SpecTuple(DTypeOf<D>(), std::pair(spec.shape, spec.inner_spec.shape),
                   spec.inner_spec);
}

/// A tuple with a SpecTuple for each entry of a Dict of Specs.
template <typename SpecDict>
PyRef SpecTuples(const SpecDict& specs) {
  PyRef tuple = PyRef::Steal(PyTuple_New(SpecDict::kSize));
  Py_ssize_t i = 0;
  specs.Apply([&](auto /*key*/, const auto& spec) {
    PyTuple_SET_ITEM(tuple.get(), i++, SpecTupleOf(spec).release());
  });
  return tuple;
}

template <typename Options>
PyRef OptionsDict(const Options& options) {
  PyRef dict = PyRef::Steal(PyDict_New());
  options.Apply([&dict](auto key, const auto& value) {
    using T = std::decay_t<decltype(value)>;
    const PyRef object = Convert<T>::ToPython(value);
    if (PyDict_SetItemString(dict.get(), key.Str().c_str(), object.get()) < 0) {
      throw PythonError();
    }
  });
  return dict;
}

/// The defaults of a config.
template <typename Config>
PyRef DefaultsOf(const char* spec, const Config& config) {
  PyRef defaults = PyRef::Steal(PyTuple_New(Config::kSize));
  Py_ssize_t i = 0;
  config.Apply([&](auto key, const auto& value) {
    using T = std::decay_t<decltype(value)>;
    try {
      PyTuple_SET_ITEM(defaults.get(), i++,
                       Convert<T>::ToPython(value).release());
    } catch (const PythonError&) {
      RefuseConfigType(spec, key.Str(), typeid(T));
    }
  });
  return defaults;
}

/// The values of a config, from a sequence.
template <typename Keys, typename Values>
struct ConfigReader;
template <typename... Key, typename... T>
struct ConfigReader<std::tuple<Key...>, std::tuple<T...>> {
  static std::tuple<T...> Read(PyObject* values) {
    const PyRef items = ConfigSequence(values, sizeof...(T));
    return ReadEach(items.get(), std::index_sequence_for<T...>());
  }

 private:
  template <std::size_t... I>
  static std::tuple<T...> ReadEach(PyObject* items, std::index_sequence<I...>) {
    return {ReadOne<Key, T>(PyTuple_GET_ITEM(items, I))...};
  }
  template <typename K, typename V>
  static V ReadOne(PyObject* object) {
    std::optional<V> value = Convert<V>::FromPython(object);
    if (!value) {
      RefuseValue(K::Str(), typeid(V), object);
    }
    return *std::move(value);
  }
};

/// Whether values of a type need the GIL; with_pybind11.h specializes it.
template <typename T>
inline constexpr bool kIsPythonObject = false;
template <typename Values>
inline constexpr bool kHasPythonObjects = false;
template <typename... T>
inline constexpr bool kHasPythonObjects<std::tuple<T...>> =
    (kIsPythonObject<T> || ...);

template <typename T>
NativeClass NativeClassOf(const char* name) {
  return {name,
          &typeid(T),
          sizeof(T),
          alignof(T),
          [](void* object) { delete static_cast<T*>(object); },
          &T::py_state_keys,
          &T::py_action_keys};
}

template <typename PySpec>
void* MakeSpec(PyObject* sequence) {
  using Values = typename PySpec::ConfigValues;
  const auto values =
      ConfigReader<typename PySpec::ConfigKeys, Values>::Read(sequence);
  if constexpr (kHasPythonObjects<Values>) {
    return new PySpec(values);
  } else {
    // Constructing a spec may compile a model to learn its shapes.
    const GilReleased released;
    return new PySpec(values);
  }
}

template <typename PySpec>
const PySpec& AsSpec(const void* spec) {
  return *static_cast<const PySpec*>(spec);
}

/// Binds a spec class under the given name.
template <typename PySpec, typename Module>
void BindSpec(const Module& module, const char* name) {
  using Values = typename PySpec::ConfigValues;
  BindSpecClass(
      module.ptr(),
      {NativeClassOf<PySpec>(name), &PySpec::py_config_keys,
       DefaultsOf(name + 1, PySpec::kDefaultConfig), &MakeSpec<PySpec>,
       [](const void* spec) {
         return Convert<Values>::ToPython(
             AsSpec<PySpec>(spec).py_config_values);
       },
       [](const void* spec) {
         return SpecTuples(AsSpec<PySpec>(spec).state_spec);
       },
       [](const void* spec) {
         return SpecTuples(AsSpec<PySpec>(spec).action_spec);
       },
       [](const void* spec) {
         return OptionsDict(AsSpec<PySpec>(spec).reset_options);
       },
       [](const void* spec) {
         return AsSpec<PySpec>(spec).StateFingerprint();
       }});
}

/// Makes a pool of a class that may take only a spec.
template <typename PyPool>
std::unique_ptr<PyPool> MakePool(const typename PyPool::PySpec& spec,
                                 const EngineOptions& options) {
  if constexpr (std::is_constructible_v<PyPool, const typename PyPool::PySpec&,
                                        const EngineOptions&>) {
    return std::make_unique<PyPool>(spec, options);
  } else {
    const OptionsScope scope(options);
    return std::make_unique<PyPool>(spec);
  }
}

/// Binds a pool class under the given name.
template <typename PyPool, typename Module>
void BindPool(const Module& module, const char* name) {
  using PySpec = typename PyPool::PySpec;
  BindPoolClass(
      module.ptr(),
      {NativeClassOf<PyPool>(name), &typeid(PySpec),
       [](const void* spec, const EngineOptions& options) -> void* {
         return MakePool<PyPool>(*static_cast<const PySpec*>(spec), options)
             .release();
       },
       [](void* pool) -> void* {
         return static_cast<NativePool*>(static_cast<PyPool*>(pool));
       },
       [](const void* pool) -> const void* {
         const PySpec& spec = static_cast<const PyPool*>(pool)->py_spec;
         return &spec;
       }});
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_REGISTER_H_
