// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BatchKernel: runs a BatchEnv (see batch_env.h for the functions that an env
// provides).
//
// Threads and errors: see StepKernel.

#ifndef ENVPOOL_CORE_BATCH_KERNEL_H_
#define ENVPOOL_CORE_BATCH_KERNEL_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/batch_env.h"
#include "envpool/core/checked/lane_checks.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/kernel/batch_rows.h"

namespace envpool {
ENVPOOL_BEGIN_CHECKED

template <typename EnvT>
class BatchKernel final : public StepKernel {
 public:
  using Actions = typename EnvT::Actions;

  BatchKernel(EnvT* env, Engine* engine, int max_episode_steps)
      : env_(env),
        rows_(engine->result_columns(), engine->config().num_envs,
              max_episode_steps, engine->config().options.episode_stats),
        columns_(engine->result_columns()),
        actions_(engine->actions()),
        same_step_(engine->config().options.autoreset ==
                   AutoresetMode::kSameStep),
        calls_(env, engine->config().num_envs) {}

  int Run(const Chunk& chunk, Engine* engine) noexcept override {
    RowAllocator* allocator = engine->row_allocator();
    const std::int64_t first =
        chunk.block == nullptr ? allocator->Claim(chunk.count) : 0;
    for (int done = 0; done < chunk.count;) {
      const int left = chunk.count - done;
      const RowSpan span =
          chunk.block == nullptr
              ? allocator->Locate(first + done, left, chunk.first_env + done)
              : RowSpan{chunk.block, chunk.first_row + done, left};
      for (int i = 0; i < span.count; i += BatchRows::kLanes) {
        const Lanes lanes{chunk.first_env + done + i,
                          std::min(BatchRows::kLanes, span.count - i)};
        RunLanes(lanes, chunk.request, *engine, span.block, span.row + i);
      }
      engine->Complete(span.block, span.count);
      done += span.count;
    }
    return chunk.count;
  }

  [[nodiscard]] bool RunsAtOnce() const override { return true; }
  [[nodiscard]] std::int64_t InitialNanosPerStep() const override { return 50; }
  void Reseed(int env_id, std::int64_t seed) override {
    env_->SeedLane(env_id, seed);
    calls_.Reseed(env_id, seed);
  }
  void Save(int env_id, StateWriter* writer) override {
    writer->Write(env_->rng(env_id));
    rows_.Save(env_id, writer);
    auto save = [env_id, writer](auto&... fields) {
      (writer->Write(fields.at(env_id)), ...);
    };
    env_->Fields(save);
    if constexpr (kShowsAction) {
      actions_->Save(env_id, !rows_.stepped(env_id), writer);
    }
  }
  void Load(int env_id, StateReader* reader) override {
    reader->Read(&env_->rng(env_id));
    rows_.Load(env_id, reader);
    auto load = [env_id, reader](auto&... fields) {
      (reader->Read(&fields.at(env_id)), ...);
    };
    env_->Fields(load);
    if constexpr (requires { env_->IsValidLane(0, false); }) {
      reader->Require(env_->IsValidLane(env_id, rows_.ended(env_id)));
    }
    if constexpr (kShowsAction) {
      actions_->Load(env_id, reader);
    }
  }
  [[nodiscard]] bool IsDone(int env_id) override { return rows_.ended(env_id); }
  [[nodiscard]] std::vector<Param> Params(int /*env_id*/) const override {
    return env_->Params();
  }
  void GetParam(int env_id, int param, double* values) const override {
    env_->params().Get(env_id, param, values);
  }
  void PrepareParams() override { env_->params().Reserve(); }
  void SetParam(int env_id, int param, const double* values) override {
    env_->params().Set(env_id, param, values);
  }
  void SettleParams() override { env_->params().Settle(); }
  [[nodiscard]] bool CanObserve() const override { return true; }
  bool Observe(int env_id, StateBlock* block, int row) override {
    if (!rows_.started(env_id)) {
      return false;
    }
    if constexpr (!EnvT::kWritesAllFields) {
      block->ZeroColumns(ResultColumns::kFirstFamily, columns_.num_state, row,
                         1);
    }
    calls_.Write(env_, {env_id, 1}, *block, row);
    return true;
  }
  std::pair<int, int> RenderSize(int env_id, int width, int height) override {
    if constexpr (kDraws) {
      const auto [default_width, default_height] = FrameSize(env_id);
      return {width > 0 ? width : default_width,
              height > 0 ? height : default_height};
    } else {
      return StepKernel::RenderSize(env_id, width, height);
    }
  }
  void Render(int env_id, int width, int height, int camera_id,
              unsigned char* rgb) override {
    const Frame frame{width, height, camera_id, rgb};
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "RenderLane");
    if constexpr (kDrawsAction) {
      const Actions action = ActionsAt<Actions>(*actions_, env_id);
      std::as_const(*env_).RenderLane(env_id, frame,
                                      LastAction(env_id, &action));
    } else if constexpr (kDraws) {
      std::as_const(*env_).RenderLane(env_id, frame);
    } else {
      StepKernel::Render(env_id, width, height, camera_id, rgb);
    }
  }
  [[nodiscard]] bool CanRenderText() const override {
    return kWritesText || kWritesTextOfAction;
  }
  std::string RenderText(int env_id) override {
    if constexpr (kWritesTextOfAction) {
      const Actions action = ActionsAt<Actions>(*actions_, env_id);
      return std::as_const(*env_).RenderLaneText(env_id,
                                                 LastAction(env_id, &action));
    } else if constexpr (kWritesText) {
      return std::as_const(*env_).RenderLaneText(env_id);
    } else {
      return StepKernel::RenderText(env_id);
    }
  }

 private:
  // Whether the env provides these optional functions; see batch_env.h.
  static constexpr bool kSizesFrames =
      requires(const EnvT& env) { env.FrameSize(0); };
  static constexpr bool kDraws = kSizesFrames || requires { EnvT::kFrameSize; };
  static constexpr bool kDrawsAction =
      kDraws &&
      requires(const EnvT& env, const Frame& frame, const Actions* action) {
        env.RenderLane(0, frame, action);
      };
  static constexpr bool kWritesText =
      requires(const EnvT& env) { env.RenderLaneText(0); };
  static constexpr bool kWritesTextOfAction =
      requires(const EnvT& env, const Actions* action) {
        env.RenderLaneText(0, action);
      };
  static constexpr bool kShowsAction = kDrawsAction || kWritesTextOfAction;

  [[nodiscard]] std::pair<int, int> FrameSize(int lane) const {
    if constexpr (kSizesFrames) {
      return std::as_const(*env_).FrameSize(lane);
    } else {
      return EnvT::kFrameSize;
    }
  }
  /// The action of the episode's latest step; null before the first step.
  const Actions* LastAction(int lane, const Actions* action) const {
    return rows_.stepped(lane) ? action : nullptr;
  }

  /// `options` points to an EnvT::ResetOptions; null means the defaults.
  void ResetLane(int lane, const void* options = nullptr) {
    using Options = typename EnvT::ResetOptions;
    BeforeReset(lane);
    const EnvScope scope = EnvScope::Of<EnvT>(lane, 1, "ResetLane");
    if constexpr (requires(const Options& all) { env_->ResetLane(0, all); }) {
      env_->ResetLane(lane, options == nullptr
                                ? env_->default_reset_options()
                                : *static_cast<const Options*>(options));
    } else {
      env_->ResetLane(lane);
    }
  }

  void RunLanes(const Lanes& lanes, Request request, const Engine& engine,
                StateBlock* block, int row) {
    if constexpr (!EnvT::kWritesAllFields) {
      block->ZeroColumns(ResultColumns::kFirstFamily, columns_.num_state, row,
                         lanes.count);
    }
    if (same_step_) {
      rows_.ClearFinals(block, row, lanes.count);
    }
    int reset[BatchRows::kLanes];
    int num_reset = 0;
    if (request == Request::kReset) {
      for (int i = 0; i < lanes.count; ++i) {
        ResetLane(lanes.first + i, engine.reset_options(lanes.first + i));
        reset[num_reset++] = i;
      }
      rows_.RestartAll(*block, row, lanes.first, lanes.count);
    } else {
      num_reset = rows_.FindEnded(lanes.first, lanes.count, reset);
      StepRuns(lanes, engine.actions(), *block, row, reset, num_reset);
      rows_.Finish(*block, row, lanes.first, lanes.count);
      for (int k = 0; k < num_reset; ++k) {
        ResetLane(lanes.first + reset[k]);
        rows_.Restart(*block, row + reset[k], lanes.first + reset[k]);
      }
    }
    calls_.Write(env_, lanes, *block, row);
    rows_.CountEpisodes(*block, row, lanes.first, lanes.count, reset,
                        num_reset);
    if (same_step_) {
      ResetEnded(lanes, block, row);
    }
    calls_.AddFaults(columns_, lanes, block, row);
  }

  /// Steps all lanes or, if kStepDraws, all but the `reset` ones.
  void StepRuns(const Lanes& lanes, const ActionStore& store,
                const StateBlock& block, int row, const int* reset,
                int num_reset) {
    float* reward = block.Rows<float>(ResultColumns::kReward, row);
    bool* terminated = block.Rows<bool>(columns_.terminated, row);
    if constexpr (!EnvT::kStepDraws) {
      calls_.Step(env_, rows_, lanes, store, reward, terminated);
    } else {
      int from = 0;
      for (int k = 0; k <= num_reset; ++k) {
        const int to = k < num_reset ? reset[k] : lanes.count;
        if (to > from) {
          calls_.Step(env_, rows_, {lanes.first + from, to - from}, store,
                      reward + from, terminated + from);
        }
        if (k < num_reset) {
          terminated[to] = false;
        }
        from = to + 1;
      }
    }
  }

  void ResetEnded(const Lanes& lanes, StateBlock* block, int row) {
    int ended[BatchRows::kLanes];
    const int num_ended = rows_.FindEnded(lanes.first, lanes.count, ended);
    for (int k = 0; k < num_ended; ++k) {
      const int lane = lanes.first + ended[k];
      const int at = row + ended[k];
      rows_.KeepFinal(*block, at);
      ResetLane(lane);
      rows_.RestartSameStep(*block, at, lane);
      if constexpr (!EnvT::kWritesAllFields) {
        block->ZeroColumns(ResultColumns::kFirstFamily, columns_.num_state, at,
                           1);
      }
      calls_.Write(env_, {lane, 1}, *block, at);
    }
  }

  EnvT* const env_;
  BatchRows rows_;
  const ResultColumns& columns_;
  ActionStore* const actions_;
  const bool same_step_;
  CallsOf<EnvT> calls_;
};

ENVPOOL_END_CHECKED
}  // namespace envpool

#endif  // ENVPOOL_CORE_BATCH_KERNEL_H_
