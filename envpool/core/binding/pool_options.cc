// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/pool_options.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

namespace py = pybind11;

[[noreturn]] void Refuse(const std::string& name, py::handle value) {
  throw Error(ErrorKind::kArgument,
              name + ": got " + std::string(py::repr(value)) +
                  ", expected options and values of EngineOptions");
}

constexpr const auto& NamesOf(AutoresetMode /*type*/) {
  return kAutoresetNames;
}
constexpr const auto& NamesOf(Numa /*type*/) { return kNumaNames; }

template <typename T>
T Read(const char* name, py::handle value) {
  if constexpr (std::is_enum_v<T>) {
    const auto& names = NamesOf(T());
    const auto found =
        std::find(names.begin(), names.end(), value.cast<std::string>());
    if (found == names.end()) {
      Refuse(name, value);
    }
    return static_cast<T>(found - names.begin());
  } else {
    return value.cast<T>();
  }
}

template <typename T>
py::object Show(T value) {
  if constexpr (std::is_enum_v<T>) {
    return py::cast(NamesOf(value)[static_cast<std::size_t>(value)]);
  } else {
    return py::cast(value);
  }
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

py::dict EngineDefaults() {
  py::dict defaults;
#define ENVPOOL_SHOW(type, option, usual) defaults[#option] = Show<type>(usual);
  ENVPOOL_ENGINE_OPTIONS(ENVPOOL_SHOW)
#undef ENVPOOL_SHOW
  return defaults;
}

}  // namespace envpool
