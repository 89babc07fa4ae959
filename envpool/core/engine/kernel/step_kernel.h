// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// StepKernel: the engine's interface to the envs. PerEnvKernel runs one object
// per env, BatchKernel one object for all of them.
//
// Threads: Run is called from several threads at once, never twice for one env;
// the other functions only for envs that are idle, Render and RenderText for
// several of them at once. Errors: Run never throws; the row of a failed env
// completes with a fault.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_STEP_KERNEL_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_STEP_KERNEL_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/kernel/params.h"
#include "envpool/core/engine/kernel/state_io.h"
#include "envpool/core/engine/memory/row_allocator.h"
#include "envpool/core/export.h"

namespace envpool {

enum class Request : std::uint8_t { kStep, kReset };

/// Envs first_env .. first_env + count - 1, to be run with one request.
struct Chunk {
  int first_env;
  int count;
  Request request;
  StateBlock* block;  // synchronous pools: where the rows go ...
  int first_row;      // ... the first of them; block is null in async pools
};

class Engine;
class EnvParams;

class ENVPOOL_EXPORT StepKernel {
 public:
  virtual ~StepKernel();
  /// Completes the rows of the chunk's first envs; stops before the end only if
  /// the run takes long or the engine is closed. Returns the number of rows, at
  /// least 1.
  virtual int Run(const Chunk& chunk, Engine* engine) noexcept = 0;
  /// Whether Run only passes the envs on, for example to processes, which
  /// complete the rows later with Engine::Complete. Run then runs on the
  /// sending thread.
  [[nodiscard]] virtual bool PassesOn() const;
  /// Whether Run always completes all rows, does nothing but run the envs, and
  /// calls nothing of the engine but Complete. The engine then runs short steps
  /// with its mutex held.
  [[nodiscard]] virtual bool RunsAtOnce() const;
  /// Does one piece of the work that Engine::OfferIdleWork announced.
  virtual void RunIdleWork() noexcept;
  /// An estimate for use before the first measurement.
  [[nodiscard]] virtual std::int64_t InitialNanosPerStep() const = 0;
  /// How many rows Run computes in hardly more time than one; usually 1.
  [[nodiscard]] virtual int RowsTogether() const;
  /// The largest seed that the env takes.
  [[nodiscard]] virtual std::int64_t MaxSeed(int env_id);
  virtual void Reseed(int env_id, std::int64_t seed) = 0;
  virtual void Save(int env_id, StateWriter* writer) = 0;
  virtual void Load(int env_id, StateReader* reader) = 0;
  [[nodiscard]] virtual bool IsDone(int env_id) = 0;
  /// The physical parameters of an env, and their values; see EnvBase. Params
  /// may be called while the env runs.
  [[nodiscard]] virtual std::vector<Param> Params(int env_id) const;
  virtual void GetParam(int env_id, int param, double* values) const;
  virtual void SetParam(int env_id, int param, const double* values);
  virtual void ParamsChanged(int env_id);
  /// Called before any SetParam, by one thread at a time: reserves memory.
  virtual void PrepareParams();
  /// Called with all envs idle, after their parameters have changed.
  virtual void SettleParams();
  /// Called by the engine. `ids` has, by env, the env's id in `params`; null
  /// means equal ids.
  virtual void UseParams(EnvParams* params, const int* ids = nullptr);
  [[nodiscard]] EnvParams* env_params() const { return env_params_; }
  /// The envs that seem to be in Reset or Step now. May be called at any time.
  [[nodiscard]] virtual std::vector<int> Running() const;
  /// Whether Observe is implemented.
  [[nodiscard]] virtual bool CanObserve() const;
  /// Writes the last observation of the env into row `row` again; may overwrite
  /// other state columns of the row. Returns false if the env has never been
  /// reset.
  virtual bool Observe(int env_id, StateBlock* block, int row);
  /// Size of a frame; a non-positive argument asks for the env's default.
  virtual std::pair<int, int> RenderSize(int env_id, int width, int height);
  /// Renders HWC RGB bytes of exactly that size.
  virtual void Render(int env_id, int width, int height, int camera_id,
                      unsigned char* rgb);
  /// The number of the camera with this name.
  virtual int CameraId(int env_id, const std::string& name);
  /// Whether RenderText is implemented.
  [[nodiscard]] virtual bool CanRenderText() const;
  /// Renders UTF-8.
  virtual std::string RenderText(int env_id);

 protected:
  /// To be called just before each reset of an env.
  void BeforeReset(int env_id);
  /// Whether parameters of the env have ever been changed.
  [[nodiscard]] bool HasOwnParams(int env_id) const;

 private:
  [[nodiscard]] int ParamsId(int env_id) const {
    return param_ids_ == nullptr ? env_id : param_ids_[env_id];
  }

  EnvParams* env_params_{nullptr};
  const int* param_ids_{nullptr};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_STEP_KERNEL_H_
