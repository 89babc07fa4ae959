// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnginePool<Spec>: the members of EnvPool<Spec>, implemented by the engine.
//
// Threads, ownership, errors: see PoolBase.

#ifndef ENVPOOL_CORE_ENGINE_POOL_H_
#define ENVPOOL_CORE_ENGINE_POOL_H_

#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/env_spec.h"
#include "envpool/core/envpool.h"
#include "envpool/core/spec.h"

namespace envpool {

template <typename SpecT>
class EnginePool : public EnvPool<SpecT>, public PoolBase {
 public:
  using Action = typename SpecToTArray<typename SpecT::ActionSpec>::Type;
  using State = typename SpecToTArray<typename SpecT::StateSpec>::Type;

  void Send(const Action& action) {
    PoolBase::Send(action.template AllValues<Array>());
  }
  void Send(const std::vector<Array>& actions) override {
    PoolBase::Send(actions);
  }
  void Send(std::vector<Array>&& actions) override { PoolBase::Send(actions); }
  std::vector<Array> Recv() override { return PoolBase::Recv(); }
  using PoolBase::Step;
  std::vector<Array> Step(const Action& action) {
    return PoolBase::Step(action.template AllValues<Array>());
  }
  void Reset(const Array& env_ids) override { PoolBase::Reset(env_ids); }
  Array Render(const Array& env_ids, int width, int height,
               int camera_id) override {
    return PoolBase::Render(env_ids, width, height, camera_id);
  }

 protected:
  EnginePool(const SpecT& spec_in, const EngineOptions& options)
      : EnvPool<SpecT>(spec_in),
        PoolBase(EngineConfigOf(this->spec, options),
                 MakeColumns(this->spec.state_spec),
                 MakeColumns(this->spec.action_spec)) {}
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_POOL_H_
