// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LockedClass: a py::class_ whose methods have one caller at a time for each
// object, also without a GIL.

#ifndef ENVPOOL_CORE_BINDING_LOCKED_CLASS_H_
#define ENVPOOL_CORE_BINDING_LOCKED_CLASS_H_

#include <pybind11/pybind11.h>

#include <type_traits>
#include <utility>

#include "envpool/core/binding/free_threading.h"

namespace envpool {

template <typename T, typename... Options>
class __attribute__((visibility("hidden"))) LockedClass
    : public pybind11::class_<T, Options...> {
  using Base = pybind11::class_<T, Options...>;

 public:
  using Base::Base;

  template <typename Function, typename... Extra>
  LockedClass& def(const char* name, Function&& function,
                   const Extra&... extra) {
    if constexpr ((std::is_same_v<Extra, WithoutGil> || ...)) {
      // Waits without a thread state, so it cannot lock.
      Base::def(name, std::forward<Function>(function), extra...);
    } else {
      Base::def(name, Locked(std::forward<Function>(function)), extra...);
    }
    return *this;
  }
  template <typename... Args, typename... Extra>
  LockedClass& def(pybind11::detail::initimpl::constructor<Args...>&& init,
                   const Extra&... extra) {
    Base::def(std::move(init), extra...);
    return *this;
  }
  template <typename... Args, typename... Extra>
  LockedClass& def(pybind11::detail::initimpl::factory<Args...>&& init,
                   const Extra&... extra) {
    Base::def(std::move(init), extra...);
    return *this;
  }
  template <typename Getter>
  LockedClass& def_property_readonly(const char* name, Getter&& getter) {
    Base::def_property_readonly(name, Locked(std::forward<Getter>(getter)));
    return *this;
  }
  template <typename Getter, typename Setter>
  LockedClass& def_property(const char* name, Getter&& getter,
                            Setter&& setter) {
    Base::def_property(name, Locked(std::forward<Getter>(getter)),
                       Locked(std::forward<Setter>(setter)));
    return *this;
  }
  template <typename Value>
  LockedClass& def_readwrite(const char* name, Value T::* member) {
    return def_property(
        name, [member](const T& self) { return self.*member; },
        [member](T& self, const Value& value) { self.*member = value; });
  }

 private:
  using WithoutGil = pybind11::call_guard<pybind11::gil_scoped_release>;

  template <typename Function>
  static auto Locked(Function&& function) {
    if constexpr (!kFreeThreaded) {
      return std::forward<Function>(function);
    } else {
      using Signature =
          pybind11::detail::function_signature_t<std::decay_t<Function>>;
      return LockedAs(std::forward<Function>(function),
                      static_cast<Signature*>(nullptr));
    }
  }
  template <typename Function, typename R, typename Self, typename... Args>
  static auto LockedAs(Function function, R (*)(Self, Args...)) {
    return [function](const pybind11::object& self, Args... args) -> R {
      const ObjectLock lock(self.ptr());
      return function(As<Self>(self), std::forward<Args>(args)...);
    };
  }
  template <typename Self>
  static decltype(auto) As(const pybind11::object& self) {
    if constexpr (std::is_same_v<Self, const pybind11::object&>) {
      return self;
    } else {
      return self.cast<Self>();
    }
  }
  template <typename R, typename Class, typename... Args>
  static auto Locked(R (Class::*method)(Args...)) {
    return Locked([method](T& self, Args... args) -> R {
      return (self.*method)(std::forward<Args>(args)...);
    });
  }
  template <typename R, typename Class, typename... Args>
  static auto Locked(R (Class::*method)(Args...) const) {
    return Locked([method](const T& self, Args... args) -> R {
      return (self.*method)(std::forward<Args>(args)...);
    });
  }
};

class NativePool;
using PoolBinding = LockedClass<NativePool>;

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_LOCKED_CLASS_H_
