// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SoccerEnv: two teams of walkers that play soccer, as
// dm_control.locomotion.soccer.load makes it. Each player has a row in results
// and actions: first those of the team at home.
//
// Threads, errors: as MujocoEnv. Step throws std::invalid_argument unless the
// action has a row for each player.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_ENV_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_ENV_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/dmc_locomotion/body_keys.h"
#include "envpool/mujoco/dmc_locomotion/soccer_game.h"
#include "envpool/mujoco/dmc_locomotion/soccer_spec.h"

namespace envpool::mujoco::dmc_locomotion {

class SoccerEnv : public MujocoEnv<SoccerFns, SoccerWorld> {
  using Base = MujocoEnv<SoccerFns, SoccerWorld>;

 public:
  SoccerEnv(const Spec& spec, int env_id)
      : SoccerEnv(spec, env_id, SizesOf(spec)) {}

  void Reset() override {
    terminated_ = false;
    game_->Build(&random_);
    simulation_.StartGame();
    game_->Start(&random_);
    simulation_.ForwardWithoutActuation();
    WriteState(true);
  }

  void Step(const Action& action) override {
    const TArray<double>& rows = action["action"_];
    if (static_cast<int>(rows.Shape(0)) != game_->players()) {
      throw std::invalid_argument(
          "action: expected " + std::to_string(game_->players()) +
          " rows, one for each player, got " + std::to_string(rows.Shape(0)));
    }
    std::copy_n(static_cast<const double*>(rows.Data()), state_.actions.size(),
                state_.actions.data());
    game_->Step(frame_skip_, &random_);
    terminated_ = !rules_.goes_on && state_.last_goal_by >= 0;
    WriteState(false);
  }

  /// NumPy's RandomState accepts 32-bit seeds only.
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    random_ = RandomState(static_cast<std::uint32_t>(seed));
    state_.last_goal_by = -1;
  }

  void Save(StateWriter* writer) override {
    Base::Save(writer);
    writer->Write(random_);
    writer->Write(state_.size);
    writer->Write(state_.last_goal_by);
    writer->Write(state_.is_out);
    writer->Write(state_.actions);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    reader->Read(&random_);
    reader->Read(&state_.size);
    reader->Require(rules_.pitch.Allows(state_.size));
    reader->Read(&state_.last_goal_by, -1, kAway);
    reader->Read(&state_.is_out);
    reader->Read(&state_.actions, state_.actions.size());
  }

 protected:
  /// An episode is over when its time is.
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return simulation_.data().time >= time_limit_
               ? 1
               : Base::CurrentMaxEpisodeSteps();
  }

 private:
  static constexpr std::pair<int, int> kImageSize{320, 240};

  SoccerEnv(const Spec& spec, int env_id, const std::vector<int>& sizes)
      : Base(spec, env_id, ModelOf(spec), /*needs_frames=*/true,
             ValuesOf(sizes) * 2 * spec.config["team_size"_], kImageSize),
        rules_(RulesOf(spec)),
        time_limit_(spec.config["time_limit"_]),
        sizes_(sizes),
        random_(static_cast<std::uint32_t>(seed_)) {
    MakeTask();
  }

  static std::vector<int> SizesOf(const Spec& spec) {
    std::vector<int> sizes;
    SoccerSizes(SoccerKindOf(spec.config["task_name"_]),
                spec.config["team_size"_])
        .Apply([&](auto /*key*/, int size) {
          sizes.push_back(size < 0 ? 1 : size);
        });
    return sizes;
  }
  static std::size_t ValuesOf(const std::vector<int>& sizes) {
    std::size_t count = 0;
    for (const int size : sizes) {
      count += size;
    }
    return count;
  }
  static SoccerRules RulesOf(const Spec& spec) {
    const auto& config = spec.config;
    const SoccerKind& kind = SoccerKindOf(config["task_name"_]);
    const int team_size = config["team_size"_];
    PitchRules pitch = PitchOf(kind, team_size);
    pitch.keeps_ratio = config["keep_aspect_ratio"_];
    pitch.has_box = config["enable_field_box"_];
    return {.kind = &kind,
            .team_size = team_size,
            .pitch = pitch,
            .goes_on = !config["terminate_on_goal"_],
            .clips = SoccerClips(config["base_path"_], kind)};
  }
  static Model ModelOf(const Spec& spec) {
    const auto& config = spec.config;
    return SoccerModel(config["base_path"_], SoccerKindOf(config["task_name"_]),
                       config["team_size"_],
                       !config["disable_walker_contacts"_],
                       config["enable_field_box"_]);
  }

  void MakeTask() final {
    game_ = std::make_unique<SoccerGame>(rules_, &simulation_, &state_);
  }

  View ViewOf(int width, int height, int camera, const char* argument) final {
    return ViewOfArena(simulation_.model(), width, height, camera, argument);
  }

  void WriteState(bool is_first) {
    const int players = game_->players();
    State state = Allocate(players);
    ObservationWriter writer(frames_.Push());
    for (int i = 0; i < players; ++i) {
      state["reward"_][i] = is_first ? 0 : game_->Reward(i);
      game_->Observe(i, &writer);
    }
    if (is_first) {
      frames_.Fill();
    }
    const std::size_t all = ValuesOf(sizes_);
    const std::size_t depth = frames_.depth();
    const int* next = sizes_.data();
    std::size_t first = 0;
    const auto write = [&](const auto& entry) {
      const std::size_t size = *next++;
      for (int i = 0; size > 0 && i < players; ++i) {
        const auto copy = [&](auto* out) {
          frames_.CopyPart(i * all + first, size, out + i * depth * size);
        };
        if constexpr (std::is_same_v<decltype(entry), const TArray<bool>&>) {
          copy(static_cast<bool*>(entry.Data()));
        } else {
          WriteObservation(entry, copy);
        }
      }
      first += size;
    };
    std::apply([&](auto... key) { (write(state[key]), ...); },
               decltype(SoccerSizes(*rules_.kind, 0))::StaticKeys());
  }

  const SoccerRules rules_;
  const double time_limit_;
  const std::vector<int> sizes_;  // of a player's observations
  RandomState random_;
  SoccerState state_;
  std::unique_ptr<SoccerGame> game_;
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_ENV_H_
