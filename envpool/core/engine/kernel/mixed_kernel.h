// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MixedKernel: runs the envs of several pools, the parts, as one pool. Each
// part is a synchronous pool of its own kind of env whose engine never
// schedules anything; its kernel runs on the threads of the mixed pool and
// writes its rows straight into those of the mixed pool's result.
//
// A part's columns have the columns of the mixed result that they go to. Those
// of the same shape are placed there; others are copied, into a corner of a
// larger item. Actions are copied from the mixed pool's store into the part's,
// cut to the part's shape.
//
// Threads: as StepKernel. Ownership: the engines outlive the kernel's use.
// Errors: as StepKernel; those of a part name its task and the mixed pool's
// env.

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
  /// `task_column`: where the task's number goes, or -1. Throws
  /// Error(kArgument) if the ids are not those of all envs.
  MixedKernel(Engine* engine, std::vector<MixedPart> parts, int task_column);
  ~MixedKernel() override;

  int Run(const Chunk& chunk, Engine* engine) noexcept override;
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
  class NextRow;
  struct Place {
    MixedLinks* links;
    int env;  // of the part
  };

  /// Calls f(kernel, env) of the env's part; errors name the env.
  template <typename F>
  auto Of(int env_id, const F& f) const;
  /// Runs envs of a part that are in the chunk. Returns how many, at least 1.
  int RunPart(const Chunk& chunk, MixedLinks* links, int env,
              int count) noexcept;
  int RunSync(const Chunk& chunk, MixedRows* rows, int env, int count);
  void RunAsync(const Chunk& chunk, MixedRows* rows, int env, int count);
  void RunLate(const Chunk& chunk, MixedRows* rows, int env, int count);
  void Refuse(const Chunk& chunk, int env_id, const std::string& reason);

  Engine* const engine_;
  std::vector<std::unique_ptr<MixedLinks>> links_;  // by part
  std::vector<Place> places_;                       // by env id
  // Envs of a part that are not adjacent run together, where that pays. A chunk
  // is then always completed.
  bool scatters_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_MIXED_KERNEL_H_
