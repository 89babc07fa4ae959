// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// For modules that use pybind11 themselves: config values of all types that
// pybind11 converts, members for bindings written by hand, and NativePool as
// the base of their pool classes.

#ifndef ENVPOOL_CORE_BINDING_WITH_PYBIND11_H_
#define ENVPOOL_CORE_BINDING_WITH_PYBIND11_H_

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

// Modules share classes only if their versions of pybind11 are compatible.
#if PYBIND11_INTERNALS_VERSION != 12
#error "EnvPool is built with pybind11 3.1; install that: pybind11>=3.1,<3.2"
#endif

#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "envpool/core/binding/abi.h"
#include "envpool/core/binding/free_threading.h"
#include "envpool/core/binding/main_interpreter.h"
#include "envpool/core/binding/pool_options.h"
#include "envpool/core/binding/register.h"

namespace py = pybind11;

namespace envpool {

/// Converts types that EnvPool leaves to pybind11.
template <typename T>
struct Convert {
  static PyRef ToPython(const T& value) {
    return PyRef::Steal(py::cast(value).release().ptr());
  }
  static std::optional<T> FromPython(PyObject* object) {
    try {
      return py::cast<T>(py::handle(object));
    } catch (const py::cast_error&) {
      return std::nullopt;
    }
  }
};

template <std::derived_from<py::handle> T>
inline constexpr bool kIsPythonObject<T> = true;

/// The base of classes that py::class_ binds: see ZeroedMemory.
class Zeroed {
 public:
  static void* operator new(std::size_t size) { return ZeroedMemory(size); }
  static void* operator new(std::size_t /*size*/, void* place) { return place; }
  static void operator delete(void* memory) { ::operator delete(memory); }
};

/// Base of PyEnvSpec: members for hand-written bindings.
template <typename PySpec>
class SpecMembers : public Zeroed {
 public:
  using StateSpecT = py::tuple;
  using ActionSpecT = py::tuple;

  [[nodiscard]] StateSpecT StateSpecPy() const {
    return Stolen<py::tuple>(SpecTuples(self().state_spec));
  }
  [[nodiscard]] ActionSpecT ActionSpecPy() const {
    return Stolen<py::tuple>(SpecTuples(self().action_spec));
  }
  /// The options of a reset, by name, with their defaults.
  [[nodiscard]] py::dict ResetOptionsPy() const {
    return Stolen<py::dict>(OptionsDict(self().reset_options));
  }
  [[nodiscard]] py::bytes StateFingerprintPy() const {
    return self().StateFingerprint();
  }

 private:
  [[nodiscard]] const PySpec& self() const {
    return static_cast<const PySpec&>(*this);
  }
  template <typename T>
  static T Stolen(PyRef ref) {
    return py::reinterpret_steal<T>(ref.release());
  }
};

/// Base of PyEnvPool: members for hand-written bindings. Each pool has one
/// caller of them at a time, also without a GIL.
template <typename PyPool>
class PoolMembers : public Zeroed {
 public:
  void PySend(const std::vector<py::array>& actions) {
    const Lock lock(this);
    self().SendColumns(py::cast(actions).ptr());
  }
  std::vector<py::array> PyRecv() {
    const Lock lock(this);
    std::vector<py::array> arrays;
    for (PyRef& column : self().RecvColumns(-1)) {
      arrays.push_back(py::reinterpret_steal<py::array>(column.release()));
    }
    return arrays;
  }
  void PyReset(const py::array& ids) {
    const Lock lock(this);
    self().ResetIds(ids.ptr());
  }
  py::array PyRender(const py::array& ids, int width, int height,
                     int camera_id) {
    const Lock lock(this);
    return py::reinterpret_steal<py::array>(
        self().RenderFrames(ids.ptr(), width, height, camera_id).release());
  }
  py::tuple Xla() { RefuseXla(); }

 private:
  /// Locks the pool's Python object.
  class Lock {
   public:
    explicit Lock(PoolMembers* members)
        : object_(ObjectOf(members)), lock_(object_.ptr()) {}

   private:
    static py::object ObjectOf(PoolMembers* members) {
      if constexpr (kFreeThreaded) {
        return py::cast(&members->self(), py::return_value_policy::reference);
      } else {
        return {};
      }
    }

    const py::object object_;
    const ObjectLock lock_;
  };

  PyPool& self() { return static_cast<PyPool&>(*this); }
};

/// RequireCore, and a check that pybind11 sees EnvPool's classes.
inline void RequireSharedClasses() {
  RequireCore(AbiTag());
  if (py::detail::get_type_info(typeid(NativePool)) == nullptr) {
    throw py::import_error(
        "this module and envpool do not share classes: build it with GCC, or "
        "with Clang and libstdc++, and with no PYBIND11_INTERNALS_VERSION or "
        "PYBIND11_COMPILER_TYPE of its own");
  }
}

/// A pool class that py::class_ binds with NativePool as its base.
template <typename T, typename... Options>
concept PoolWithoutBase = std::derived_from<T, NativePool> &&
                          (!std::is_base_of_v<NativePool, Options> && ...);

}  // namespace envpool

// Bindings written for EnvPool 1.x use `py::class_<FooEnvPool>` without a base.
// Only a specialization of py::class_ can add NativePool, since the base is a
// template parameter.
template <typename T, typename... Options>
  requires envpool::PoolWithoutBase<T, Options...>
class pybind11::class_<T, Options...>
    : public pybind11::class_<T, envpool::NativePool, Options...> {
 public:
  template <typename... Extra>
  class_(handle scope, const char* name, const Extra&... extra)
      : class_<T, envpool::NativePool, Options...>(
            (envpool::RequireSharedClasses(), scope), name, extra...) {
    this->def(init([](const typename T::PySpec& spec, const dict& options) {
                return envpool::MakePool<T>(spec,
                                            envpool::ParseOptions(options));
              }),
              arg("spec"), arg("options") = dict());
  }
};

#endif  // ENVPOOL_CORE_BINDING_WITH_PYBIND11_H_
