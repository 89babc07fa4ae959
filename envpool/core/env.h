// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Env<Spec>: the class that an env author derives from.
//
// Override Reset, Step and IsDone. Each Reset and each Step calls Allocate
// exactly once, when the env's own state is final, and writes its results into
// the State that it returns; unwritten entries are zero. The engine ends the
// episode when IsDone() returns true or max_episode_steps is reached, and
// resets the env at its next action.
//
// A spec with ResetOptions (see env_spec.h) lets the user's reset choose how an
// episode starts: Reset reads them from reset_options().
//
// A spec with Params (see env_spec.h) declares physical parameters, which users
// may change between two calls of Step: read them from param("gravity"_). An
// env that derives values from them overrides ParamsChanged.
//
// Threads: one env is used by one thread at a time, not always the same.
// Errors: any exception reaches the user as EnvStepError with the env id; the
// other envs continue, and this env is reset before its next step.

#ifndef ENVPOOL_CORE_ENV_H_
#define ENVPOOL_CORE_ENV_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/checked/env_checks.h"
#include "envpool/core/dict.h"
#include "envpool/core/engine/kernel/env_base.h"
#include "envpool/core/env_spec.h"
#include "envpool/core/param_spec.h"

namespace envpool {

/// Whether any of these arrays holds doubles.
template <typename Arrays>
inline constexpr bool kHasDoubles = false;
template <typename... Arrays>
inline constexpr bool kHasDoubles<std::tuple<Arrays...>> =
    (std::is_same_v<Arrays, TArray<double>> || ...);

/// The arrays of a row with `players` players, without data. Cached, because
/// copying them is cheaper than deriving them from the specs for each row. The
/// specs must outlive them.
template <typename Specs>
typename SpecToTArray<Specs>::Type ViewsOf(const Specs& specs, int players) {
  typename SpecToTArray<Specs>::Type views;
  ForIndex<Specs::kSize>([&](auto index) {
    const ShapeSpec& spec = std::get<index>(specs.AllValues());
    const std::vector<int>& shape = spec.shape;
    const int first = shape.empty() ? 1 : shape[0];
    const int* rest = shape.empty() ? nullptr : shape.data() + 1;
    std::get<index>(views.AllValues())
        .SetView(nullptr, shape.size(), first == -1 ? players : first, rest,
                 spec.element_size);
  });
  return views;
}

/// The position of a key among the Keys of a Dict.
template <typename Key, typename Keys>
inline constexpr std::size_t IndexIn = 0;
template <typename Key, typename... K>
inline constexpr std::size_t IndexIn<Key, std::tuple<K...>> =
    FirstIndexOf<Key, K...>();

ENVPOOL_BEGIN_CHECKED

template <typename EnvSpecT>
class Env : public EnvBase {
 public:
  using Spec = EnvSpecT;
  using State = typename SpecToTArray<typename EnvSpecT::StateSpec>::Type;
  using Action = typename SpecToTArray<typename EnvSpecT::ActionSpec>::Type;

  Env(const EnvSpecT& spec, int env_id)
      : EnvBase(env_id, ResolveSeed(spec, env_id)),
        max_num_players_(spec.config["max_num_players"_]),
        spec_(spec),
        params_(DefaultNumbersOf(spec.params)) {}

  /// env_seed[env_id] if seeds are given one by one, else seed + env_id.
  static int ResolveSeed(const EnvSpecT& spec, int env_id) {
    return SeedOf(spec, env_id);
  }

  virtual void Step(const Action& action) = 0;

  /// Called by the pool, which owns `views`: the arrays of a one-player row.
  void UseOnePlayerViews(const State* views) { one_player_views_ = views; }

  [[nodiscard]] std::vector<Param> Params() const override {
    return ParamsOf(spec_.params);
  }
  void GetParam(int param, double* values) const override {
    std::copy_n(params_.data() + kFirst[param],
                kFirst[param + 1] - kFirst[param], values);
  }
  void SetParam(int param, const double* values) override {
    std::copy_n(values, kFirst[param + 1] - kFirst[param],
                params_.data() + kFirst[param]);
  }

 protected:
  /// Opens this call's row, with the common fields filled in.
  State Allocate(int player_num = 1) {
    const RowRef row =
        OpenRow(player_num, this->IsDone(), CurrentMaxEpisodeSteps());
    State state = WithData(
        player_num == 1 ? *one_player_views_ : ViewsOfPlayers(player_num),
        [row](int key) { return row.Item(key); });
    checks_.Watch(&state);
    return state;
  }

  /// The memory of a row's entries, by key.
  class Row {
   public:
    template <FixedString S>
    [[nodiscard]] auto* operator[](Key<S> key) const {
      constexpr std::size_t kIndex = IndexIn<Key<S>, typename State::Keys>;
      using D =
          typename std::tuple_element_t<kIndex, typename State::Values>::dtype;
#ifdef ENVPOOL_CHECKED
      return static_cast<D*>(memory_[key].Data());
#else
      static_cast<void>(key);
      return reinterpret_cast<D*>(memory_.Item(kIndex));
#endif
    }

   private:
    friend class Env;
#ifdef ENVPOOL_CHECKED
    using Memory = State;
#else
    using Memory = RowRef;
#endif
    explicit Row(Memory memory) : memory_(std::move(memory)) {}
    Memory memory_;
  };

  /// Like Allocate, without arrays, which would take as long as a cheap step.
  Row AllocateRow(int player_num = 1) {
#ifdef ENVPOOL_CHECKED
    return Row(Allocate(player_num));
#else
    return Row(OpenRow(player_num, this->IsDone(), CurrentMaxEpisodeSteps()));
#endif
  }

  /// The row, with one player, that Observe must write.
  State StateAt(const StateBlock& block, int row) const {
    return WithData(*one_player_views_,
                    [&](int key) { return block.Item(key, row); });
  }

  /// For use in Reset: the options given to this reset, and defaults for the
  /// rest. Automatic resets after an episode have the defaults.
  [[nodiscard]] const typename Spec::ResetOptions& reset_options() const {
    const void* given = given_reset_options();
    return given == nullptr
               ? spec_.reset_options
               : *static_cast<const typename Spec::ResetOptions*>(given);
  }

  /// The value of a physical parameter; a std::span of an array's values.
  template <FixedString S>
  [[nodiscard]] auto param(Key<S> /*key*/) const {
    constexpr std::size_t kIndex = IndexIn<Key<S>, typename Spec::Params::Keys>;
    using Row = std::tuple_element_t<kIndex, typename Spec::Params::Values>;
    if constexpr (Row::kIsNumber) {
      return params_[kFirst[kIndex]];
    } else {
      return std::span<const double, Row::kSize>(&params_[kFirst[kIndex]],
                                                 Row::kSize);
    }
  }

  /// Whether the user's action was float32 although its spec is double. For
  /// envs that reproduce NumPy's float32 arithmetic on actions.
  [[nodiscard]] bool action_is_float32() const { return action_is_float32_; }

  /// For use in BeginSteps: the elements of the action's array of this name.
  template <FixedString S>
  [[nodiscard]] const void* ActionData(Key<S> /*key*/,
                                       const ActionStore& actions) const {
    return actions.Item(IndexIn<Key<S>, typename Action::Keys>, env_id_);
  }

  /// The time limit; override it for a limit that the config does not give.
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return EpisodeLimit(spec_);
  }

  int max_num_players_;
  const EnvSpecT& spec_;

 private:
  /// Arrays shaped like `views`, on the data at item(key).
  template <typename Arrays, typename ItemFn>
  static Arrays WithData(const Arrays& views, const ItemFn& item) {
    return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      return Arrays(
          std::in_place,
          Array::Placed{item(kIndex), std::get<kIndex>(views.AllValues())}...);
    }(std::make_index_sequence<Arrays::kSize>());
  }

  const State& ViewsOfPlayers(int players) {
    if (player_views_ == nullptr) {
      player_views_ = std::make_unique<State>();
    }
    if (players != view_players_) {
      *player_views_ = ViewsOf(spec_.state_spec, players);
      view_players_ = players;
    }
    return *player_views_;
  }

  /// The action's arrays are reused, as an env's actions have a fixed address.
  bool StepFrom(const ActionStore& actions) final {
    if (this->IsDone()) {
      return false;
    }
    if (const int players = actions.players(env_id_);
        players != action_players_) {
      PlaceAction(actions, players);
    }
    if constexpr (kHasDoubles<typename Action::Values>) {
      action_is_float32_ = actions.is_float32(env_id_);
    }
    checks_.Run(*this, env_id_, "Step", [this] {
      checks_.Watch(&action_);
      Step(action_);
    });
    return true;
  }
  [[gnu::noinline]] void PlaceAction(const ActionStore& actions, int players) {
    action_players_ = players;
    action_ = WithData(ViewsOf(spec_.action_spec, players),
                       [&](int key) { return actions.Item(key, env_id_); });
  }
#ifdef ENVPOOL_CHECKED
  void StartEpisode() final {
    checks_.Run(*this, env_id_, "Reset", [this] { this->Reset(); });
  }
#endif

  static constexpr auto kFirst = kFirstNumbers<typename Spec::Params::Values>;
  std::array<double, kNumbersOf<typename Spec::Params>> params_;
  const State* one_player_views_{nullptr};
  // The arrays of the latest row with other than one player.
  std::unique_ptr<State> player_views_;
  int view_players_{-1};  // the number of players in player_views_; -1 at first
  Action action_;
  int action_players_{-1};  // the number of players in action_; -1 at first
  bool action_is_float32_{false};
  [[no_unique_address]] EnvChecks<Spec, State, Action> checks_;
};

ENVPOOL_END_CHECKED

}  // namespace envpool

using envpool::Env;
using envpool::RenderableEnv;
using envpool::TextRenderableEnv;

#endif  // ENVPOOL_CORE_ENV_H_
