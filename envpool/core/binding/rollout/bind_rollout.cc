// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/rollout/bind_rollout.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/binding/gil_wait.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/rollout/bind_data_sets.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/engine/pool_lease.h"
#include "envpool/core/rollout/native_function.h"
#include "envpool/core/rollout/network_policy.h"
#include "envpool/core/rollout/open_loop.h"
#include "envpool/core/rollout/random_actions.h"
#include "envpool/core/rollout/rollout.h"

namespace py = pybind11;

namespace envpool {
namespace {

using ColumnArrays = std::vector<std::pair<int, py::array>>;
using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
// Of each layer: weights and biases.
using LayerArrays = std::vector<std::pair<Floats, Floats>>;

[[noreturn]] void Refuse(const std::string& text) {
  throw Error(ErrorKind::kArgument, text);
}

/// The memory of arrays of `items` envs each, with `players` items of an env in
/// a column of players. They are in C order.
std::vector<ColumnRows> RowsOf(const ColumnArrays& arrays, const Layout& layout,
                               std::int64_t items, int players) {
  std::vector<ColumnRows> rows;
  for (const auto& [column, array] : arrays) {
    const Column& about = layout.columns().at(column);
    const bool is_whole = (array.flags() & py::array::c_style) != 0;
    const std::int64_t count = items * (about.per_player ? players : 1);
    if (!is_whole || !array.writeable() ||
        array.nbytes() != static_cast<py::ssize_t>(count * about.ItemBytes())) {
      Refuse("arrays: expected " + std::to_string(count) +
             " items in C order for '" + about.key + "'");
    }
    rows.push_back(
        {column, static_cast<char*>(const_cast<void*>(array.data()))});
  }
  return rows;
}

/// By column: the shape of an item, or None if items differ in shape, the
/// dtype, and the number of items of an env.
py::list ColumnItems(const NativePool& pool) {
  py::list items;
  const Layout& layout = pool.Usable()->blocks()->layout();
  for (const Column& column : layout.columns()) {
    const py::object shape = column.is_container()
                                 ? py::object(py::none())
                                 : py::tuple(py::cast(column.shape));
    items.append(py::make_tuple(shape, py::dtype(NumpyType(column.dtype)),
                                column.per_player ? layout.max_players() : 1));
  }
  return items;
}

/// One parameter: its array of all steps, the kind of each env, and the
/// elements of each kind; see ParamRows.
ParamRows ParamsOf(Engine* engine, std::int64_t steps,
                   const py::handle& described) {
  auto [array, kind_of_env, kinds] =
      described.cast<std::tuple<py::array, std::vector<int>,
                                std::vector<ParamRows::Elements>>>();
  const std::int64_t rows = steps * engine->config().num_envs;
  const auto elements =
      static_cast<std::int64_t>(kinds.empty() ? 0 : kinds[0].second.size());
  const bool is_whole = (array.flags() & py::array::c_style) != 0;
  if (!is_whole || !array.writeable() || array.itemsize() != 8 ||
      array.size() != rows * elements) {
    Refuse("params: expected arrays in C order with a value for each element");
  }
  return {engine, std::move(kind_of_env), std::move(kinds),
          array.dtype().kind() == 'i', array.mutable_data()};
}

py::list ToList(const std::vector<RolloutFault>& faults) {
  py::list list;
  for (const auto& [step, fault] : faults) {
    list.append(py::make_tuple(step, fault.env_id, fault.seed,
                               fault.elapsed_step, fault.text));
  }
  return list;
}

py::list Rollout(const NativePool& pool, const Policy& policy,
                 std::int64_t steps, const ColumnArrays& results,
                 const ColumnArrays& actions, const ColumnArrays& first,
                 const ColumnArrays& last, const py::dict& how) {
  Engine* engine = pool.Usable();
  const Layout& layout = engine->blocks()->layout();
  const std::int64_t num_envs = engine->config().num_envs;
  RolloutRequest request;
  request.steps = steps;
  request.policy = &policy;
  request.actors = {how["actors"].cast<int>(), how["current"].cast<int>()};
  const int players = layout.max_players();
  request.results = RowsOf(results, layout, steps * num_envs, players);
  request.actions = RowsOf(actions, engine->actions()->layout(),
                           steps * num_envs, request.actors.rows);
  request.first = RowsOf(first, layout, num_envs, players);
  request.last = RowsOf(last, layout, num_envs, players);
  request.transforms =
      how["has_transforms"].cast<bool>() ? pool.transforms() : nullptr;
  request.transforms_results = how["transforms_results"].cast<bool>();
  request.restarts_ended = how["restarts_ended"].cast<bool>();
  request.float32 = how["float32"].cast<bool>();
  request.has_late_rows = how["has_late_rows"].cast<bool>();
  for (const py::handle params : py::list(how["params"])) {
    request.params.push_back(ParamsOf(engine, steps, params));
  }
  for (const py::handle stacks : py::list(how["stacks"])) {
    request.stacks.push_back(StackedOf(stacks));
  }
  const PoolLease lease(DescribePool(engine).number);
  std::vector<RolloutFault> faults;
  {
    GilWait wait(true);
    faults = RunRollout(engine, request, &wait,
                        [&](const StateBlock& block) { lease.Observe(block); });
  }
  return ToList(faults);
}

std::shared_ptr<Policy> MakeOpenLoop(const NativePool& pool,
                                     const std::vector<py::array>& arrays,
                                     std::int64_t steps, int actors) {
  std::vector<Array> views;
  for (const py::array& array : arrays) {
    constexpr py::ssize_t kMost = std::numeric_limits<int>::max();
    const bool has_steps = 0 < steps && steps <= kMost;
    const py::ssize_t row = has_steps ? array.size() / steps : 0;
    if ((array.flags() & py::array::c_style) == 0 || !has_steps ||
        row > kMost) {
      Refuse("actions: expected arrays in C order, with at least one step");
    }
    views.emplace_back(
        ShapeSpec(static_cast<int>(array.itemsize()),
                  {static_cast<int>(steps), static_cast<int>(row)}),
        static_cast<char*>(const_cast<void*>(array.data())));
  }
  return std::make_shared<OpenLoop>(*pool.Usable()->actions(), views, steps,
                                    actors);
}

std::shared_ptr<Policy> MakeRandom(
    const NativePool& pool,
    const std::vector<std::pair<std::vector<double>, std::vector<double>>>&
        bounds,
    std::uint64_t seed, std::int64_t first_step, int mask) {
  std::vector<ActionBounds> all;
  for (const auto& [lows, highs] : bounds) {
    all.push_back({lows, highs});
  }
  return std::make_shared<RandomActions>(
      *pool.Usable()->actions(), std::move(all), seed, first_step, mask);
}

std::shared_ptr<Policy> MakeNative(std::uintptr_t address, int observation) {
  return std::make_shared<NativeFunction>(
      reinterpret_cast<NativeFunction::Function>(address), observation);
}

/// Weights are (outputs, inputs), or (networks, outputs, inputs).
DenseNetwork ReadNetwork(const LayerArrays& arrays, int num_networks,
                         const std::string& activation) {
  std::vector<DenseLayer> layers;
  for (const auto& [weights, biases] : arrays) {
    const py::ssize_t axis = weights.ndim() - 2;
    const auto refuse = [] {
      Refuse(
          "layers: expected weights of shape (outputs, inputs) and biases "
          "of shape (outputs,), or both with a first axis of envs, with as "
          "many inputs as the layer before has outputs");
    };
    if (axis != 0 && axis != 1) {
      refuse();
    }
    const auto outputs = static_cast<int>(weights.shape(axis));
    const auto inputs = static_cast<int>(weights.shape(axis + 1));
    const py::ssize_t networks = axis == 1 ? weights.shape(0) : 1;
    if (networks != num_networks || outputs < 1 || inputs < 1 ||
        biases.size() != networks * outputs ||
        (!layers.empty() && layers.back().outputs != inputs)) {
      refuse();
    }
    layers.push_back({inputs, outputs, weights.data(), biases.data()});
  }
  if (layers.empty()) {
    Refuse("layers: expected at least one");
  }
  return {layers, num_networks,
          activation == "relu" ? Activation::kRelu : Activation::kTanh};
}

/// (steps, envs), or None.
float* ReadRows(const py::object& array) {
  return array.is_none()
             ? nullptr
             : static_cast<float*>(array.cast<py::array>().mutable_data());
}

std::shared_ptr<Policy> MakeNetwork(const NativePool& pool,
                                    const LayerArrays& actor,
                                    const LayerArrays& critic, int num_networks,
                                    const py::dict& how) {
  Engine* engine = pool.Usable();
  const auto activation = how["activation"].cast<std::string>();
  NetworkPolicyOptions options;
  options.observations = how["observations"].cast<std::vector<int>>();
  options.rows = how["actors"].cast<int>();
  options.is_choice = how["is_choice"].cast<bool>();
  options.first_choice = how["first_choice"].cast<double>();
  options.mask = how["mask"].cast<int>();
  options.samples = how["samples"].cast<bool>();
  options.log_std = how["log_std"].cast<std::vector<float>>();
  options.seed = how["seed"].cast<std::uint64_t>();
  options.first_step = how["first_step"].cast<std::int64_t>();
  options.log_probs = ReadRows(how["log_probs"]);
  options.values = ReadRows(how["values"]);
  std::optional<DenseNetwork> values;
  if (!critic.empty()) {
    values.emplace(ReadNetwork(critic, num_networks, activation));
  }
  return std::make_shared<NetworkPolicy>(
      engine->blocks()->layout(), *engine->actions(),
      ReadNetwork(actor, num_networks, activation), std::move(values),
      std::move(options));
}

}  // namespace

void BindRollout(py::module_* module, PoolBinding* pool) {
  py::class_<Policy, std::shared_ptr<Policy>>(
      *module, "Policy", "A policy of one pool and one rollout.");
  pool->def("_rollout", &Rollout, py::arg("policy"), py::arg("steps"),
            py::arg("results"), py::arg("actions"), py::arg("first"),
            py::arg("last"), py::arg("how"))
      .def("_open_loop", &MakeOpenLoop, py::arg("arrays"), py::arg("steps"),
           py::arg("actors"))
      .def("_random_actions", &MakeRandom, py::arg("bounds"), py::arg("seed"),
           py::arg("first_step"), py::arg("mask"))
      .def("_network", &MakeNetwork, py::arg("actor"), py::arg("critic"),
           py::arg("num_networks"), py::arg("how"))
      .def_property_readonly("_column_items", &ColumnItems)
      .def_static("_native_function", &MakeNative, py::arg("address"),
                  py::arg("observation"));
}

}  // namespace envpool
