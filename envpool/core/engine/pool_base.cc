// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/pool_base.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

const EngineConfig& Checked(const EngineConfig& config) {
  if (config.options.autoreset == AutoresetMode::kSameStep &&
      config.max_players > 1) {
    throw Error(ErrorKind::kNotSupported,
                "autoreset_mode: 'same_step' expects max_num_players=1, got " +
                    std::to_string(config.max_players));
  }
  return config;
}

void CheckIds(const Array& env_ids) {
  if (env_ids.size > 0 &&
      (env_ids.ndim != 1 || env_ids.element_size != sizeof(int))) {
    throw Error(ErrorKind::kArgument,
                "env_ids: expected a one-dimensional int32 array");
  }
}

}  // namespace

std::string ListOfIds(const std::vector<int>& ids) {
  constexpr std::size_t kMaxNamed = 16;
  std::string text = "env ids [";
  for (std::size_t i = 0; i < std::min(ids.size(), kMaxNamed); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(ids[i]);
  }
  return text + (ids.size() > kMaxNamed ? ", ...]" : "]");
}

std::string FaultText(const StateBlock& block) {
  if (block.faults.empty()) {
    return "envs failed, and memory did not suffice to say how";
  }
  std::vector<int> ids;
  for (const Fault& fault : block.faults) {
    ids.push_back(fault.env_id);
  }
  const Fault& first = block.faults[0];
  return ListOfIds(ids) + " failed; env " + std::to_string(first.env_id) +
         " (seed " + std::to_string(first.seed) + ", episode step " +
         std::to_string(first.elapsed_step) + "): " + first.text;
}

PoolBase::PoolBase(const EngineConfig& config, std::vector<Column> state,
                   std::vector<Column> action)
    : engine_(std::make_unique<Engine>(Checked(config), std::move(state),
                                       std::move(action))) {}

PoolBase::~PoolBase() {
  if (forked()) {
    static_cast<void>(engine_.release());
  }
}

void PoolBase::StopEngine() noexcept {
  if (!forked()) {
    engine_->Close();
  }
}

void PoolBase::Send(const std::vector<Array>& actions) {
  engine_->Send(actions);
}

std::vector<Array> PoolBase::Step(const std::vector<Array>& actions) {
  engine_->Send(actions, true);
  return Recv();
}

void PoolBase::Reset(const Array& env_ids) {
  CheckIds(env_ids);
  engine_->Reset(static_cast<const int*>(env_ids.Data()),
                 static_cast<int>(env_ids.size), nullptr);
}

std::vector<Array> PoolBase::Recv() {
  StateBlock* received = engine_->Recv(nullptr);
  const std::shared_ptr<BlockPool> pool = engine_->blocks();
  const std::shared_ptr<StateBlock> block(
      received, [pool](StateBlock* b) { pool->Release(b); });
  if (!block->faults.empty() || block->lost_faults.load() > 0) {
    std::vector<int> ids;
    for (const Fault& fault : block->faults) {
      ids.push_back(fault.env_id);
    }
    throw Error(ErrorKind::kEnvStep, FaultText(*block), std::move(ids));
  }
  std::vector<Array> arrays;
  arrays.reserve(engine_->result_columns().num_state);
  const Layout& layout = block->layout();
  for (int c = 0; c < engine_->result_columns().num_state; ++c) {
    const Column& column = layout.columns()[c];
    // The array refers to the layout's extents; the block keeps them alive.
    arrays.push_back(Array::Shared(
        block, block->Item(c, 0), column.shape.size() + 1,
        column.per_player ? block->total_players : block->rows,
        column.shape.data(), static_cast<std::size_t>(column.element_size)));
  }
  return arrays;
}

Array PoolBase::Render(const Array& env_ids, int width, int height,
                       int camera_id) {
  CheckIds(env_ids);
  const int* ids = static_cast<const int*>(env_ids.Data());
  const int count = static_cast<int>(env_ids.size);
  Array frames;
  engine_->WithIdle(ids, count, [&] {
    StepKernel* kernel = engine_->kernel();
    const std::pair<int, int> size =
        count > 0 ? kernel->RenderSize(ids[0], width, height)
                  : std::pair<int, int>(width, height);
    frames = Array(ShapeSpec(1, {count, size.second, size.first, 3}));
    for (int i = 0; i < count; ++i) {
      if (kernel->RenderSize(ids[i], width, height) != size) {
        throw Error(ErrorKind::kArgument,
                    "render: expected envs with equal frame sizes; pass "
                    "render_width and render_height");
      }
    }
    const auto render_one = [&](int i) {
      kernel->Render(ids[i], size.first, size.second, camera_id,
                     static_cast<unsigned char*>(frames[i].Data()));
    };
    engine_->InParallel(count, render_one, nullptr);
  });
  return frames;
}

}  // namespace envpool
