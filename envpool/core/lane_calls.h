// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LaneCalls: calls the functions of a BatchEnv that are compiled for several
// instruction sets, for BatchKernel.
//
// Threads: const functions, on disjoint lanes. Errors: none.

#ifndef ENVPOOL_CORE_LANE_CALLS_H_
#define ENVPOOL_CORE_LANE_CALLS_H_

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "envpool/core/batch_env.h"
#include "envpool/core/engine/kernel/batch_rows.h"
#include "envpool/core/engine/memory/action_store.h"
#include "envpool/core/isa.h"
#include "envpool/core/type_list.h"

namespace envpool {

/// Pointers to the columns of a row, or of an env's action.
template <typename Pointers, typename ItemFn>
Pointers PointersTo(const ItemFn& item) {
  Pointers pointers;
  ForIndex<Pointers::kSize>([&](auto index) {
    auto& pointer = std::get<index>(pointers.AllValues());
    pointer = reinterpret_cast<std::remove_cvref_t<decltype(pointer)>>(
        item(std::size_t{index}));
  });
  return pointers;
}
template <typename Actions>
Actions ActionsAt(const ActionStore& store, int lane) {
  return PointersTo<Actions>(
      [&](std::size_t key) { return store.Item(key, lane); });
}
template <typename Rows>
Rows RowsAt(const StateBlock& block, int row) {
  return PointersTo<Rows>(
      [&](std::size_t key) { return block.Item(key, row); });
}

/// Calls StepLanes, with the parameters if the env has any.
template <bool kDiffer, typename EnvT>
ENVPOOL_LANE_INLINE void CallStepLanes(EnvT* env, const Lanes& lanes,
                                       const typename EnvT::Actions& actions,
                                       float* reward, bool* terminated) {
  if constexpr (EnvT::Spec::Params::kSize == 0) {
    env->StepLanes(lanes, actions, reward, terminated);
  } else if constexpr (kDiffer) {
    env->StepLanes(lanes, actions, reward, terminated,
                   env->params().ColumnsAt(lanes.first));
  } else {
    env->StepLanes(lanes, actions, reward, terminated, env->params().equal());
  }
}

template <typename EnvT>
class LaneCalls {
 public:
  using Rows = typename EnvT::Rows;
  using Actions = typename EnvT::Actions;

  LaneCalls(const EnvT* /*env*/, int /*num_envs*/)
      : step_{PickStep<false>(CurrentIsa()), PickStep<kParams>(CurrentIsa())},
        write_(PickWrite(CurrentIsa())) {}

  void Step(EnvT* env, const BatchRows& /*rows*/, const Lanes& lanes,
            const ActionStore& store, float* reward, bool* terminated) const {
    const bool differ = kParams && env->params().differ();
    if (lanes.count == 1) {
      differ ? StepOne<kParams>(env, lanes.first, store, reward, terminated)
             : StepOne<false>(env, lanes.first, store, reward, terminated);
      return;
    }
    step_[differ](env, lanes, ActionsAt<Actions>(store, lanes.first), reward,
                  terminated);
  }
  void Write(const EnvT* env, const Lanes& lanes, const StateBlock& block,
             int row) const {
    if (lanes.count == 1) {
      WriteOne(env, lanes.first, block, row);
      return;
    }
    write_(env, lanes, RowsAt<Rows>(block, row));
  }
  /// Reseed and AddFaults are used only by LaneChecks, in a checked build.
  void Reseed(int /*lane*/, std::int64_t /*seed*/) {}
  void AddFaults(const ResultColumns& /*columns*/, const Lanes& /*lanes*/,
                 StateBlock* /*block*/, int /*row*/) const {}

 private:
  static constexpr bool kParams = EnvT::Spec::Params::kSize > 0;

  using StepFn = void (*)(EnvT*, const Lanes&, const Actions&, float*, bool*);
  using WriteFn = void (*)(const EnvT*, const Lanes&, const Rows&);

  // A single lane: the compiler removes the loops and unused pointers.
  template <bool kDiffer>
  [[gnu::flatten]] static void StepOne(EnvT* env, int lane,
                                       const ActionStore& store, float* reward,
                                       bool* terminated) {
    CallStepLanes<kDiffer>(env, {lane, 1}, ActionsAt<Actions>(store, lane),
                           reward, terminated);
  }
  [[gnu::flatten]] static void WriteOne(const EnvT* env, int lane,
                                        const StateBlock& block, int row) {
    env->WriteLanes({lane, 1}, RowsAt<Rows>(block, row));
  }

  template <bool kDiffer>
  static void StepBaseline(EnvT* env, const Lanes& lanes,
                           const Actions& actions, float* reward,
                           bool* terminated) {
    CallStepLanes<kDiffer>(env, lanes, actions, reward, terminated);
  }
  template <bool kDiffer>
  ENVPOOL_TARGET_AVX2 static void StepAvx2(EnvT* env, const Lanes& lanes,
                                           const Actions& actions,
                                           float* reward, bool* terminated) {
    CallStepLanes<kDiffer>(env, lanes, actions, reward, terminated);
  }
  template <bool kDiffer>
  ENVPOOL_TARGET_AVX512 static void StepAvx512(EnvT* env, const Lanes& lanes,
                                               const Actions& actions,
                                               float* reward,
                                               bool* terminated) {
    CallStepLanes<kDiffer>(env, lanes, actions, reward, terminated);
  }
  template <bool kDiffer>
  static StepFn PickStep(Isa isa) {
    return isa == Isa::kAvx512 ? StepAvx512<kDiffer>
                               : (isa == Isa::kAvx2 ? StepAvx2<kDiffer>
                                                    : StepBaseline<kDiffer>);
  }

  static void WriteBaseline(const EnvT* env, const Lanes& lanes,
                            const Rows& rows) {
    env->WriteLanes(lanes, rows);
  }
  ENVPOOL_TARGET_AVX2 static void WriteAvx2(const EnvT* env, const Lanes& lanes,
                                            const Rows& rows) {
    env->WriteLanes(lanes, rows);
  }
  ENVPOOL_TARGET_AVX512 static void WriteAvx512(const EnvT* env,
                                                const Lanes& lanes,
                                                const Rows& rows) {
    env->WriteLanes(lanes, rows);
  }
  static WriteFn PickWrite(Isa isa) {
    return isa == Isa::kAvx512
               ? WriteAvx512
               : (isa == Isa::kAvx2 ? WriteAvx2 : WriteBaseline);
  }

  const StepFn step_[2];  // for equal parameters, for columns of parameters
  const WriteFn write_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_LANE_CALLS_H_
