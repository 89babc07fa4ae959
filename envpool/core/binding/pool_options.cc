// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/pool_options.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
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

/// The columns to show, from tuples (key, dtype, shape).
std::vector<ShownColumn> ReadShown(py::handle value) {
  std::vector<ShownColumn> shown;
  for (const py::handle each : value) {
    const auto fields = each.cast<py::tuple>();
    if (fields.size() != 3) {
      Refuse("shown", each);
    }
    shown.push_back({fields[0].cast<std::string>(), ReadDType(fields[1]),
                     fields[2].cast<std::vector<int>>()});
  }
  return shown;
}

}  // namespace

DType ReadDType(py::handle object) {
  const int type =
      py::dtype::from_args(py::reinterpret_borrow<py::object>(object))
          .normalized_num();
  for (int i = 0; i < kNumDTypes; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (py::dtype(NumpyType(dtype)).normalized_num() == type) {
      return dtype;
    }
  }
  Refuse("dtype", object);
}

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
    if (name == "shown") {
      parsed.shown = ReadShown(value);
      continue;
    }
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
