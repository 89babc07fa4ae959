// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/per_env_kernel.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/not_supported.h"
#include "envpool/core/engine/kernel/row_lease.h"
#include "envpool/core/engine/kernel/spare_resets.h"
#include "envpool/core/engine/steady_seconds.h"

namespace envpool {
namespace {

RenderableEnv* Renderable(EnvBase* env) {
  auto* renderable = dynamic_cast<RenderableEnv*>(env);
  if (renderable == nullptr) {
    RefuseRender();
  }
  return renderable;
}

/// Rethrows an exception that an env has thrown outside of Step as an Error
/// that names the env. std::bad_alloc, kArgument and kNotSupported pass
/// unchanged.
[[noreturn]] void RethrowOf(int env_id, const std::string& what) {
  const auto error = [&](ErrorKind kind, const std::string& reason) {
    return Error(kind, what + ": env " + std::to_string(env_id) + ": " + reason,
                 {env_id});
  };
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Error& from) {
    if (from.kind == ErrorKind::kArgument ||
        from.kind == ErrorKind::kNotSupported) {
      throw;
    }
    throw error(ErrorKind::kEnvStep, from.what());
  } catch (const std::invalid_argument& from) {
    throw error(ErrorKind::kArgument, from.what());
  } catch (const std::exception& from) {
    throw error(ErrorKind::kEnvStep, from.what());
  } catch (...) {
    throw error(ErrorKind::kEnvStep,
                "an exception that is not a std::exception");
  }
}

template <typename F>
auto Call(int env_id, const char* what, const F& f) {
  try {
    return f();
  } catch (...) {
    RethrowOf(env_id, what);
  }
}

}  // namespace

/// Marks an env that runs an explicit reset.
class PerEnvKernel::ForcedReset {
 public:
  ForcedReset(EnvBase* env, const void* options) : env_(env) {
    env_->force_reset_ = true;
    env_->given_reset_options_ = options;
  }
  ~ForcedReset() {
    env_->force_reset_ = false;
    env_->given_reset_options_ = nullptr;
  }
  ForcedReset(const ForcedReset&) = delete;
  ForcedReset& operator=(const ForcedReset&) = delete;

 private:
  EnvBase* const env_;
};

PerEnvKernel::PerEnvKernel(std::vector<EnvBase*> envs, AutoresetMode autoreset,
                           bool episode_stats)
    : envs_(std::move(envs)),
      autoreset_(autoreset),
      episode_stats_(episode_stats),
      together_(envs_.front()->StepsTogether()),
      zeroes_family_(!envs_.front()->WritesAllFields()),
      uses_gen_(envs_.front()->UsesGen()) {}

PerEnvKernel::~PerEnvKernel() = default;

void PerEnvKernel::UseSpares(const std::vector<EnvBase*>& spares,
                             Engine* engine) {
  StateWriter inputs;
  if (!envs_.front()->SaveResetInputs(&inputs)) {
    throw Error(ErrorKind::kArgument,
                "spare_resets: expected 0 for this env, whose resets cannot be "
                "prepared, got " +
                    std::to_string(spares.size()));
  }
  spares_ = std::make_unique<SpareResets>(spares, engine);
}

void PerEnvKernel::RunIdleWork() noexcept {
  if (spares_ != nullptr) {
    spares_->RunOne();
  }
}

std::int64_t PerEnvKernel::InitialNanosPerStep() const { return 20'000; }

inline void PerEnvKernel::FinishEnv(EnvBase* env, RowLease* lease) {
  if (!lease->opened()) {
    throw std::logic_error("Reset or Step returned without calling Allocate");
  }
  EnvRecord& record = env->record_;
  record.needs_reset =
      lease->Finish([env] { return env->TerminatedAtLimit(); });
  if (episode_stats_) {
    record.episode_return += lease->Reward();
    if (record.needs_reset) {
      lease->WriteEpisode();
    }
  }
}

inline void PerEnvKernel::RunEnv(EnvBase* env, const Chunk& chunk,
                                 RowLease* lease, const Engine& engine) {
  EnvRecord& record = env->record_;
  if (chunk.request == Request::kReset) {
    const ForcedReset forced(env, engine.reset_options(env->env_id_));
    ResetEnv(env, lease);
  } else if (record.needs_reset) {
    ResetEnv(env, lease);
  } else {
    ++record.elapsed_step;
    if (!env->StepFrom(engine.actions())) {
      ResetEnv(env, lease);
    }
  }
  FinishEnv(env, lease);
  if (autoreset_ == AutoresetMode::kSameStep && record.needs_reset &&
      record.elapsed_step > 0) {
    ResetAtOnce(env, lease);
  }
}

/// Autoreset same_step: resets the env in the row of its last step.
void PerEnvKernel::ResetAtOnce(EnvBase* env, RowLease* lease) {
  lease->BeginAutoreset();
  ResetEnv(env, lease);
  if (!lease->opened()) {
    throw std::logic_error("Reset returned without calling Allocate");
  }
  lease->EndSecond();
}

inline void PerEnvKernel::RunRow(const Chunk& chunk, int offset,
                                 RowLease* lease,
                                 const Engine& engine) noexcept {
  EnvBase* env = envs_[chunk.first_env + offset];
  lease->Begin(offset, &env->record_);
  env->lease_.store(lease, std::memory_order_relaxed);
  try {
    RunEnv(env, chunk, lease, engine);
  } catch (const std::exception& error) {
    env->record_.needs_reset = true;
    lease->Fail(error.what());
  } catch (...) {
    env->record_.needs_reset = true;
    lease->Fail("an exception that is not a std::exception");
  }
  // Done first: once the row is complete, another thread may run the env.
  env->lease_.store(nullptr, std::memory_order_relaxed);
  lease->End();
}

/// Prefetches the members that each step reads.
inline void Prefetch(const EnvBase* env) {
  constexpr int kLines = 7;
  for (int line = 0; line < kLines; ++line) {
    __builtin_prefetch(reinterpret_cast<const char*>(env) + 64 * line);
  }
}

/// Prepares the rows of a synchronous pool column by column, and publishes them
/// together: either of these takes as long as a cheap step if it is done row by
/// row. A few rows at a time stay in the first-level cache.
int PerEnvKernel::Run(const Chunk& chunk, Engine* engine) noexcept {
  const int together = RowsToClaim(chunk, engine);
  if (together > 1) {
    return RunClaimed(chunk, together, engine);
  }
  const int done = RunRows(chunk, engine);
  if (chunk.block != nullptr) {
    RowLease::RestoreIds(*chunk.block, chunk.first_row, chunk.first_env, done);
    engine->Complete(chunk.block, done);
  }
  return done;
}

/// How many rows of an asynchronous pool to claim at once; 1 if steps are so
/// costly that each row should be ready as soon as it can.
int PerEnvKernel::RowsToClaim(const Chunk& chunk, Engine* engine) {
  constexpr std::int64_t kMost = 16;
  constexpr std::int64_t kNanos = 2'000;
  if (chunk.block != nullptr || engine->row_allocator() == nullptr) {
    return 1;
  }
  const std::int64_t rows = kNanos / engine->nanos_per_step();
  return static_cast<int>(std::min({rows, kMost, std::int64_t{chunk.count}}));
}

/// Claims rows of an asynchronous pool for `together` envs at a time, so that
/// these rows, too, are prepared and published together.
int PerEnvKernel::RunClaimed(const Chunk& chunk, int together,
                             Engine* engine) noexcept {
  RowAllocator* rows = engine->row_allocator();
  int done = 0;
  do {  // at least one row, even if the engine has been closed
    const int end = std::min(done + together, chunk.count);
    for (std::int64_t row = rows->Claim(end - done); done < end;) {
      const int first = chunk.first_env + done;
      const RowSpan span = rows->Locate(row, end - done, first);
      Chunk part{first, span.count, chunk.request, span.block, span.row};
      while (part.count > 0) {  // other rows of the batch wait for these
        const int ran = Run(part, engine);
        done += ran;
        if (engine->closed()) {
          return done;
        }
        part.first_env += ran;
        part.first_row += ran;
        part.count -= ran;
      }
      row += span.count;
    }
  } while (done < chunk.count && !engine->closed());
  return done;
}

/// Begins the steps of some rows, starting with number `first` of the chunk.
/// Returns the number of rows that need not be begun again.
int PerEnvKernel::BeginRows(const Chunk& chunk, int first,
                            const Engine& engine) noexcept {
  constexpr std::size_t kMost = 16;
  std::array<EnvBase*, kMost> group;
  std::size_t size = 0;
  int offset = first;
  for (; offset < std::min(first + together_, chunk.count) && size < kMost;
       ++offset) {
    EnvBase* env = envs_[chunk.first_env + offset];
    if (!env->record_.needs_reset) {
      group[size++] = env;
    }
  }
  if (size > 1) {
    group[0]->BeginSteps({group.data(), size}, engine.actions());
  }
  return offset - first;
}

int PerEnvKernel::RunRows(const Chunk& chunk, Engine* engine) noexcept {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::nanoseconds kLongest{CostMeter::kLongestNanos};
  constexpr int kAhead = 4;
  const Clock::time_point start =
      chunk.count > 1 ? Clock::now() : Clock::time_point();
  RowLease lease(engine, chunk, zeroes_family_);
  int next_look = 1;  // reads the clock after 1, 2, 4, ... envs
  int prepared = 0;
  int begun = 0;  // these rows must be run
  for (int done = 0;;) {
    if (chunk.block != nullptr && done == prepared) {
      const int count =
          std::min(chunk.count - done, chunk.block->RowsToClearAtOnce());
      RowLease::PrepareRows(*engine, chunk.block, chunk.first_row + done,
                            chunk.first_env + done, count, zeroes_family_);
      prepared += count;
    }
    if (done + kAhead < chunk.count) {
      Prefetch(envs_[chunk.first_env + done + kAhead]);
    }
    if (together_ > 1 && done == begun && chunk.request == Request::kStep) {
      begun += BeginRows(chunk, done, *engine);
    }
    RunRow(chunk, done, &lease, *engine);
    ++done;
    if (done == chunk.count || engine->closed()) {
      return done;
    }
    if (done >= next_look && done >= begun) {
      if (Clock::now() - start >= kLongest) {
        return done;
      }
      next_look = 2 * done;
    }
  }
}

void PerEnvKernel::ResetEnv(EnvBase* env, RowLease* lease) {
  BeforeReset(env->env_id_);
  EnvRecord& record = env->record_;
  record.seed = env->seed64_;
  record.elapsed_step = 0;
  record.episode_return = 0;
  record.needs_reset = false;
  if (episode_stats_) {
    record.episode_start = SteadySeconds();
  }
  // The spare objects have the config's parameters.
  if (spares_ == nullptr || HasOwnParams(env->env_id_)) {
    env->StartEpisode();
    return;
  }
  if (env->force_reset_ || !spares_->Take(env, lease)) {
    env->StartEpisode();
    spares_->Ask(*env);
  }
}

int PerEnvKernel::RowsTogether() const { return together_; }

std::int64_t PerEnvKernel::MaxSeed(int env_id) {
  return envs_[env_id]->MaxSeed();
}

void PerEnvKernel::Reseed(int env_id, std::int64_t seed) {
  Call(env_id, "seed", [&] { envs_[env_id]->Reseed(seed); });
}

void PerEnvKernel::Save(int env_id, StateWriter* writer) {
  EnvBase* env = envs_[env_id];
  // Neither the env's id nor padding is part of its state.
  const EnvRecord& record = env->record_;
  writer->Write(record.seed);
  writer->Write(record.elapsed_step);
  writer->Write(record.needs_reset);
  writer->Write(record.episode_return);
  writer->Write(episode_stats_ ? SteadySeconds() - record.episode_start : 0.0);
  writer->Write(env->seed64_);
  writer->Write(env->seed_);
  if (uses_gen_) {
    writer->WriteText(env->gen_);
  }
  Call(env_id, "save", [&] { env->Save(writer); });
}

void PerEnvKernel::Load(int env_id, StateReader* reader) {
  EnvBase* env = envs_[env_id];
  EnvRecord record;
  std::int64_t seed64;
  int seed;
  reader->Read(&record.seed);
  reader->Read(&record.elapsed_step, 0, StateReader::kMaxElapsedStep);
  reader->Read(&record.needs_reset);
  double age;
  reader->Read(&record.episode_return);
  reader->Read(&age, 0, StateReader::kMaxSeconds);
  record.episode_start = SteadySeconds() - age;
  reader->Read(&seed64);
  reader->Read(&seed);
  std::optional<std::mt19937> gen;
  if (uses_gen_) {
    reader->ReadText(&gen.emplace());
  }
  Call(env_id, "load", [&] { env->Load(reader); });
  record.env_id = env_id;
  env->record_ = record;
  env->seed64_ = seed64;
  env->seed_ = seed;
  if (gen.has_value()) {
    env->gen_ = *gen;
  }
}

std::vector<Param> PerEnvKernel::Params(int env_id) const {
  return Call(env_id, "params", [&] { return envs_[env_id]->Params(); });
}

void PerEnvKernel::GetParam(int env_id, int param, double* values) const {
  Call(env_id, "params", [&] { envs_[env_id]->GetParam(param, values); });
}

void PerEnvKernel::SetParam(int env_id, int param, const double* values) {
  Call(env_id, "params", [&] { envs_[env_id]->SetParam(param, values); });
}

void PerEnvKernel::ParamsChanged(int env_id) {
  Call(env_id, "params", [&] { envs_[env_id]->ParamsChanged(); });
}

bool PerEnvKernel::IsDone(int env_id) {
  return envs_[env_id]->record_.needs_reset;
}

std::vector<int> PerEnvKernel::Running() const {
  std::vector<int> ids;
  for (const EnvBase* env : envs_) {
    if (env->lease_.load(std::memory_order_relaxed) != nullptr) {
      ids.push_back(env->env_id_);
    }
  }
  return ids;
}

bool PerEnvKernel::CanObserve() const { return envs_[0]->CanObserve(); }

bool PerEnvKernel::Observe(int env_id, StateBlock* block, int row) {
  const EnvRecord& record = envs_[env_id]->record_;
  if (record.needs_reset && record.elapsed_step == 0) {
    return false;
  }
  Call(env_id, "observe", [&] { envs_[env_id]->Observe(block, row); });
  return true;
}

std::pair<int, int> PerEnvKernel::RenderSize(int env_id, int width,
                                             int height) {
  const RenderableEnv* env = Renderable(envs_[env_id]);
  return Call(env_id, "render", [&] { return env->RenderSize(width, height); });
}

void PerEnvKernel::Render(int env_id, int width, int height, int camera_id,
                          unsigned char* rgb) {
  RenderableEnv* env = Renderable(envs_[env_id]);
  Call(env_id, "render", [&] { env->Render(width, height, camera_id, rgb); });
}

int PerEnvKernel::CameraId(int env_id, const std::string& name) {
  const RenderableEnv* env = Renderable(envs_[env_id]);
  return Call(env_id, "render", [&] { return env->CameraId(name); });
}

bool PerEnvKernel::CanRenderText() const {
  return dynamic_cast<const TextRenderableEnv*>(envs_[0]) != nullptr;
}

std::string PerEnvKernel::RenderText(int env_id) {
  auto* env = dynamic_cast<TextRenderableEnv*>(envs_[env_id]);
  if (env == nullptr) {
    RefuseText();
  }
  return Call(env_id, "render", [&] { return env->RenderText(); });
}

}  // namespace envpool
