// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PerEnvKernel: runs envs that are one object each (Env<Spec>).

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_PER_ENV_KERNEL_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_PER_ENV_KERNEL_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/env_base.h"
#include "envpool/core/engine/kernel/step_kernel.h"
#include "envpool/core/engine/options.h"
#include "envpool/core/export.h"

namespace envpool {

class SpareResets;

class ENVPOOL_EXPORT PerEnvKernel : public StepKernel {
 public:
  /// The envs are in the order of their ids and must outlive this kernel.
  PerEnvKernel(std::vector<EnvBase*> envs, AutoresetMode autoreset,
               bool episode_stats);

  ~PerEnvKernel() override;

  /// Lets idle workers prepare episodes in these objects, which must outlive
  /// this kernel. Throws Error(kArgument) if the envs do not support it.
  void UseSpares(const std::vector<EnvBase*>& spares, Engine* engine);

  [[nodiscard]] const SpareResets* spares() const { return spares_.get(); }

  int Run(const Chunk& chunk, Engine* engine) noexcept override;
  void RunIdleWork() noexcept override;
  [[nodiscard]] std::int64_t InitialNanosPerStep() const override;
  [[nodiscard]] int RowsTogether() const override;
  [[nodiscard]] std::int64_t MaxSeed(int env_id) override;
  void Reseed(int env_id, std::int64_t seed) override;
  void Save(int env_id, StateWriter* writer) override;
  void Load(int env_id, StateReader* reader) override;
  [[nodiscard]] bool IsDone(int env_id) override;
  [[nodiscard]] std::vector<Param> Params(int env_id) const override;
  void GetParam(int env_id, int param, double* values) const override;
  void SetParam(int env_id, int param, const double* values) override;
  void ParamsChanged(int env_id) override;
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
  class ForcedReset;

  static int RowsToClaim(const Chunk& chunk, Engine* engine);
  int RunClaimed(const Chunk& chunk, int together, Engine* engine) noexcept;
  int RunRows(const Chunk& chunk, Engine* engine) noexcept;
  int BeginRows(const Chunk& chunk, int first, const Engine& engine) noexcept;
  // Inline, as is all code of each step: calls take a third of the time of a
  // cheap step.
  [[gnu::always_inline]] void RunRow(const Chunk& chunk, int offset,
                                     RowLease* lease,
                                     const Engine& engine) noexcept;
  [[gnu::always_inline]] void RunEnv(EnvBase* env, const Chunk& chunk,
                                     RowLease* lease, const Engine& engine);
  [[gnu::always_inline]] void FinishEnv(EnvBase* env, RowLease* lease);
  void ResetEnv(EnvBase* env, RowLease* lease);
  void ResetAtOnce(EnvBase* env, RowLease* lease);

  const std::vector<EnvBase*> envs_;
  const AutoresetMode autoreset_;
  const bool episode_stats_;
  const int together_;
  const bool zeroes_family_;
  const bool uses_gen_;
  std::unique_ptr<SpareResets> spares_;  // null without the option
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_PER_ENV_KERNEL_H_
