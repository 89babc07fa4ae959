// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/bind_params.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/binding/native_pool.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/params/env_params.h"

namespace py = pybind11;

namespace envpool {
namespace {

using Doubles = py::array_t<double, py::array::c_style>;
/// (name in error messages, parameter, elements).
using Elements = std::tuple<std::string, int, std::vector<int>>;

ParamElements ElementsOf(const Elements& row) {
  return {std::get<0>(row), std::get<1>(row), std::get<2>(row)};
}

std::vector<double> VectorOf(const Doubles& values) {
  return {values.data(), values.data() + values.size()};
}

/// Returns the index of each env's list, and the distinct lists.
py::tuple Lists(const NativePool& pool) {
  Engine* engine = pool.Usable();
  std::vector<std::shared_ptr<const EnvParams::List>> lists;
  std::vector<int> numbers;
  for (int env_id = 0; env_id < engine->config().num_envs; ++env_id) {
    auto list = engine->params()->ListOf(env_id);
    const auto found = std::find(lists.begin(), lists.end(), list);
    numbers.push_back(static_cast<int>(found - lists.begin()));
    if (found == lists.end()) {
      lists.push_back(std::move(list));
    }
  }
  py::list all;
  for (const auto& list : lists) {
    py::list rows;
    for (const Param& param : *list) {
      rows.append(py::make_tuple(param.name, param.meaning,
                                 py::tuple(py::cast(param.shape)), param.low,
                                 param.high, param.is_integer,
                                 py::tuple(py::cast(param.labels))));
    }
    all.append(rows);
  }
  return py::make_tuple(numbers, all);
}

template <std::size_t kSize>
int IndexOf(const std::array<std::string_view, kSize>& names,
            const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw Error(ErrorKind::kArgument, "randomize: unknown word " + name);
  }
  return static_cast<int>(found - names.begin());
}

ParamDraw DrawOf(const Elements& of, const std::string& kind,
                 const std::string& mode, std::vector<double> numbers) {
  // In the order of the enums.
  static constexpr std::array<std::string_view, 4> kKinds = {
      "uniform", "loguniform", "normal", "choice"};
  static constexpr std::array<std::string_view, 3> kModes = {"set", "scale",
                                                             "add"};
  return {ElementsOf(of), static_cast<ParamDraw::Kind>(IndexOf(kKinds, kind)),
          static_cast<ParamDraw::Mode>(IndexOf(kModes, mode)),
          std::move(numbers)};
}

}  // namespace

void BindParams(PoolBinding* pool) {
  pool->def("_param_lists", &Lists)
      .def("_get_param",
           [](const NativePool& self, const std::vector<int>& ids,
              const Elements& of, bool usual) {
             const std::vector<double> values =
                 self.Usable()->GetParam(ids, ElementsOf(of), usual);
             Doubles array({ids.size(), std::get<2>(of).size()});
             std::copy(values.begin(), values.end(), array.mutable_data());
             return array;
           })
      .def("_set_params",
           [](const NativePool& self, const std::vector<int>& ids,
              const std::vector<std::pair<Elements, Doubles>>& rows,
              bool at_reset) {
             std::vector<ParamValues> values;
             for (const auto& [of, array] : rows) {
               values.push_back({ElementsOf(of), VectorOf(array)});
             }
             self.Usable()->SetParams(ids, values, at_reset);
           })
      .def("_randomize",
           [](const NativePool& self, const std::vector<int>& ids,
              const std::vector<std::tuple<Elements, std::string, std::string,
                                           std::vector<double>>>& rows) {
             std::vector<ParamDraw> draws;
             for (const auto& [of, kind, mode, numbers] : rows) {
               draws.push_back(DrawOf(of, kind, mode, numbers));
             }
             self.Usable()->Randomize(ids, std::move(draws));
           });
}

}  // namespace envpool
