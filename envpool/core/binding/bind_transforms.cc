// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/bind_transforms.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/pool_options.h"
#include "envpool/core/engine/transforms/pool_transforms.h"

namespace py = pybind11;

namespace envpool {
namespace {

ObsTransformOptions ReadObservation(const py::dict& given) {
  ObsTransformOptions options;
  options.column = given["column"].cast<int>();
  options.time_unit = given["time_unit"].cast<double>();
  options.stack = given["stack"].cast<int>();
  options.dtype = ReadDType(given["dtype"]);
  options.normalize = given["normalize"].cast<bool>();
  options.low = given["low"].cast<double>();
  options.high = given["high"].cast<double>();
  if (given.contains("envs")) {
    options.envs = given["envs"].cast<std::vector<std::uint8_t>>();
  }
  return options;
}

RewardTransformOptions ReadReward(const py::dict& given) {
  RewardTransformOptions options;
  options.normalize = given["normalize"].cast<bool>();
  options.gamma = given["gamma"].cast<double>();
  options.low = given["low"].cast<double>();
  options.high = given["high"].cast<double>();
  return options;
}

ActionRescaleOptions ReadAction(const py::dict& given) {
  return {given["column"].cast<int>(),
          given["gradient"].cast<std::vector<double>>(),
          given["intercept"].cast<std::vector<double>>()};
}

void SetTransforms(NativePool* pool, const std::vector<py::dict>& observations,
                   const std::optional<py::dict>& reward,
                   const std::vector<py::dict>& actions) {
  std::vector<ObsTransformOptions> of_observations;
  for (const py::dict& each : observations) {
    of_observations.push_back(ReadObservation(each));
  }
  std::optional<RewardTransformOptions> of_reward;
  if (reward.has_value()) {
    of_reward = ReadReward(*reward);
  }
  std::vector<ActionRescaleOptions> of_actions;
  for (const py::dict& each : actions) {
    of_actions.push_back(ReadAction(each));
  }
  pool->SetTransforms(std::make_unique<PoolTransforms>(
      pool->Usable(), of_observations, of_reward, of_actions));
}

py::array_t<double> ToArray(const std::vector<double>& numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()),
                             numbers.data());
}

}  // namespace

void BindTransforms(PoolBinding* pool) {
  pool->def(
          "_set_transforms",
          [](NativePool& self, const std::vector<py::dict>& observations,
             const std::optional<py::dict>& reward,
             const std::vector<py::dict>& actions) {
            SetTransforms(&self, observations, reward, actions);
          },
          py::arg("observations"), py::arg("reward"), py::arg("actions"))
      .def("_moments",
           [](const NativePool& self, std::size_t number) {
             const Moments found = self.transforms()->ReadMoments(number);
             return py::make_tuple(found.count(), ToArray(found.mean()),
                                   ToArray(found.squares()));
           })
      .def("_set_moments",
           [](const NativePool& self, std::size_t number, double count,
              std::vector<double> mean, std::vector<double> squares) {
             self.transforms()->SetMoments(number, count, std::move(mean),
                                           std::move(squares));
           })
      .def_property(
          "_frozen",
          [](const NativePool& self) {
            return self.transforms()->frozen.load();
          },
          [](const NativePool& self, bool frozen) {
            self.transforms()->frozen = frozen;
          })
      .def_property_readonly("_observation_bytes",
                             &NativePool::ObservationBytes);
}

}  // namespace envpool
