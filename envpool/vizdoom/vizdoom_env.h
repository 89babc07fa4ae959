// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// VizdoomEnv: a scenario of ViZDoom (Wydmuch et al., 2018), preprocessed as
// EnvPool does: frames resized and stacked, actions repeated.
//
// Each player has an engine, which is a process; see game_group.h. If an engine
// dies, the step fails, and the next reset restarts the engines of all players.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_VIZDOOM_VIZDOOM_ENV_H_
#define ENVPOOL_VIZDOOM_VIZDOOM_ENV_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "envpool/common/frame_stack.h"
#include "envpool/common/resizer.h"
#include "envpool/core/env.h"
#include "envpool/vizdoom/actions.h"
#include "envpool/vizdoom/frames.h"
#include "envpool/vizdoom/game.h"
#include "envpool/vizdoom/game_group.h"
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
        uses_official_reward_(spec.config["reward"_] ==
                              std::string("official")),
        frames_(MakeFrames()),
        buttons_(scenario_.buttons.size()) {
    players_.reserve(max_num_players_);
    for (int i = 0; i < max_num_players_; ++i) {
      players_.emplace_back(spec.config, scenario_, frames_.size());
    }
    if (spec.config["use_combined_action"_]) {
      actions_ = std::make_unique<ActionSet>(
          VizdoomEnvFns::ActionsOf(spec.config, scenario_));
    }
    StartEngine();
  }

  bool IsDone() override { return done_; }
  bool TerminatedAtLimit() override { return ended_; }

  void Reset() override {
    if (games_ == nullptr) {
      StartEngine();
    }
    Guarded([this] { BeginEpisode(); });
    done_ = false;
    ended_ = false;
    for (int i = 0; i < max_num_players_; ++i) {
      players_[i].Begin(games_->player(i));
    }
    Write(true);
  }

  void Step(const Action& action) override {
    const auto* values = static_cast<double*>(action["action"_].Data());
    const int count = static_cast<int>(action["action"_].Shape(0));
    for (int i = 0; i < max_num_players_; ++i) {
      Press(i, i < count ? values : nullptr);
      values += actions_ != nullptr ? 1 : buttons_.size();
    }
    Guarded([this] { Act(); });
    ++elapsed_;
    ended_ = games_->host().IsFinished();
    for (int i = 0; i < max_num_players_; ++i) {
      const Game& game = games_->player(i);
      ended_ = ended_ || (spec_.config["episodic_life"_] && game.IsDead());
      players_[i].Step(game, uses_official_reward_);
    }
    done_ = ended_ || elapsed_ >= limit_;
    Write(false);
  }

  /// KillEngine ends the engines' processes; KillAndWait also waits for their
  /// end. The env must not be used afterwards.
  void KillEngine() {
    if (games_ != nullptr) {
      games_->Kill();
    }
  }
  void KillAndWait() { games_.reset(); }

  /// Makes current and later calls of Reset and Step that wait for an engine
  /// throw soon. Any thread may call it.
  void Cancel() noexcept { *cancelled_ = true; }

  /// The config has only the low 32 bits of a seed that exceeds an int. The
  /// engine also takes only these, and has been started with them, so the first
  /// call, with the complete seed, needs no new engine seed.
  void Reseed(std::int64_t seed) override {
    constexpr int kMost = std::numeric_limits<int>::max();
    const bool is_known =
        !seed_is_complete_ && seed > kMost && static_cast<int>(seed) == seed_;
    Env<VizdoomEnvSpec>::Reseed(seed);
    seed_is_complete_ = true;
    must_reseed_ = must_reseed_ || !is_known;
  }
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }

  // A game of one player depends on its seed alone, so an episode can begin in
  // another engine, unless the env's number is in the name of its recording.
  bool SaveResetInputs(StateWriter* writer) const override {
    if (max_num_players_ > 1 || !spec_.config["lmp_save_dir"_].empty()) {
      return false;
    }
    const bool is_started = games_ != nullptr && games_->started();
    writer->Write(must_reseed_ || !is_started || (done_ && !IsOver()));
    if (is_started) {
      writer->WriteText(games_->host().random());
    }
    return true;
  }
  void LoadResetInputs(StateReader* reader) override {
    bool needs_own_game;
    std::mt19937 random;
    reader->Read(&needs_own_game);
    reader->Require(!needs_own_game);
    reader->ReadText(&random);
    if (games_ == nullptr) {
      StartEngine();
    }
    if (!games_->started()) {
      Guarded([this] { games_->Start(); });
    }
    games_->host().set_random(random);
    must_reseed_ = false;
    elapsed_ = limit_;  // so that Reset begins a new game
  }
  void AdoptEpisode(EnvBase* prepared) override {
    auto* from = static_cast<VizdoomEnv*>(prepared);
    games_.swap(from->games_);
    players_.swap(from->players_);
    elapsed_ = 0;
    done_ = ended_ = false;
  }

  [[nodiscard]] bool CanObserve() const override {
    return max_num_players_ == 1;
  }
  void Observe(StateBlock* block, int row) override {
    State state = StateAt(*block, row);
    players_[0].stack.Copy(static_cast<std::uint8_t*>(state["obs"_].Data()));
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : max_num_players_ * scenario_.width,
            height > 0 ? height : scenario_.height};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    std::fill_n(rgb, std::size_t{3} * width * height, 0);
    if (games_ == nullptr || !games_->started()) {  // no engine, no picture
      return;
    }
    // The players' views, side by side.
    const int part = width / max_num_players_;
    std::vector<std::uint8_t> view(std::size_t{3} * part * height);
    for (int i = 0; i < max_num_players_ && part > 0; ++i) {
      frames_.Render(Screen(i), {height, part}, view.data());
      for (int y = 0; y < height; ++y) {
        std::copy_n(view.data() + std::size_t{3} * part * y, 3 * part,
                    rgb + std::size_t{3} * (width * y + part * i));
      }
    }
  }

 private:
  /// The data of each player.
  struct Player {
    template <typename Config>
    Player(const Config& config, const Scenario& scenario, std::size_t size)
        : stack(config["stack_num"_], size),
          variables(NumbersOf(scenario)),
          envpool_reward(config["reward_config"_],
                         config["selected_weapon_reward_config"_],
                         config["weapon_duration"_], variables.numbers()),
          official_reward(scenario.rewards) {}

    void Begin(const Game& game) {
      variables.Begin(game);
      envpool_reward.Begin();
      official_reward.Begin(game);
      reward = 0;
    }
    void Step(const Game& game, bool official) {
      reward = 0;
      if (official) {
        reward = static_cast<float>(official_reward.Step(game));
      }
      if (!game.IsFinished()) {
        variables.Read(game);
        if (!official) {
          reward = envpool_reward.Step(variables);
        }
      }
    }

    FrameStack<std::uint8_t> stack;
    Variables variables;
    EnvPoolReward envpool_reward;
    OfficialReward official_reward;
    float reward{0};
  };

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
                        .recordings = config["lmp_save_dir"_],
                        .cancelled = cancelled_};
    Scenario& scenario = options.scenario;
    scenario.width = DrawnSize().width;
    scenario.height = DrawnSize().height;
    scenario.map = config["map_id"_];
    scenario.iwad = config["iwad_path"_];
    if (!config["wad_path"_].empty()) {
      scenario.wad = config["wad_path"_];
    }
    scenario.timeout = TimeoutOf();
    // These are not observed.
    scenario.depth = scenario.labels = scenario.automap = false;
    scenario.objects = scenario.sectors = false;
    scenario.audio = scenario.notifications = false;
    if (config["deathmatch"_]) {
      scenario.arguments.insert(scenario.arguments.end(), {"-deathmatch"});
      if (max_num_players_ == 1) {
        scenario.arguments.insert(scenario.arguments.end(), {"-host", "1"});
      }
    }
    AddArguments(config["game_args"_], &scenario);
    games_ = std::make_unique<GameGroup>(options, max_num_players_);
    must_reseed_ = false;
  }

  /// The engine's timeout in tics; 0 means none. The step limit is always
  /// reached before it.
  [[nodiscard]] unsigned TimeoutOf() const {
    const std::int64_t tics = (std::int64_t{limit_} + 1) * frame_skip_;
    return tics > std::numeric_limits<int>::max() / 2
               ? 0
               : static_cast<unsigned>(tics);
  }

  /// Discards the engines if `work` throws.
  template <typename F>
  void Guarded(const F& work) {
    try {
      work();
    } catch (...) {
      games_.reset();
      throw;
    }
  }

  void BeginEpisode() {
    if (must_reseed_ && max_num_players_ > 1) {
      games_.reset();
      StartEngine();  // with several players, only new engines take a new seed
    }
    const bool is_first = !games_->started();
    if (is_first) {
      games_->Start();
    }
    Game& game = games_->host();
    if (must_reseed_) {
      game.Reseed(static_cast<std::uint32_t>(seed64()));
    }
    if (must_reseed_ || (!is_first && (force_reset_ || IsOver()))) {
      game.NewEpisode(Recording());
    } else if (!is_first) {
      ++elapsed_;
      for (int i = 0; i < max_num_players_; ++i) {
        Press(i, nullptr);
      }
      Act();
      return;
    }
    must_reseed_ = false;
    elapsed_ = 0;
  }

  /// Whether the game, not just an episode in it, is over.
  [[nodiscard]] bool IsOver() const {
    return games_->host().IsFinished() || elapsed_ >= limit_;
  }

  std::string Recording() {
    ++episode_;
    const std::string& folder = spec_.config["lmp_save_dir"_];
    return folder.empty() ? ""
                          : "env_" + std::to_string(env_id_) + "_" +
                                std::to_string(episode_) + ".lmp";
  }

  /// Sets a player's buttons from its action; presses none if it is null.
  void Press(int player, const double* action) {
    std::fill(buttons_.begin(), buttons_.end(), 0.0);
    if (action != nullptr && actions_ != nullptr) {
      actions_->Decode(static_cast<int>(*action), buttons_.data());
    } else if (action != nullptr) {
      std::copy_n(action, buttons_.size(), buttons_.data());
    }
    Game& game = games_->player(player);
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
      game.SetButton(static_cast<int>(i), buttons_[i]);
    }
  }

  void Act() {
    for (int i = 0; i < max_num_players_; ++i) {
      games_->player(i).Respawn();
    }
    games_->host().Advance(frame_skip_);
  }

  [[nodiscard]] const std::uint8_t* Screen(int player) const {
    return reinterpret_cast<const std::uint8_t*>(
        games_->player(player).At(Region::kScreen));
  }

  void Write(bool is_first) {
    State state = Allocate(max_num_players_);
    state["done"_] = done_;
    state["trunc"_] = done_ && !ended_;
    auto* obs = static_cast<std::uint8_t*>(state["obs"_].Data());
    for (int i = 0; i < max_num_players_; ++i) {
      FrameStack<std::uint8_t>& stack = players_[i].stack;
      state["discount"_][i] = ended_ ? 0.0F : 1.0F;
      state["reward"_][i] = players_[i].reward;
      if (games_->host().IsFinished()) {
        stack.Copy(obs);
      } else {
        stack.PushTo(obs, is_first, [this, i](std::uint8_t* frame) {
          frames_.Make(Screen(i), frame);
        });
      }
      obs += spec_.config["stack_num"_] * frames_.size();
      WriteInfos(i, &state);
    }
  }

  void WriteInfos(int i, State* state) {
    const auto value = [this, i](int variable) {
      return players_[i].variables.ValueOf(variable);
    };
    (*state)["info:AMMO2"_][i] = value(kAmmo0 + 2);
    (*state)["info:AMMO3"_][i] = value(kAmmo0 + 3);
    (*state)["info:AMMO4"_][i] = value(kAmmo0 + 4);
    (*state)["info:AMMO5"_][i] = value(kAmmo0 + 5);
    (*state)["info:AMMO6"_][i] = value(kAmmo0 + 6);
    (*state)["info:AMMO7"_][i] = value(kAmmo0 + 7);
    (*state)["info:ARMOR"_][i] = value(kArmor);
    (*state)["info:DAMAGECOUNT"_][i] = value(kDamageCount);
    (*state)["info:DEATHCOUNT"_][i] = value(kDeathCount);
    (*state)["info:FRAGCOUNT"_][i] = value(kFragCount);
    (*state)["info:HEALTH"_][i] = value(kHealth);
    (*state)["info:HITCOUNT"_][i] = value(kHitCount);
    (*state)["info:KILLCOUNT"_][i] = value(kKillCount);
    (*state)["info:SELECTED_WEAPON"_][i] = value(kSelectedWeapon);
    (*state)["info:SELECTED_WEAPON_AMMO"_][i] = value(kSelectedWeaponAmmo);
    (*state)["info:USER2"_][i] = value(kUser1 + 1);
  }

  const Scenario scenario_;
  const int frame_skip_;
  const int limit_;
  const bool uses_official_reward_;
  FrameMaker frames_;
  std::vector<Player> players_;
  std::unique_ptr<ActionSet> actions_;
  std::vector<double> buttons_;  // buffer of Press() for the current player
  const std::shared_ptr<std::atomic<bool>> cancelled_{
      std::make_shared<std::atomic<bool>>(false)};
  std::unique_ptr<GameGroup> games_;
  bool seed_is_complete_{false};
  bool must_reseed_{false};
  int episode_{0};
  int elapsed_{0};
  bool done_{true};
  bool ended_{false};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_VIZDOOM_ENV_H_
