// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/mixed_kernel.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/mixed_rows.h"
#include "envpool/core/engine/kernel/per_env_kernel.h"
#include "envpool/core/engine/kernel/row_lease.h"

namespace envpool {
namespace {

using Clock = std::chrono::steady_clock;

/// The most envs with ids that are not adjacent in one run.
constexpr int kScattered = 128;

bool AreAdjacent(const std::vector<int>& ids, int env, int count) {
  return ids[env + count - 1] - ids[env] == count - 1;
}

/// Counts the envs from `env` on that have ids below `end`.
int CountBelow(const std::vector<int>& ids, int env, int end) {
  const auto first = ids.begin() + env;
  return static_cast<int>(std::lower_bound(first, ids.end(), end) - first);
}

/// Counts the envs from `env` on that have adjacent ids, up to `count`.
int CountAdjacent(const std::vector<int>& ids, int env, int count) {
  if (AreAdjacent(ids, env, count)) {
    return count;
  }
  int end = 1;
  while (end < count && ids[env + end] == ids[env] + end) {
    ++end;
  }
  return end;
}

void CheckIds(const std::vector<MixedPart>& parts, int num_envs) {
  std::vector<bool> found(num_envs);
  std::size_t count = 0;
  for (const MixedPart& part : parts) {
    bool is_right =
        std::ranges::is_sorted(part.ids) &&
        static_cast<int>(part.ids.size()) == part.engine->config().num_envs &&
        part.engine->is_sync();
    for (const int id : part.ids) {
      is_right = is_right && id >= 0 && id < num_envs && !found[id];
      if (is_right) {
        found[id] = true;
      }
    }
    if (!is_right) {
      throw Error(ErrorKind::kArgument,
                  "parts: expected synchronous pools, and each env in one");
    }
    count += part.ids.size();
  }
  if (static_cast<int>(count) != num_envs) {
    throw Error(ErrorKind::kArgument,
                "parts: expected " + std::to_string(num_envs) + " envs, got " +
                    std::to_string(count));
  }
}

}  // namespace

/// The request of one env of a part that opens its row itself. In an
/// asynchronous pool, its row is then the next one, so that a slow env holds up
/// no batch.
class MixedKernel::OwnRequest : public LateChunk {
 public:
  /// `env`: of the part. `to`: its row; without a block, the next one.
  OwnRequest(int env, Request request, Engine* engine, MixedRows* rows,
             RowSpan to)
      : LateChunk({env, 1, request, nullptr, 0}),
        engine_(engine),
        rows_(rows),
        to_(to) {
    rows->Start();
  }

  RowRef ClaimRow() const override {
    if (to_.block == nullptr) {
      RowAllocator* allocator = engine_->row_allocator();
      const int env_id = rows_->links().part().ids[first_env];
      to_ = allocator->Locate(allocator->Claim(1), 1, env_id);
    }
    rows_->PlaceAt(to_.block, to_.row);
    return {rows_->block(), 0};
  }
  void Deliver() const override {
    rows_->Deliver(to_.block, to_.row, first_env, 1);
    engine_->Complete(to_.block, 1);
  }

 private:
  Engine* const engine_;
  MixedRows* const rows_;
  mutable RowSpan to_;
};

/// An env that its part's kernel passes on. It keeps the last request, and the
/// row that another thread writes.
struct MixedKernel::PassedEnv {
  explicit PassedEnv(MixedLinks* links) : rows(links) {}

  MixedRows rows;
  std::optional<OwnRequest> request;
};

MixedKernel::MixedKernel(Engine* engine, std::vector<MixedPart> parts,
                         int task_column)
    : engine_(engine),
      places_(engine->config().num_envs),
      passed_(engine->config().num_envs) {
  CheckIds(parts, engine->config().num_envs);
  for (MixedPart& part : parts) {
    const int number = static_cast<int>(links_.size());
    links_.push_back(std::make_unique<MixedLinks>(
        *engine_, number, std::move(part), task_column));
    MixedLinks* made = links_.back().get();
    const std::vector<int>& ids = made->part().ids;
    for (std::size_t env = 0; env < ids.size(); ++env) {
      places_[ids[env]] = {made, static_cast<int>(env)};
      if (made->passes_on()) {
        passed_[ids[env]] = std::make_unique<PassedEnv>(made);
      }
    }
    const int count = static_cast<int>(ids.size());
    scatters_ =
        scatters_ || (made->runs_together() && !AreAdjacent(ids, 0, count));
  }
}

MixedKernel::~MixedKernel() = default;

// --- running ----------------------------------------------------------------

int MixedKernel::Run(const Chunk& chunk, Engine* /*engine*/) noexcept {
  constexpr std::chrono::nanoseconds kLongest{CostMeter::kLongestNanos};
  const Clock::time_point start = Clock::now();
  const int end = chunk.first_env + chunk.count;
  for (int done = 0; done < chunk.count;) {
    const auto [links, env] = places_[chunk.first_env + done];
    const std::vector<int>& ids = links->part().ids;
    const bool together = scatters_ && links->runs_together();
    if (together && env > 0 && ids[env - 1] >= chunk.first_env) {
      ++done;  // has run along with that env
      continue;
    }
    const int count = CountBelow(ids, env, end);
    const int adjacent = CountAdjacent(ids, env, count);
    if (together) {
      for (int ran = 0; ran < count;) {
        ran += RunPart(chunk, links, env + ran, count - ran);
      }
      done += adjacent;
    } else {
      done += RunPart(chunk, links, env, adjacent);
    }
    if (!scatters_ && done < chunk.count &&
        (engine_->closed() || Clock::now() - start >= kLongest)) {
      return done;
    }
  }
  return chunk.count;
}

int MixedKernel::RunPart(const Chunk& chunk, MixedLinks* links, int env,
                         int count) noexcept {
  try {
    if (chunk.request == Request::kStep) {
      count = links->CopyActions(*engine_->actions(), env, count);
      if (count == 0) {
        Refuse(chunk, links->part().ids[env], links->ActionError(env));
        return 1;
      }
    } else {
      links->CopyOptions(*engine_, env, count);
    }
    if (links->passes_on()) {
      PassOn(chunk, links, env, count);
      return count;
    }
    MixedRows rows(links);
    if (chunk.block != nullptr) {
      return RunSync(chunk, &rows, env, count);
    }
    links->runs_together() ? RunAsync(chunk, &rows, env, count)
                           : RunLate(chunk, &rows, env, count);
    return count;
  } catch (const std::exception& error) {  // memory has run out
    Refuse(chunk, links->part().ids[env], error.what());
    return 1;
  }
}

int MixedKernel::RunSync(const Chunk& chunk, MixedRows* rows, int env,
                         int count) {
  const MixedPart& part = rows->links().part();
  const auto row_of = [&](int i) {
    return chunk.first_row + part.ids[env + i] - chunk.first_env;
  };
  int done = 0;
  if (AreAdjacent(part.ids, env, count)) {
    rows->PlaceAt(chunk.block, row_of(0));
    done = rows->Run(chunk.request, env, count);
    rows->Deliver(chunk.block, row_of(0), env, done);
    engine_->Complete(chunk.block, done);
    return done;
  }
  while (done < count) {
    int to[kScattered];
    const int now = std::min(count - done, kScattered);
    for (int i = 0; i < now; ++i) {
      to[i] = row_of(done + i);
    }
    rows->Unplace();
    for (int ran = 0; ran < now;) {
      const int more = rows->Run(chunk.request, env + done + ran, now - ran);
      rows->DeliverTo(chunk.block, to + ran, env + done + ran, more);
      ran += more;
    }
    engine_->Complete(chunk.block, now);
    done += now;
  }
  return count;
}

/// Claims all rows first: batch kernels finish their envs at almost the same
/// time.
void MixedKernel::RunAsync(const Chunk& chunk, MixedRows* rows, int env,
                           int count) {
  const std::vector<int>& ids = rows->links().part().ids;
  RowAllocator* allocator = engine_->row_allocator();
  const std::int64_t first = allocator->Claim(count);
  for (int done = 0; done < count;) {
    const RowSpan span =
        allocator->Locate(first + done, count - done, ids[env + done]);
    std::copy_n(ids.data() + env + done, span.count,
                span.block->env_ids() + span.row);
    for (int i = 0; i < span.count;) {
      rows->PlaceAt(span.block, span.row + i);
      const int more = rows->Run(chunk.request, env + done + i, span.count - i);
      rows->Deliver(span.block, span.row + i, env + done + i, more);
      i += more;
    }
    engine_->Complete(span.block, span.count);
    done += span.count;
  }
}

void MixedKernel::RunLate(const Chunk& chunk, MixedRows* rows, int env,
                          int count) {
  Engine* engine = rows->links().part().engine;
  for (int i = env; i < env + count; ++i) {
    const OwnRequest request(i, chunk.request, engine_, rows, {nullptr, 0, 0});
    engine->kernel()->Run(request, engine);
    request.Deliver();
  }
}

/// The part's kernel calls Deliver later, from a thread of its own.
void MixedKernel::PassOn(const Chunk& chunk, MixedLinks* links, int env,
                         int count) {
  const MixedPart& part = links->part();
  for (int i = env; i < env + count; ++i) {
    const int row = chunk.first_row + part.ids[i] - chunk.first_env;
    PassedEnv& passed = *passed_[part.ids[i]];
    passed.request.emplace(i, chunk.request, engine_, &passed.rows,
                           RowSpan{chunk.block, row, 1});
    part.engine->kernel()->Run(*passed.request, part.engine);
  }
}

/// Completes the row of an env with a fault, without running the env.
void MixedKernel::Refuse(const Chunk& chunk, int env_id,
                         const std::string& reason) {
  EnvRecord record;
  record.env_id = env_id;
  RowLease lease(engine_, chunk);
  lease.Begin(env_id - chunk.first_env, &record);
  lease.Fail(reason.c_str());
  const RowRef row = lease.row();
  row.block->ended()[row.row] = 0;
  if (!row.block->players.empty()) {
    row.block->players[row.row] = 1;
  }
  lease.End();
  if (chunk.block != nullptr) {
    engine_->Complete(chunk.block, 1);
  }
}

// --- all other functions ----------------------------------------------------

template <typename F>
auto MixedKernel::Of(int env_id, const F& f) const {
  const auto [links, env] = places_[env_id];
  try {
    return f(links->part().engine->kernel(), env);
  } catch (const Error& error) {
    if (error.env_ids.empty()) {
      throw;
    }
    throw Error(error.kind,
                "env " + std::to_string(env_id) + " is env " +
                    std::to_string(env) + " of " + links->part().task + ": " +
                    error.what(),
                {env_id});
  }
}

bool MixedKernel::PassesOn() const {
  return std::ranges::all_of(
      links_, [](const auto& links) { return links->passes_on(); });
}

std::int64_t MixedKernel::InitialNanosPerStep() const {
  std::int64_t most = 0;
  for (const auto& links : links_) {
    const StepKernel* kernel = links->part().engine->kernel();
    most = std::max(most, kernel->InitialNanosPerStep());
  }
  return most;
}

std::int64_t MixedKernel::MaxSeed(int env_id) {
  return Of(env_id, [](auto* kernel, int env) { return kernel->MaxSeed(env); });
}

void MixedKernel::Reseed(int env_id, std::int64_t seed) {
  Of(env_id, [seed](auto* kernel, int env) { kernel->Reseed(env, seed); });
}

void MixedKernel::Save(int env_id, StateWriter* writer) {
  Of(env_id, [writer](auto* kernel, int env) { kernel->Save(env, writer); });
}

void MixedKernel::Load(int env_id, StateReader* reader) {
  Of(env_id, [reader](auto* kernel, int env) { kernel->Load(env, reader); });
}

bool MixedKernel::IsDone(int env_id) {
  return Of(env_id, [](auto* kernel, int env) { return kernel->IsDone(env); });
}

std::vector<Param> MixedKernel::Params(int env_id) const {
  return Of(env_id, [](auto* kernel, int env) { return kernel->Params(env); });
}

void MixedKernel::GetParam(int env_id, int param, double* values) const {
  Of(env_id,
     [=](auto* kernel, int env) { kernel->GetParam(env, param, values); });
}

void MixedKernel::SetParam(int env_id, int param, const double* values) {
  Of(env_id,
     [=](auto* kernel, int env) { kernel->SetParam(env, param, values); });
}

void MixedKernel::ParamsChanged(int env_id) {
  Of(env_id, [](auto* kernel, int env) { kernel->ParamsChanged(env); });
}

void MixedKernel::PrepareParams() {
  for (const auto& links : links_) {
    links->part().engine->kernel()->PrepareParams();
  }
}

void MixedKernel::SettleParams() {
  for (const auto& links : links_) {
    links->part().engine->kernel()->SettleParams();
  }
}

void MixedKernel::UseParams(EnvParams* params, const int* ids) {
  StepKernel::UseParams(params, ids);
  for (const auto& links : links_) {
    const MixedPart& part = links->part();
    part.engine->kernel()->UseParams(params, part.ids.data());
  }
}

std::vector<int> MixedKernel::Running() const {
  std::vector<int> ids;
  for (const auto& links : links_) {
    for (const int env : links->part().engine->kernel()->Running()) {
      ids.push_back(links->part().ids[env]);
    }
  }
  return ids;
}

bool MixedKernel::CanObserve() const {
  return std::ranges::all_of(links_, [](const auto& links) {
    return links->part().engine->kernel()->CanObserve();
  });
}

bool MixedKernel::Observe(int env_id, StateBlock* block, int row) {
  return Of(env_id, [&](StepKernel* kernel, int env) {
    MixedRows rows(places_[env_id].links);
    rows.PlaceAt(block, row);
    if (!kernel->Observe(env, rows.block(), 0)) {
      return false;
    }
    rows.Deliver(block, row, env, 1);
    return true;
  });
}

std::pair<int, int> MixedKernel::RenderSize(int env_id, int width, int height) {
  return Of(env_id, [=](auto* kernel, int env) {
    return kernel->RenderSize(env, width, height);
  });
}

void MixedKernel::Render(int env_id, int width, int height, int camera_id,
                         unsigned char* rgb) {
  Of(env_id, [=](auto* kernel, int env) {
    kernel->Render(env, width, height, camera_id, rgb);
  });
}

int MixedKernel::CameraId(int env_id, const std::string& name) {
  return Of(env_id, [&name](auto* kernel, int env) {
    return kernel->CameraId(env, name);
  });
}

bool MixedKernel::CanRenderText() const {
  return std::ranges::all_of(links_, [](const auto& links) {
    return links->part().engine->kernel()->CanRenderText();
  });
}

std::string MixedKernel::RenderText(int env_id) {
  return Of(env_id,
            [](auto* kernel, int env) { return kernel->RenderText(env); });
}

}  // namespace envpool
