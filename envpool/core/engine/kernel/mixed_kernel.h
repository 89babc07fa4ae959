// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MixedKernel: runs the envs of several pools, the parts, as one pool. Each
// part is a synchronous pool of one kind of env, and its engine never schedules
// anything. The part's kernel runs on the threads of the mixed pool. It writes
// straight into the rows of the mixed pool's result.
//
// Each column of a part belongs to a column of the mixed pool. If both have the
// same shape, the part's column is placed in the memory of the pool's. If not,
// its items are copied into a corner of the pool's larger items. Actions are
// copied from the mixed pool's store into the part's, and cut to its shape.
//
// A part's kernel may pass its envs on, to worker processes say. It then
// delivers each row from a thread of its own.
//
// Threads: as StepKernel. Ownership: the engines must outlive the kernel. The
// threads to which parts pass envs on must end before the kernel does. Errors:
// as StepKernel. An error of a part names its task and the env of the mixed
// pool.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_MIXED_KERNEL_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_MIXED_KERNEL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/kernel/mixed_rows.h"
#include "envpool/core/engine/kernel/step_kernel.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT MixedKernel : public StepKernel {
 public:
  /// `task_column`: the column of the task's number, or -1 for none. Throws
  /// Error(kArgument) unless each env belongs to exactly one part.
  MixedKernel(Engine* engine, std::vector<MixedPart> parts, int task_column);
  ~MixedKernel() override;

  int Run(const Chunk& chunk, Engine* engine) noexcept override;
  [[nodiscard]] bool PassesOn() const override;
  [[nodiscard]] std::int64_t InitialNanosPerStep() const override;
  [[nodiscard]] std::int64_t MaxSeed(int env_id) override;
  void Reseed(int env_id, std::int64_t seed) override;
  void Save(int env_id, StateWriter* writer) override;
  void Load(int env_id, StateReader* reader) override;
  [[nodiscard]] bool IsDone(int env_id) override;
  [[nodiscard]] std::vector<Param> Params(int env_id) const override;
  void GetParam(int env_id, int param, double* values) const override;
  void SetParam(int env_id, int param, const double* values) override;
  void ParamsChanged(int env_id) override;
  void PrepareParams() override;
  void SettleParams() override;
  /// The parts apply the pool's parameters at their resets.
  void UseParams(EnvParams* params, const int* ids) override;
  [[nodiscard]] std::vector<int> Running() const override;
  [[nodiscard]] bool CanObserve() const override;
  bool Observe(int env_id, StateBlock* block, int row) override;
  std::pair<int, int> RenderSize(int env_id, int width, int height) override;
  void Render(int env_id, int width, int height, int camera_id,
              unsigned char* rgb) override;
  int CameraId(int env_id, const std::string& name) override;
  [[nodiscard]] bool CanRenderText() const override;
  std::string RenderText(int env_id) override;

 private:
  class OwnRequest;
  struct PassedEnv;
  struct Place {
    MixedLinks* links;
    int env;  // of the part
  };

  /// Returns f(kernel, env) for the part of an env. Errors name the env.
  template <typename F>
  auto Of(int env_id, const F& f) const;
  /// Runs up to `count` envs of a part, all in the chunk. Returns the number of
  /// envs that were run, at least 1.
  int RunPart(const Chunk& chunk, MixedLinks* links, int env,
              int count) noexcept;
  int RunSync(const Chunk& chunk, MixedRows* rows, int env, int count);
  void RunAsync(const Chunk& chunk, MixedRows* rows, int env, int count);
  void RunLate(const Chunk& chunk, MixedRows* rows, int env, int count);
  void PassOn(const Chunk& chunk, MixedLinks* links, int env, int count);
  void Refuse(const Chunk& chunk, int env_id, const std::string& reason);

  Engine* const engine_;
  std::vector<std::unique_ptr<MixedLinks>> links_;  // by part
  std::vector<Place> places_;                       // by env id
  std::vector<std::unique_ptr<PassedEnv>> passed_;  // by env id; may be null
  // Whether some part runs envs with non-adjacent ids together. If so, Run
  // completes each chunk before it returns.
  bool scatters_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_MIXED_KERNEL_H_
