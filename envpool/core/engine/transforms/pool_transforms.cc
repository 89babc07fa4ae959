// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/transforms/pool_transforms.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

bool IsFloat(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kFloat64;
}

[[noreturn]] void Refuse(const char* text) {
  throw Error(ErrorKind::kArgument, std::string("transforms: ") + text);
}

bool IsShown(int column, const Engine& engine) {
  const auto& shown = engine.result_columns().shown;
  return std::any_of(shown.begin(), shown.end(), [column](const auto& pair) {
    return pair.first == column;
  });
}

void CheckObservation(const ObsTransformOptions& options,
                      const Engine& engine) {
  const std::vector<Column>& columns = engine.blocks()->layout().columns();
  if (options.column < 0 ||
      options.column >= engine.result_columns().num_state ||
      !IsShown(options.column, engine)) {
    Refuse("expected a state column that is shown");
  }
  const Column& column = columns[options.column];
  const bool clips = std::isfinite(options.low) || std::isfinite(options.high);
  const bool needs_floats =
      options.time_unit != 0 || (clips && !options.normalize);
  if (!options.envs.empty() &&
      static_cast<int>(options.envs.size()) != engine.config().num_envs) {
    Refuse("expected a mark for each env");
  }
  if (column.dtype == DType::kBool || options.stack < 1 ||
      options.time_unit < 0 ||
      (needs_floats && !(IsFloat(column.dtype) && IsFloat(options.dtype))) ||
      (options.time_unit == 0 && options.dtype != column.dtype)) {
    Refuse("expected numbers of another type");
  }
  const bool assembles = options.time_unit != 0 || options.stack > 1;
  if (assembles && engine.config().max_players > 1) {
    Refuse("expected one player");
  }
}

/// Checks that the shown column has the width of the written rows.
void CheckWidth(const ObsTransformOptions& options, const Engine& engine) {
  const std::vector<Column>& columns = engine.blocks()->layout().columns();
  const std::size_t step = options.time_unit != 0 ? 1 : 0;
  const std::size_t size =
      (columns[options.column].ItemSize() + step) * options.stack;
  const DType dtype = options.normalize ? DType::kFloat32 : options.dtype;
  for (const auto& [from, to] : engine.result_columns().shown) {
    if (from == options.column &&
        (columns[to].ItemSize() != size || columns[to].dtype != dtype)) {
      Refuse("expected another shape or dtype of the shown column");
    }
  }
}

void CheckAction(const ActionRescaleOptions& options, const Engine& engine) {
  const std::vector<Column>& columns = engine.actions().layout().columns();
  if (options.column < ActionStore::kFirstColumn ||
      options.column >= static_cast<int>(columns.size())) {
    Refuse("expected an action column of the env's own");
  }
  const Column& column = columns[options.column];
  if (column.is_container() || !IsFloat(column.dtype) ||
      column.ItemSize() != options.gradient.size() ||
      column.ItemSize() != options.intercept.size()) {
    Refuse("expected a gradient and an intercept for each number");
  }
}

}  // namespace

PoolTransforms::PoolTransforms(
    Engine* engine, const std::vector<ObsTransformOptions>& observations,
    const std::optional<RewardTransformOptions>& reward,
    const std::vector<ActionRescaleOptions>& actions)
    : engine_(engine) {
  const EngineConfig& config = engine->config();
  for (const ObsTransformOptions& each : observations) {
    CheckObservation(each, *engine);
    CheckWidth(each, *engine);
    observations_.push_back(std::make_unique<ObsTransform>(
        each, engine->result_columns(), engine->blocks()->layout(),
        config.num_envs));
  }
  if (reward.has_value()) {
    if (!IsShown(ResultColumns::kReward, *engine)) {
      Refuse("expected that the reward is shown");
    }
    reward_.emplace(*reward, engine->result_columns(), config.num_envs,
                    config.max_players);
  }
  for (const ActionRescaleOptions& each : actions) {
    CheckAction(each, *engine);
    actions_.emplace_back(each);
  }
}

void PoolTransforms::Apply(StateBlock* block) {
  const std::lock_guard lock(mutex_);
  for (const auto& each : observations_) {
    each->Apply(block, !frozen);
  }
  if (reward_.has_value()) {
    reward_->Apply(block, !frozen);
  }
}

void PoolTransforms::ChangeActions(const int* ids, int count) const {
  for (const ActionRescale& each : actions_) {
    each.Apply(*engine_->actions(), ids, count);
  }
}

void PoolTransforms::NoteReset(const int* ids, int count) {
  const std::lock_guard lock(mutex_);
  if (reward_.has_value()) {
    reward_->NoteReset(ids, count);
  }
}

Moments* PoolTransforms::MomentsOf(std::size_t i) {
  Moments* moments = nullptr;
  if (i < observations_.size()) {
    moments = observations_[i]->moments();
  } else if (i == observations_.size() && reward_.has_value()) {
    moments = reward_->moments();
  }
  if (moments == nullptr) {
    Refuse("expected the number of what is normalized");
  }
  return moments;
}

Moments PoolTransforms::ReadMoments(std::size_t i) {
  const std::lock_guard lock(mutex_);
  return *MomentsOf(i);
}

void PoolTransforms::SetMoments(std::size_t i, double count,
                                std::vector<double> mean,
                                std::vector<double> squares) {
  const std::lock_guard lock(mutex_);
  MomentsOf(i)->Set(count, std::move(mean), std::move(squares));
}

// --- the state of an env ----------------------------------------------------

std::size_t PoolTransforms::NumSums() const {
  return reward_.has_value() ? reward_->num_sums() : 0;
}

std::size_t PoolTransforms::StateBytes() const {
  std::size_t bytes = NumSums() * sizeof(double);
  for (const auto& each : observations_) {
    bytes += each->StackBytes();
  }
  return bytes;
}

std::string PoolTransforms::Save(int env_id) {
  const std::lock_guard lock(mutex_);
  std::string bytes;
  for (const auto& each : observations_) {
    bytes.append(each->StackOf(env_id), each->StackBytes());
  }
  if (NumSums() > 0) {
    bytes.append(reinterpret_cast<const char*>(reward_->SumsOf(env_id)),
                 NumSums() * sizeof(double));
  }
  return bytes;
}

void PoolTransforms::Check(const char* bytes) const {
  bytes += StateBytes() - NumSums() * sizeof(double);
  for (std::size_t i = 0; i < NumSums(); ++i, bytes += sizeof(double)) {
    double sum;
    std::memcpy(&sum, bytes, sizeof(sum));
    if (!std::isfinite(sum)) {
      throw Error(ErrorKind::kArgument,
                  "states: expected a finite discounted sum of rewards");
    }
  }
}

void PoolTransforms::Load(int env_id, const char* bytes) {
  const std::lock_guard lock(mutex_);
  for (const auto& each : observations_) {
    each->SetStack(env_id, bytes);
    bytes += bytes == nullptr ? 0 : each->StackBytes();
  }
  double* sums = NumSums() > 0 ? reward_->SumsOf(env_id) : nullptr;
  for (std::size_t i = 0; i < NumSums(); ++i) {
    if (bytes == nullptr) {
      sums[i] = 0;
    } else {
      std::memcpy(&sums[i], bytes + i * sizeof(double), sizeof(double));
    }
  }
}

}  // namespace envpool
