// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Env<Spec>: the class that an env author derives from.
//
// Override Reset, Step and IsDone. Each Reset and each Step calls Allocate
// exactly once, when the env's own state is final, and writes its results into
// the State that it returns; everything not written reads as zero. The engine
// ends the episode when IsDone() says so or max_episode_steps is reached, and
// resets the env at its next action.
//
// Threads: one env is used by one thread at a time, not always the same.
// Errors: throw what you like; it reaches the user as EnvStepError with the env
// id, the other envs go on, and this one is reset before its next step.

#ifndef ENVPOOL_CORE_ENV_H_
#define ENVPOOL_CORE_ENV_H_

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/dict.h"
#include "envpool/core/engine/env_base.h"
#include "envpool/core/env_spec.h"

namespace envpool {

/// Whether any of these arrays holds doubles.
template <typename Arrays>
inline constexpr bool kHasDoubles = false;
template <typename... Arrays>
inline constexpr bool kHasDoubles<std::tuple<Arrays...>> =
    (std::is_same_v<Arrays, TArray<double>> || ...);

template <typename EnvSpecT>
class Env : public EnvBase {
 public:
  using Spec = EnvSpecT;
  using State = typename SpecToTArray<typename EnvSpecT::StateSpec>::Type;
  using Action = typename SpecToTArray<typename EnvSpecT::ActionSpec>::Type;

  Env(const EnvSpecT& spec, int env_id)
      : EnvBase(env_id, ResolveSeed(spec, env_id)),
        max_num_players_(spec.config["max_num_players"_]),
        spec_(spec) {}

  /// env_seed[env_id] if seeds are given one by one, else seed + env_id.
  static int ResolveSeed(const EnvSpecT& spec, int env_id) {
    return SeedOf(spec, env_id);
  }

  virtual void Step(const Action& action) = 0;

 protected:
  /// Opens this call's row, with the common fields filled in.
  State Allocate(int player_num = 1) {
    RowLease* row = OpenRow(player_num);
    return StateOf(player_num, [row](int key) { return row->Item(key); });
  }

  /// The row, with one player, that Observe is to write.
  State StateAt(const StateBlock& block, int row) const {
    return StateOf(1, [&](int key) { return block.Item(key, row); });
  }

  /// Whether the action of this Step came as float32 although its spec says
  /// double: for an env that computes with actions as NumPy would.
  [[nodiscard]] bool action_is_float32() const { return action_is_float32_; }

  /// The time limit; an env with one of its own overrides this.
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return EpisodeLimit(spec_);
  }

  int max_num_players_;
  const EnvSpecT& spec_;

 private:
  template <typename ItemFn>
  State StateOf(int players, const ItemFn& item) const {
    State state;
    ForIndex<State::kSize>([&](auto index) {
      const ShapeSpec& spec = std::get<index>(spec_.state_spec.AllValues());
      View(spec, item(index), players, &std::get<index>(state.AllValues()));
    });
    return state;
  }

  static void View(const ShapeSpec& spec, char* data, int players,
                   Array* view) {
    const std::vector<int>& shape = spec.shape;
    const int first = shape.empty() ? 1 : shape[0];
    view->SetView(data, shape.size(), first == -1 ? players : first,
                  shape.data() + 1, spec.element_size);
  }

  void StepFrom(const ActionStore& actions) final {
    Action action;
    ForIndex<Action::kSize>([&](auto index) {
      const ShapeSpec& spec = std::get<index>(spec_.action_spec.AllValues());
      View(spec, actions.Item(index, env_id_), actions.players(env_id_),
           &std::get<index>(action.AllValues()));
    });
    if constexpr (kHasDoubles<typename Action::Values>) {
      action_is_float32_ = actions.is_float32(env_id_);
    }
    Step(action);
  }

  bool action_is_float32_{false};
};

}  // namespace envpool

using envpool::Env;
using envpool::RenderableEnv;

#endif  // ENVPOOL_CORE_ENV_H_
