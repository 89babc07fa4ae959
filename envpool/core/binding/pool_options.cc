// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/pool_options.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

namespace py = pybind11;

[[noreturn]] void Refuse(const std::string& name, py::handle value) {
  throw Error(ErrorKind::kArgument,
              name + ": got " + std::string(py::repr(value)) +
                  ", expected options and values of EngineOptions");
}

template <typename E, std::size_t N>
E Named(const std::array<std::string_view, N>& names, const char* name,
        py::handle value) {
  const auto found =
      std::find(names.begin(), names.end(), value.cast<std::string>());
  if (found == names.end()) {
    Refuse(name, value);
  }
  return static_cast<E>(found - names.begin());
}

template <typename T>
T Read(const char* /*name*/, py::handle value) {
  return value.cast<T>();
}
template <>
AutoresetMode Read(const char* name, py::handle value) {
  return Named<AutoresetMode>(kAutoresetNames, name, value);
}
template <>
Numa Read(const char* name, py::handle value) {
  return Named<Numa>(kNumaNames, name, value);
}

}  // namespace

EngineOptions ParseOptions(const py::dict& options) {
  EngineOptions parsed;
  for (const auto& [key, value] : options) {
    const auto name = key.cast<std::string>();
#define ENVPOOL_READ(type, option, usual)       \
  if (name == #option) {                        \
    parsed.option = Read<type>(#option, value); \
    continue;                                   \
  }
    ENVPOOL_ENGINE_OPTIONS(ENVPOOL_READ)
#undef ENVPOOL_READ
    Refuse("options", key);
  }
  return parsed;
}

}  // namespace envpool
