// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvBase: the part of Env<Spec> that does not depend on the spec, and the
// interface that PerEnvKernel uses.
//
// Threads: one thread at a time. Errors: any exception of Reset, Step or IsDone
// becomes a fault of the row; the env is then reset before its next step.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_ENV_BASE_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_ENV_BASE_H_

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/params.h"
#include "envpool/core/engine/kernel/state_io.h"
#include "envpool/core/engine/memory/action_store.h"
#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/export.h"

namespace envpool {

class RowLease;
class SpareResets;

/// The engine's data about one env.
struct EnvRecord {
  int env_id = 0;
  std::int64_t seed = 0;
  int elapsed_step = 0;
  bool needs_reset = true;
  double episode_return = 0;
  double episode_start = 0;  // start by SteadySeconds(), with statistics only
};

class ENVPOOL_EXPORT EnvBase {
 public:
  EnvBase(int env_id, int seed);
  virtual ~EnvBase();
  EnvBase(const EnvBase&) = delete;
  EnvBase& operator=(const EnvBase&) = delete;

  virtual void Reset() = 0;
  virtual bool IsDone() = 0;
  /// Whether the task itself ended on the step that reached the time limit;
  /// the row then carries both flags. Envs that cannot tell return false.
  virtual bool TerminatedAtLimit() { return false; }

  /// Writes the env's whole state except gen_ and the counters, which the
  /// engine saves. The default throws Error(kNotSupported).
  virtual void Save(StateWriter* writer);
  virtual void Load(StateReader* reader);
  /// Whether Observe is implemented. A pool that may need the last observation
  /// again (after a reset of some envs) then keeps no copies of it. This is
  /// worthwhile if observations are large and quick to write.
  [[nodiscard]] virtual bool CanObserve() const { return false; }
  /// Writes the observation of the last Reset or Step into another row.
  virtual void Observe(StateBlock* block, int row);
  /// The physical parameters; envs with equal configs have the same. The
  /// default has none. The next functions take an index into this list. May be
  /// called while the env runs.
  [[nodiscard]] virtual std::vector<Param> Params() const;
  /// Copies all values of the parameter.
  virtual void GetParam(int param, double* values) const;
  /// Replaces all values of the parameter, which are in its range.
  virtual void SetParam(int param, const double* values);
  /// Called after one or more calls of SetParam, to derive what depends on the
  /// new values. May throw std::invalid_argument if the values do not fit
  /// together; the caller then restores the former values.
  virtual void ParamsChanged();
  // The next three functions let idle threads prepare the next episode in
  // another env object (the option spare_resets).

  /// Writes all inputs of an automatic Reset except the config, usually the
  /// random generator. Returns false, the default, if the inputs are unknown.
  virtual bool SaveResetInputs(StateWriter* writer) const;
  /// Takes the bytes that another env wrote; Reset then does the same here as
  /// in that env.
  virtual void LoadResetInputs(StateReader* reader);
  /// Takes over the episode that `prepared` began with Reset. `prepared` is an
  /// env of the same class with the same inputs; its members may be swapped
  /// with this env's.
  virtual void AdoptEpisode(EnvBase* prepared);
  /// Whether each Reset and Step writes every element of every obs and info
  /// column, so that their rows need not be cleared first. Not for columns of
  /// containers. Equal for all envs of a pool.
  [[nodiscard]] virtual bool WritesAllFields() const { return false; }
  /// Whether the env draws from gen_, which is then part of its state. Equal
  /// for all envs of a pool.
  [[nodiscard]] virtual bool UsesGen() const { return true; }
  // The next two functions let an env share work with others in steps.

  /// How many envs BeginSteps takes at most; 1, the default, if it is not
  /// implemented. Equal for all envs of a pool.
  [[nodiscard]] virtual int StepsTogether() const { return 1; }
  /// Begins the next Step of these envs. They are of one class and have been
  /// reset. Skip an env if its IsDone() is true. Step follows for each env,
  /// with the same actions, and ends what was begun. Keep an exception until
  /// then.
  virtual void BeginSteps(std::span<EnvBase* const> envs,
                          const ActionStore& actions) noexcept;
  /// A new seed, effective from the next Reset; the default sets seed_ and
  /// reseeds gen_, both with the low 32 bits.
  virtual void Reseed(std::int64_t seed);
  /// The largest seed that it accepts; the smallest is that of an int.
  [[nodiscard]] virtual std::int64_t MaxSeed() const {
    return std::numeric_limits<std::int64_t>::max();
  }

 protected:
  /// The full seed; seed_ holds its low 32 bits.
  [[nodiscard]] std::int64_t seed64() const { return seed64_; }
  /// The spec's reset_options for this Reset; null for the defaults.
  [[nodiscard]] const void* given_reset_options() const {
    return given_reset_options_;
  }
  [[nodiscard]] virtual int CurrentMaxEpisodeSteps() const = 0;
  /// Calls Step, or returns false if the episode is over.
  virtual bool StepFrom(const ActionStore& actions) = 0;
  /// Calls Reset; a checked build does more.
  virtual void StartEpisode();
  /// Opens the row of the current Reset or Step. `done` and `max_episode_steps`
  /// are what IsDone and CurrentMaxEpisodeSteps return: the caller knows the
  /// class of the env, so that its calls need not be virtual.
  RowRef OpenRow(int players, bool done, int max_episode_steps);

  int env_id_;
  int seed_;

 private:
  friend class PerEnvKernel;
  friend class SpareResets;
  // The generator's 5 KB are allocated elsewhere, so that the members that each
  // step reads share cache lines.
  const std::unique_ptr<std::mt19937> own_gen_;

 protected:
  std::mt19937& gen_;
  bool force_reset_{false};  // true while executing an explicit reset

 private:
  std::int64_t seed64_;
  EnvRecord record_;
  // Only this env's thread dereferences it; others only check for null.
  std::atomic<RowLease*> lease_{nullptr};
  const void* given_reset_options_{nullptr};
};

/// A mixin for envs that can be rendered.
class ENVPOOL_EXPORT RenderableEnv {
 public:
  virtual ~RenderableEnv();
  /// Width and height of a frame; a non-positive argument asks for the default,
  /// which may depend on the env's state.
  [[nodiscard]] virtual std::pair<int, int> RenderSize(int width,
                                                       int height) const = 0;
  /// Writes height x width x 3 RGB bytes.
  virtual void Render(int width, int height, int camera_id,
                      unsigned char* rgb) = 0;
  /// The number of the camera with this name. Throws std::invalid_argument for
  /// an unknown name; the default knows none.
  [[nodiscard]] virtual int CameraId(const std::string& name) const;
};

/// A mixin for envs that can be rendered as text, with render_mode="ansi".
class ENVPOOL_EXPORT TextRenderableEnv {
 public:
  virtual ~TextRenderableEnv();
  /// Returns UTF-8.
  virtual std::string RenderText() = 0;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_ENV_BASE_H_
