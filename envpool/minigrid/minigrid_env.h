// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MiniGridEnv: all tasks of MiniGrid and BabyAI, by the config key `env_name`.
//
// Threads: as Env. Errors: std::invalid_argument for an unknown env_name;
// std::runtime_error for a level that cannot be generated.

#ifndef ENVPOOL_MINIGRID_MINIGRID_ENV_H_
#define ENVPOOL_MINIGRID_MINIGRID_ENV_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "envpool/core/env.h"
#include "envpool/minigrid/levels/levels.h"
#include "envpool/minigrid/minigrid_spec.h"
#include "envpool/minigrid/observation.h"
#include "envpool/minigrid/reward_wrappers.h"
#include "envpool/minigrid/tile_renderer.h"

namespace envpool::minigrid {

class MiniGridEnv : public Env<MiniGridEnvSpec>, public RenderableEnv {
 public:
  MiniGridEnv(const Spec& spec, int env_id)
      : Env(spec, env_id),
        level_(MakeLevel(OptionsOf(spec.config))),
        rewards_(RewardOptionsOf(spec.config), *level_,
                 spec.config["action_max"_] + 1),
        observer_(spec.config["observation"_], spec.config["tile_size"_]),
        painter_(spec.config["tile_size"_], spec.config["highlight"_],
                 spec.config["agent_pov"_]) {
    level_->Seed(EntropyOf(seed64()));
  }

  void Reseed(std::int64_t seed) override {
    Env::Reseed(seed);
    level_->Seed(EntropyOf(seed));
  }

  void Reset() override {
    terminated_ = false;
    level_->Reset();
    if (observer_.is_of_view()) {
      WriteRow(0.0);
      level_->AfterReset();
    } else {
      level_->AfterReset();
      WriteRow(0.0);
    }
  }

  void Step(const Action& action) override {
    const int number = action["action"_];
    const Outcome outcome =
        rewards_.Step(static_cast<minigrid::Action>(number), level_.get());
    terminated_ = outcome.terminated;
    WriteRow(outcome.reward);
  }

  bool IsDone() override { return terminated_; }
  bool TerminatedAtLimit() override { return terminated_; }

  void Save(StateWriter* writer) override {
    writer->Write(terminated_);
    level_->Save(writer);
    rewards_.Save(writer);
  }
  void Load(StateReader* reader) override {
    reader->Read(&terminated_);
    level_->Load(reader);
    rewards_.Load(reader);
  }

  bool SaveResetInputs(StateWriter* writer) const override {
    level_->SaveRandom(writer);
    return true;
  }
  void LoadResetInputs(StateReader* reader) override {
    level_->LoadRandom(reader);
  }
  void AdoptEpisode(EnvBase* prepared) override {
    // Visit counts persist across episodes, so only the levels are swapped.
    level_.swap(static_cast<MiniGridEnv*>(prepared)->level_);
    terminated_ = false;
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    const Size size = painter_.SizeOf(*level_);
    return {width > 0 ? width : size.width, height > 0 ? height : size.height};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    painter_.Draw(*level_, {height, width}, rgb);
  }

 protected:
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return level_->max_steps();
  }

 private:
  void WriteRow(double reward) {
    State state = Allocate();
    state["reward"_] = static_cast<float>(reward);
    observer_.Write(*level_, static_cast<uint8_t*>(state["obs:image"_].Data()));
    if (!observer_.is_flat()) {
      state["obs:direction"_] = level_->agent_dir();
      const std::string& mission = level_->mission();
      std::memcpy(state["obs:mission"_].Data(), mission.data(),
                  std::min(mission.size(), state["obs:mission"_].size));
    }
    auto* agent_pos = static_cast<int*>(state["info:agent_pos"_].Data());
    agent_pos[0] = level_->agent_pos().x;
    agent_pos[1] = level_->agent_pos().y;
    state["info:mission_id"_] = level_->mission_id();
  }

  std::unique_ptr<Level> level_;
  RewardWrappers rewards_;
  Observer observer_;
  Painter painter_;
  bool terminated_{true};
};

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_MINIGRID_ENV_H_
