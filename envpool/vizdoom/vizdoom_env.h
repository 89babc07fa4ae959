// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// VizdoomEnv: a scenario of ViZDoom (Wydmuch et al., 2018), preprocessed as
// EnvPool does: frames resized and stacked, actions repeated.
//
// The engine is a process; see game.h. One that dies fails the step, and the
// reset that follows starts another one.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_VIZDOOM_VIZDOOM_ENV_H_
#define ENVPOOL_VIZDOOM_VIZDOOM_ENV_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "envpool/common/frame_stack.h"
#include "envpool/common/resizer.h"
#include "envpool/core/env.h"
#include "envpool/vizdoom/actions.h"
#include "envpool/vizdoom/frames.h"
#include "envpool/vizdoom/game.h"
#include "envpool/vizdoom/rewards.h"
#include "envpool/vizdoom/vizdoom_spec.h"

namespace envpool::vizdoom {

class VizdoomEnv : public Env<VizdoomEnvSpec>, public RenderableEnv {
 public:
  VizdoomEnv(const Spec& spec, int env_id)
      : Env<VizdoomEnvSpec>(spec, env_id),
        scenario_(VizdoomEnvFns::ScenarioOf(spec.config)),
        frame_skip_(spec.config["frame_skip"_]),
        limit_(EpisodeLimit(spec)),
        official_(spec.config["reward"_] == std::string("official")),
        frames_(MakeFrames()),
        stack_(spec.config["stack_num"_], frames_.size()),
        variables_(NumbersOf(scenario_)),
        envpool_reward_(spec.config["reward_config"_],
                        spec.config["selected_weapon_reward_config"_],
                        spec.config["weapon_duration"_], variables_.numbers()),
        official_reward_(scenario_.rewards),
        buttons_(scenario_.buttons.size()) {
    if (spec.config["use_combined_action"_]) {
      actions_ = std::make_unique<ActionSet>(
          VizdoomEnvFns::ActionsOf(spec.config, scenario_));
    }
    StartEngine();
  }

  bool IsDone() override { return done_; }
  bool TerminatedAtLimit() override { return ended_; }

  void Reset() override {
    if (game_ == nullptr) {
      StartEngine();
    }
    Guarded([this] { BeginEpisode(); });
    done_ = false;
    ended_ = false;
    variables_.Begin(*game_);
    envpool_reward_.Begin();
    official_reward_.Begin(*game_);
    Write(0, true);
  }

  void Step(const Action& action) override {
    if (actions_ != nullptr) {
      actions_->Decode(static_cast<int>(static_cast<double>(action["action"_])),
                       buttons_.data());
    } else {
      const auto* values = static_cast<double*>(action["action"_].Data());
      buttons_.assign(values, values + buttons_.size());
    }
    Guarded([this] { Act(); });
    ++elapsed_;
    ended_ = game_->IsFinished() ||
             (spec_.config["episodic_life"_] && game_->IsDead());
    done_ = ended_ || elapsed_ >= limit_;
    float reward = 0;
    if (official_) {
      reward = static_cast<float>(official_reward_.Step(*game_));
    }
    if (!game_->IsFinished()) {
      variables_.Read(*game_);
      if (!official_) {
        reward = envpool_reward_.Step(variables_);
      }
    }
    Write(reward, false);
  }

  /// Ends the engine's process, without and with waiting for it; the env is
  /// not used again.
  void KillEngine() {
    if (game_ != nullptr) {
      game_->Kill();
    }
  }
  void EndEngine() { game_.reset(); }

  void Reseed(std::int64_t seed) override {
    Env<VizdoomEnvSpec>::Reseed(seed);
    must_reseed_ = true;
  }
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }

  [[nodiscard]] bool CanObserve() const override { return true; }
  void Observe(StateBlock* block, int row) override {
    State state = StateAt(*block, row);
    stack_.Copy(static_cast<std::uint8_t*>(state["obs"_].Data()));
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : scenario_.width,
            height > 0 ? height : scenario_.height};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    if (game_ == nullptr || !game_->started()) {  // no engine, no picture
      std::fill_n(rgb, std::size_t{3} * width * height, 0);
      return;
    }
    frames_.Render(Screen(), {height, width}, rgb);
  }

 private:
  // The narrowest screen that the engine draws well.
  static constexpr Size kSmallest{240, 320};

  [[nodiscard]] Size DrawnSize() const {
    return scenario_.width < kSmallest.width
               ? kSmallest
               : Size{scenario_.height, scenario_.width};
  }

  [[nodiscard]] FrameMaker MakeFrames() const {
    const auto& config = spec_.config;
    return {DrawnSize(),
            {scenario_.height, scenario_.width},
            {config["img_height"_], config["img_width"_]},
            scenario_.Channels(),
            config["use_inter_area_resize"_] ? Interpolation::kArea
                                             : Interpolation::kLinear};
  }

  static std::vector<int> NumbersOf(const Scenario& scenario) {
    std::vector<int> numbers = scenario.variables;
    for (const int number : kInfoVariables) {
      if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) {
        numbers.push_back(number);
      }
    }
    return numbers;
  }

  void StartEngine() {
    const auto& config = spec_.config;
    GameOptions options{.engine = config["vzd_path"_],
                        .scenario = scenario_,
                        .seed = static_cast<std::uint32_t>(seed64()),
                        .recordings = config["lmp_save_dir"_]};
    Scenario& scenario = options.scenario;
    scenario.width = DrawnSize().width;
    scenario.height = DrawnSize().height;
    scenario.map = config["map_id"_];
    scenario.iwad = config["iwad_path"_];
    if (!config["wad_path"_].empty()) {
      scenario.wad = config["wad_path"_];
    }
    scenario.timeout = TimeoutOf();
    // Nobody sees these.
    scenario.depth = scenario.labels = scenario.automap = false;
    scenario.objects = scenario.sectors = false;
    scenario.audio = scenario.notifications = false;
    if (config["deathmatch"_]) {
      scenario.arguments.insert(scenario.arguments.end(),
                                {"-host", "1", "-deathmatch"});
    }
    std::istringstream words(config["game_args"_]);
    for (std::string word; words >> word;) {
      scenario.arguments.push_back(word);
    }
    game_ = std::make_unique<Game>(options);
    must_reseed_ = false;
  }

  /// In tics, so that the limit of steps is always reached before.
  [[nodiscard]] unsigned TimeoutOf() const {
    const std::int64_t tics = (std::int64_t{limit_} + 1) * frame_skip_;
    return tics > std::numeric_limits<int>::max() / 2
               ? 0
               : static_cast<unsigned>(tics);
  }

  /// An engine that fails is of no more use.
  template <typename F>
  void Guarded(const F& work) {
    try {
      work();
    } catch (...) {
      game_.reset();
      throw;
    }
  }

  void BeginEpisode() {
    const bool is_first = !game_->started();
    if (is_first) {
      game_->Start();
    }
    if (must_reseed_) {
      game_->Reseed(static_cast<std::uint32_t>(seed64()));
    }
    const bool is_over = game_->IsFinished() || elapsed_ >= limit_;
    if (must_reseed_ || (!is_first && (force_reset_ || is_over))) {
      game_->NewEpisode(Recording());
    } else if (!is_first) {
      ++elapsed_;
      std::fill(buttons_.begin(), buttons_.end(), 0.0);
      Act();
      return;
    }
    must_reseed_ = false;
    elapsed_ = 0;
  }

  std::string Recording() {
    ++episode_;
    const std::string& folder = spec_.config["lmp_save_dir"_];
    return folder.empty() ? ""
                          : "env_" + std::to_string(env_id_) + "_" +
                                std::to_string(episode_) + ".lmp";
  }

  void Act() {
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
      game_->SetButton(static_cast<int>(i), buttons_[i]);
    }
    game_->Respawn();
    game_->Advance(frame_skip_);
  }

  [[nodiscard]] const std::uint8_t* Screen() const {
    return reinterpret_cast<const std::uint8_t*>(game_->At(Region::kScreen));
  }

  void Write(float reward, bool is_first) {
    State state = Allocate();
    state["done"_] = done_;
    state["trunc"_] = done_ && !ended_;
    state["discount"_] = ended_ ? 0.0F : 1.0F;
    state["reward"_] = reward;
    auto* obs = static_cast<std::uint8_t*>(state["obs"_].Data());
    if (game_->IsFinished()) {
      stack_.Copy(obs);
    } else {
      stack_.PushTo(obs, is_first, [this](std::uint8_t* frame) {
        frames_.Make(Screen(), frame);
      });
    }
    WriteInfos(&state);
  }

  void WriteInfos(State* state) {
    const auto value = [this](int index) {
      return variables_.ValueOf(kInfoVariables[index]);
    };
    (*state)["info:AMMO2"_] = value(0);
    (*state)["info:AMMO3"_] = value(1);
    (*state)["info:AMMO4"_] = value(2);
    (*state)["info:AMMO5"_] = value(3);
    (*state)["info:AMMO6"_] = value(4);
    (*state)["info:AMMO7"_] = value(5);
    (*state)["info:ARMOR"_] = value(6);
    (*state)["info:DAMAGECOUNT"_] = value(7);
    (*state)["info:DEATHCOUNT"_] = value(8);
    (*state)["info:FRAGCOUNT"_] = value(9);
    (*state)["info:HEALTH"_] = value(10);
    (*state)["info:HITCOUNT"_] = value(11);
    (*state)["info:KILLCOUNT"_] = value(12);
    (*state)["info:SELECTED_WEAPON"_] = value(13);
    (*state)["info:SELECTED_WEAPON_AMMO"_] = value(14);
    (*state)["info:USER2"_] = value(15);
  }

  const Scenario scenario_;
  const int frame_skip_;
  const int limit_;
  const bool official_;
  FrameMaker frames_;
  FrameStack<std::uint8_t> stack_;
  Variables variables_;
  EnvPoolReward envpool_reward_;
  OfficialReward official_reward_;
  std::unique_ptr<ActionSet> actions_;
  std::vector<double> buttons_;  // of the current action
  std::unique_ptr<Game> game_;
  bool must_reseed_{false};
  int episode_{0};
  int elapsed_{0};
  bool done_{true};
  bool ended_{false};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_VIZDOOM_ENV_H_
