// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// AtariEnv: the games of the Arcade Learning Environment (Bellemare et al.,
// 2013) with DeepMind's preprocessing (Mnih et al., 2015), by one of two sets
// of rules:
//
//   envpool    EnvPool's: fire on reset, soft resets after a lost life, a limit
//              of agent steps. The default.
//   gymnasium  the rules of Gymnasium's AtariPreprocessing and
//              FrameStackObservation over ale-py's environment.
//
// With the same seed, each gives the same bytes as the library it is named
// after.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_ATARI_ATARI_ENV_H_
#define ENVPOOL_ATARI_ATARI_ENV_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/atari/atari_spec.h"
#include "envpool/atari/console.h"
#include "envpool/atari/emulator.h"
#include "envpool/atari/envpool_rules.h"
#include "envpool/atari/games.h"
#include "envpool/atari/gymnasium_rules.h"
#include "envpool/atari/rules.h"
#include "envpool/core/env.h"

namespace envpool::atari {

class AtariEnv : public Env<AtariEnvSpec>, public RenderableEnv {
 public:
  AtariEnv(const Spec& spec, int env_id)
      : Env<AtariEnvSpec>(spec, env_id),
        with_ram_(spec.config["ram"_]),
        actions_(AtariEnvFns::ActionsOf(spec.config)),
        rules_(MakeRules()),
        console_(EmulatorOf(), ImagesOf()) {}

  void Reset() override {
    rules_->Reset(&console_, &episode_, seed64(), force_reset_);
    episode_.is_new = false;
    episode_.done = false;
    episode_.ended = false;
    episode_.truncated = false;
    episode_.lives = console_.emulator().Lives();
    WriteState(0, 1);
  }

  void Step(const Action& action) override {
    const int lives_before = episode_.lives;
    ++episode_.elapsed;
    const float reward = rules_->Step(
        &console_, &episode_, actions_[static_cast<int>(action["action"_])]);
    episode_.done = episode_.ended || episode_.truncated;
    episode_.lives = console_.emulator().Lives();
    const bool lost_life = spec_.config["zero_discount_on_life_loss"_] &&
                           episode_.lives != lives_before;
    WriteState(reward, episode_.ended || lost_life ? 0 : 1);
  }

  bool IsDone() override { return episode_.done; }
  bool TerminatedAtLimit() override { return episode_.ended; }

  void Reseed(std::int64_t seed) override {
    Env<AtariEnvSpec>::Reseed(seed);
    episode_.is_new = true;
    episode_.must_reload = true;
  }

  void ParamsChanged() override {
    const int mode = static_cast<int>(param("mode"_));
    const int difficulty = static_cast<int>(param("difficulty"_));
    AtariEnvFns::CheckSwitches(GameOf(spec_.config["task"_]), mode, difficulty);
    console_.emulator().Choose(mode, difficulty);
  }

  [[nodiscard]] bool WritesAllFields() const override { return true; }
  [[nodiscard]] bool CanObserve() const override { return true; }
  void Observe(StateBlock* block, int row) override {
    State state = StateAt(*block, row);
    console_.Observe(static_cast<std::uint8_t*>(state["obs"_].Data()));
  }

  void Save(StateWriter* writer) override {
    console_.SaveStack(writer);
    writer->Write(episode_.elapsed);
    writer->Write(episode_.lives);
    for (const bool* flag : Flags()) {
      writer->Write(*flag);
    }
    rules_->Save(writer, console_);
    console_.SaveEmulator(writer);
  }
  void Load(StateReader* reader) override {
    console_.LoadStack(reader);
    reader->Read(&episode_.elapsed, 0, StateReader::kMaxElapsedStep / 2);
    reader->Read(&episode_.lives);
    for (bool* flag : Flags()) {
      reader->Read(flag);
    }
    rules_->Load(reader, &console_, episode_);
    console_.LoadEmulator(reader);
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : Emulator::kWidth,
            height > 0 ? height : console_.rows()};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    console_.Render({height, width}, rgb);
  }

 protected:
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return rules_->MaxSteps();
  }

 private:
  std::unique_ptr<Rules> MakeRules() {
    const auto& config = spec_.config;
    const bool can_fire = std::find(actions_.begin(), actions_.end(),
                                    Emulator::kFire) != actions_.end();
    const RuleOptions options{
        .frame_skip = config["frame_skip"_],
        .noop_max = config["noop_max"_],
        .episodic_life = config["episodic_life"_],
        .fire_on_reset = config["use_fire_reset"_] && can_fire,
        .max_steps = envpool::EpisodeLimit(spec_)};
    if (config["preprocessing"_] == std::string("gymnasium")) {
      return std::make_unique<GymnasiumRules>(options);
    }
    return std::make_unique<EnvPoolRules>(options, &gen_);
  }

  EmulatorOptions EmulatorOf() {
    const auto& config = spec_.config;
    const std::string& task = config["task"_];
    return {.game = task,
            .rom = LoadRom(config["rom_dir"_], task),
            .seed = rules_->Seed(seed64()),
            .repeat_action_probability = config["repeat_action_probability"_],
            .max_frames = rules_->MaxFrames(),
            .mode = config["mode"_],
            .difficulty = config["difficulty"_]};
  }

  [[nodiscard]] ImageOptions ImagesOf() const {
    const auto& config = spec_.config;
    return {.enabled = config["obs_type"_] == std::string("image"),
            .full_height = rules_->ShowFullHeight() || config["full_height"_],
            .size = {config["img_height"_], config["img_width"_]},
            .gray_scale = config["gray_scale"_],
            .interpolation = config["use_inter_area_resize"_]
                                 ? Interpolation::kArea
                                 : Interpolation::kLinear,
            .stack_num = config["stack_num"_]};
  }

  std::array<bool*, 5> Flags() {
    return {&episode_.is_new, &episode_.must_reload, &episode_.done,
            &episode_.ended, &episode_.truncated};
  }

  void WriteState(float reward, float discount) {
    const Emulator& emulator = console_.emulator();
    State state = Allocate();
    state["elapsed_step"_] = episode_.elapsed;
    state["done"_] = episode_.done;
    state["trunc"_] = episode_.truncated;
    state["discount"_] = discount;
    state["info:reward"_] = reward;
    if (spec_.config["reward_clip"_]) {
      reward = static_cast<float>((reward > 0) - (reward < 0));
    }
    state["reward"_] = reward;
    state["info:lives"_] = episode_.lives;
    state["info:episode_frame_number"_] = emulator.EpisodeFrameNumber();
    state["info:frame_number"_] = emulator.FrameNumber();
    state["info:seeds"_].Assign(rules_->seeds().data(), 2);
    state["info:terminated"_] = emulator.IsTerminal() ? 1 : 0;
    if (with_ram_) {
      state["info:ram"_].Assign(emulator.Ram(), Emulator::kRamBytes);
    }
    console_.Observe(static_cast<std::uint8_t*>(state["obs"_].Data()));
  }

  const bool with_ram_;
  const std::vector<int>& actions_;
  const std::unique_ptr<Rules> rules_;
  Console console_;
  Episode episode_;
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_ATARI_ENV_H_
