// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/engine/handed_over.h"
#include "envpool/core/engine/kernel/mixed_kernel.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/envpool.h"
#include "envpool/core/late_spec.h"
#include "envpool/core/py_envpool.h"

namespace {

using envpool::Column;
using envpool::Engine;
using envpool::EngineOptions;
using envpool::MixedKernel;
using envpool::MixedPart;
using envpool::NativePool;
using envpool::WaitHooks;

using MixedSpec = envpool::EnvSpec<envpool::LateEnvFns>;

// The key, the part and column that it copies, the shape of one item, and its
// bounds if they differ. Part -1 is an int32 of the pool itself, -2 a bool.
using Entry = std::tuple<std::string, int, int, std::vector<int>,
                         std::vector<double>, std::vector<double>>;
// The pool, the task, the task's index, env ids, columns of its state and
// actions, and columns that are true in its rows.
using PartTuple =
    std::tuple<py::object, std::string, int, std::vector<int>, std::vector<int>,
               std::vector<int>, std::vector<int>>;

template <typename T>
Column OwnColumn() {
  return envpool::MakeColumn("", envpool::Spec<T>({}));
}

Column ColumnOf(const Entry& entry, const std::vector<MixedPart>& parts,
                bool is_action) {
  const auto& [key, part, number, shape, lows, highs] = entry;
  Column column = part == -1 ? OwnColumn<int>() : OwnColumn<bool>();
  if (part >= 0) {
    Engine* engine = parts.at(part).engine;
    const envpool::Layout& layout =
        is_action ? engine->actions()->layout() : engine->blocks()->layout();
    column = layout.columns().at(number);
  }
  column.key = key;
  column.shape = shape;
  if (!lows.empty()) {
    column.has_scalar_bounds = lows.size() == 1;
    column.low = lows[0];
    column.high = highs.at(0);
    column.lows.assign(lows.begin(), lows.end());
    column.highs.assign(highs.begin(), highs.end());
    if (column.has_scalar_bounds) {
      column.lows.clear();
      column.highs.clear();
    }
  }
  return column;
}

/// The parts of a mixed pool, and its columns.
class Group {
 public:
  Group(const std::vector<PartTuple>& parts, const std::vector<Entry>& state,
        const std::vector<Entry>& actions, int task_column)
      : task_column_(task_column) {
    for (const auto& [pool, task, number, ids, to, to_actions, ones] : parts) {
      objects_.push_back(pool);
      pools_.push_back(pool.cast<NativePool*>());
      parts_.push_back(
          {pools_.back()->Usable(), task, number, ids, to, to_actions, ones});
    }
    for (const Entry& entry : state) {
      state_.push_back(ColumnOf(entry, parts_, false));
    }
    for (const Entry& entry : actions) {
      actions_.push_back(ColumnOf(entry, parts_, true));
    }
  }

  [[nodiscard]] const std::vector<Column>& state() const { return state_; }
  [[nodiscard]] const std::vector<Column>& actions() const { return actions_; }
  /// The options of each part; see NativePool::MakeResetOptions. `values` are
  /// those of all parts, or a list with the values, or None, of each.
  [[nodiscard]] envpool::AnyResetOptions MakeOptions(PyObject* values) const {
    auto options = std::make_shared<envpool::MixedOptions>();
    for (std::size_t i = 0; i < pools_.size(); ++i) {
      PyObject* own = values;
      if (PyList_Check(values) != 0) {
        own = PyList_GetItem(values, static_cast<Py_ssize_t>(i));
      }
      if (own == nullptr) {
        throw py::error_already_set();
      }
      options->parts.push_back(
          own == Py_None ? nullptr : pools_[i]->MakeResetOptions(own));
    }
    return options;
  }
  /// Ends what delivers results of the parts at times of its own.
  void Cancel() const {
    for (NativePool* pool : pools_) {
      pool->Cancel();
    }
  }
  /// Closes the parts' engines.
  void Close() const {
    for (const MixedPart& part : parts_) {
      part.engine->Close();
    }
  }
  [[nodiscard]] std::unique_ptr<MixedKernel> MakeKernel(Engine* engine) const {
    return std::make_unique<MixedKernel>(engine, parts_, task_column_);
  }

 private:
  const int task_column_;
  std::vector<py::object> objects_;  // own the pools
  std::vector<NativePool*> pools_;
  std::vector<MixedPart> parts_;
  std::vector<Column> state_;
  std::vector<Column> actions_;
};

using Groups = envpool::HandedOver<Group>;

class MixedPool : public envpool::PoolBase {
 public:
  using Spec = MixedSpec;

  MixedPool(const Spec& spec, const EngineOptions& options, WaitHooks* hooks)
      : MixedPool(spec, options, Groups::At("source", spec.config["source"_])) {
    static_cast<void>(hooks);
  }
  ~MixedPool() { StopEngine(); }

 protected:
  [[nodiscard]] const Group& group() const { return *group_; }

 private:
  static envpool::EngineConfig ConfigOf(const Spec& spec,
                                        const EngineOptions& options) {
    envpool::EngineConfig config = envpool::EngineConfigOf(spec, options);
    config.has_reset_options = true;
    return config;
  }
  MixedPool(const Spec& spec, const EngineOptions& options,
            std::shared_ptr<Group> group)
      : PoolBase(ConfigOf(spec, options), group->state(), group->actions()),
        group_(std::move(group)),
        kernel_(group_->MakeKernel(engine())) {
    engine()->SetKernel(kernel_.get());
  }

  const std::shared_ptr<Group> group_;  // outlives the kernel
  const std::unique_ptr<MixedKernel> kernel_;
};

using MixedEnvSpec = PyEnvSpec<MixedSpec>;

class MixedEnvPool : public PyEnvPool<MixedPool> {
 public:
  using PyEnvPool<MixedPool>::PyEnvPool;
  ~MixedEnvPool() override {
    if (!forked()) {
      group().Cancel();
    }
  }
  void Cancel() override { group().Cancel(); }
  [[nodiscard]] envpool::AnyResetOptions MakeResetOptions(
      PyObject* values) const override {
    return group().MakeOptions(values);
  }

 protected:
  void Release() override { group().Close(); }
};

}  // namespace

PYBIND11_MODULE(_mixed, m) {
  REGISTER(m, MixedEnvSpec, MixedEnvPool)
  py::class_<Group, std::shared_ptr<Group>>(m, "Group")
      .def(py::init<const std::vector<PartTuple>&, const std::vector<Entry>&,
                    const std::vector<Entry>&, int>())
      .def("register", [](const std::shared_ptr<Group>& self) {
        return Groups::Add(self);
      });
}
