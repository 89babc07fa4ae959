// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvBase: the part of Env<Spec> that does not depend on the spec; what
// PerEnvKernel sees of an env.
//
// Threads: one thread at a time. Errors: whatever Reset, Step or IsDone throw
// becomes a fault of the row; the env is then reset before its next step.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_ENV_BASE_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_ENV_BASE_H_

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
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

/// What the engine knows of one env object.
struct EnvRecord {
  int env_id = 0;
  std::int64_t seed = 0;
  int elapsed_step = 0;
  bool needs_reset = true;
  double episode_return = 0;
  double episode_start = 0;  // by SteadySeconds(), with statistics only
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

  /// The complete state, beyond gen_ and the counters (which the engine saves).
  /// The default throws Error(kNotSupported).
  virtual void Save(StateWriter* writer);
  virtual void Load(StateReader* reader);
  /// Whether Observe is implemented. With it, a pool that may be asked for the
  /// last observation again (after a reset of some envs) need not keep copies:
  /// worthwhile if observations are large and quickly written again.
  [[nodiscard]] virtual bool CanObserve() const { return false; }
  /// Writes the observation of the last Reset or Step into another row.
  virtual void Observe(StateBlock* block, int row);
  /// The physical parameters, the same for all envs with equal configs; the
  /// default has none. The next functions take an index of this list. May be
  /// called while the env runs.
  [[nodiscard]] virtual std::vector<Param> Params() const;
  /// Copies all values of the parameter.
  virtual void GetParam(int param, double* values) const;
  /// Replaces all values of the parameter, which are in its range.
  virtual void SetParam(int param, const double* values);
  /// Called after one or more calls of SetParam: derives what depends on the
  /// new values. May throw std::invalid_argument if they do not fit together;
  /// the former values are then set again.
  virtual void ParamsChanged();
  // With the next three, idle threads can make the next episode ready in
  // another env object (the option spare_resets).

  /// Writes everything that an automatic Reset depends on besides the config,
  /// as a rule the random generator. Returns false, the default, if that is
  /// unknown.
  virtual bool SaveResetInputs(StateWriter* writer) const;
  /// Takes these bytes of another env, so that Reset does the same as there.
  virtual void LoadResetInputs(StateReader* reader);
  /// Takes over the episode that `prepared`, an env of the same class with the
  /// same inputs, began with Reset. May swap members with it.
  virtual void AdoptEpisode(EnvBase* prepared);
  /// A new seed, effective from the next Reset; the default sets seed_ and
  /// reseeds gen_, both with the low 32 bits.
  virtual void Reseed(std::int64_t seed);
  /// The largest seed that it accepts; the smallest is that of an int.
  [[nodiscard]] virtual std::int64_t MaxSeed() const {
    return std::numeric_limits<std::int64_t>::max();
  }

 protected:
  /// The seed, of which seed_ has the low 32 bits.
  [[nodiscard]] std::int64_t seed64() const { return seed64_; }
  /// What reset_options of the spec's type has for this Reset; null for the
  /// defaults.
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
  // Its 5 KB lie elsewhere, so that the parts of envs that each step reads are
  // close to each other.
  const std::unique_ptr<std::mt19937> own_gen_;

 protected:
  std::mt19937& gen_;
  bool force_reset_{false};  // true while executing an explicit reset

 private:
  std::int64_t seed64_;
  EnvRecord record_;
  // Others only look whether there is one.
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
  /// The number of the camera that has this name. Throws std::invalid_argument
  /// if there is none; the default knows none.
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
