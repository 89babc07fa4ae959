// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/rollout_apart.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/run_meter.h"

namespace envpool {
namespace {

using Clock = std::chrono::steady_clock;

// A batch kernel has light steps. It runs this many envs at once, because their
// rows fit the first-level cache.
constexpr int kLanes = 128;
constexpr std::int64_t kLightNanos = 1000;
// Other envs may be heavy, so that few of them fit the caches. But some steps
// take no longer than the work for each run.
constexpr int kEnvs = 4;

int DivideUp(int number, int by) { return (number + by - 1) / by; }

}  // namespace

RolloutApart::RolloutApart(Engine* engine, const RolloutRequest& request,
                           WaitHooks* hooks)
    : engine_(engine),
      request_(request),
      hooks_(hooks),
      num_envs_(engine->config().num_envs),
      at_once_(EnvsAtOnce()),
      layout_(engine->blocks()->layout().columns(), at_once_,
              engine->config().max_players),
      caller_(std::this_thread::get_id()),
      polled_(Clock::now()) {}

/// As many as help the kernel and the policy, but enough parts for all threads.
int RolloutApart::EnvsAtOnce() const {
  const StepKernel& kernel = *engine_->kernel();
  const int wanted = kernel.InitialNanosPerStep() < kLightNanos
                         ? kLanes
                         : std::max({kEnvs, kernel.RowsTogether(),
                                     request_.policy->RowsTogether()});
  const int threads = engine_->num_threads();
  const int parts = threads == 1 ? 1 : 2 * threads;
  return std::clamp(DivideUp(num_envs_, parts), 1, wanted);
}

void RolloutApart::Run(const RolloutObserver& observe,
                       std::vector<RolloutFault>* faults) {
  // The first part is short, since ParallelFor wakes threads after it.
  const int first =
      engine_->num_threads() == 1 ? at_once_ : DivideUp(at_once_, 8);
  const int rest = DivideUp(num_envs_ - first, at_once_);
  engine_->Admit(nullptr, num_envs_, Request::kReset);
  try {
    engine_->InParallel(
        rest + 1,
        [&](int part) {
          const int begin = part == 0 ? 0 : first + (part - 1) * at_once_;
          const int count = part == 0 ? first : at_once_;
          RunEnvs(begin, std::min(count, num_envs_ - begin));
        },
        hooks_);
    if (request_.steps > 0 && !engine_->closed() && lost_faults_ == 0) {
      ObserveLast(observe);
    }
  } catch (...) {
    engine_->Withdraw(nullptr, num_envs_);
    throw;
  }
  engine_->Withdraw(nullptr, num_envs_);
  if (engine_->closed()) {
    throw Error(ErrorKind::kClosed, "this pool has been closed");
  }
  if (lost_faults_ > 0) {
    throw std::bad_alloc();
  }
  *faults = std::move(faults_);
}

void RolloutApart::RunEnvs(int first_env, int count) {
  try {
    RolloutRows rows(layout_, request_, num_envs_, first_env, count);
    rows.block()->received_at_once = true;  // no thread waits for the block
    for (std::int64_t step = 0; step < request_.steps; ++step) {
      rows.Act(step, engine_);
      rows.Place(step);
      Step(&rows, first_env, count);
      if (stopped_.load(std::memory_order_relaxed) || engine_->closed()) {
        return;
      }
      rows.CheckPlayers();
      for (const ParamRows& params : request_.params) {
        params.Look(step, first_env, count);
      }
      for (StackedRows* stacks : request_.stacks) {
        stacks->Look(step, first_env, count);
      }
      TakeFaults(rows.block(), step);
      Poll();
    }
    rows.CopyLast();
  } catch (...) {
    stopped_.store(true);
    throw;
  }
}

void RolloutApart::Step(RolloutRows* rows, int first_env, int count) {
  const bool metered = RunMeter::running();
  const Clock::time_point start = metered ? Clock::now() : Clock::time_point();
  for (int done = 0; done < count && !engine_->closed();) {
    const Chunk chunk{first_env + done, count - done, Request::kStep,
                      rows->block(), done};
    done += engine_->kernel()->Run(chunk, engine_);
  }
  if (metered) {
    RunMeter::Add(count,
                  std::chrono::nanoseconds(Clock::now() - start).count());
  }
}

void RolloutApart::TakeFaults(StateBlock* block, std::int64_t step) {
  const int lost = block->lost_faults.load(std::memory_order_relaxed);
  if (block->faults.empty() && lost == 0) {
    return;
  }
  const std::lock_guard lock(mutex_);
  for (Fault& fault : block->faults) {
    faults_.push_back({step, std::move(fault)});
  }
  block->faults.clear();
  lost_faults_ += lost;
  block->lost_faults.store(0);
}

void RolloutApart::Poll() {
  if (hooks_ == nullptr || std::this_thread::get_id() != caller_) {
    return;
  }
  const Clock::time_point now = Clock::now();
  if (now - polled_ >= hooks_->PollInterval()) {
    polled_ = now;
    hooks_->Poll();
  }
}

void RolloutApart::ObserveLast(const RolloutObserver& observe) const {
  const int players = layout_.max_players();
  const Layout layout(layout_.columns(), num_envs_, players);
  StateBlock block(layout);
  block.rows = num_envs_;
  std::ranges::fill(block.players, players);
  block.total_players = num_envs_ * players;
  for (const ColumnRows& each : request_.last) {
    block.PlaceColumn(each.column, each.data);
  }
  observe(block);
}

}  // namespace envpool
