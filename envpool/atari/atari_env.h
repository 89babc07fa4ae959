// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// AtariEnv: the games of the Arcade Learning Environment (Bellemare et al.,
// 2013) with DeepMind's preprocessing (Mnih et al., 2015), by one of two sets
// of rules:
//
//   envpool    EnvPool's: fire on reset, soft resets after a lost life, a limit
//              of agent steps. The default.
//   gymnasium  those of Gymnasium's AtariPreprocessing and
//              FrameStackObservation over ale-py's environment.
//
// Either gives the same bytes as what it is named after, for the same seed.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_ATARI_ATARI_ENV_H_
#define ENVPOOL_ATARI_ATARI_ENV_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/atari/emulator.h"
#include "envpool/atari/frame_stack.h"
#include "envpool/atari/games.h"
#include "envpool/atari/preprocessor.h"
#include "envpool/core/env.h"
#include "envpool/core/rng.h"

namespace envpool::atari {

class AtariEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "stack_num"_.Bind(4), "frame_skip"_.Bind(4), "noop_max"_.Bind(30),
        "zero_discount_on_life_loss"_.Bind(false), "episodic_life"_.Bind(false),
        "reward_clip"_.Bind(false), "use_fire_reset"_.Bind(true),
        "img_height"_.Bind(84), "img_width"_.Bind(84),
        "task"_.Bind(std::string("pong")), "mode"_.Bind(-1),
        "difficulty"_.Bind(-1), "full_action_space"_.Bind(false),
        "repeat_action_probability"_.Bind(0.0f),
        "use_inter_area_resize"_.Bind(true), "gray_scale"_.Bind(true),
        "obs_type"_.Bind(std::string("image")), "full_height"_.Bind(false),
        "preprocessing"_.Bind(std::string("envpool")), "ram"_.Bind(true),
        "rom_dir"_.Bind(std::string()));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int channels = conf["stack_num"_] * (conf["gray_scale"_] ? 1 : 3);
    const std::vector<int> shape =
        conf["obs_type"_] == std::string("ram")
            ? std::vector<int>{Emulator::kRamBytes}
            : std::vector<int>{channels, conf["img_height"_],
                               conf["img_width"_]};
    // No bytes, and so no entry of the result, without `ram`.
    const int ram_bytes = conf["ram"_] ? Emulator::kRamBytes : 0;
    return MakeDict(
        "obs"_.Bind(Spec<std::uint8_t>(shape, {0, 255})),
        "info:lives"_.Bind(Spec<int>({-1})),
        "info:reward"_.Bind(Spec<float>({-1})),
        "info:terminated"_.Bind(Spec<int>({-1}, {0, 1})),
        "info:ram"_.Bind(Spec<std::uint8_t>({ram_bytes}, {0, 255})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const auto count = static_cast<int>(ActionsOf(conf).size());
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, count - 1})));
  }

  /// The ALE action of each of the env's.
  template <typename Config>
  static const std::vector<int>& ActionsOf(const Config& conf) {
    const Game& game = GameOf(conf["task"_]);
    CheckChoice("mode", conf["mode"_], game.modes);
    CheckChoice("difficulty", conf["difficulty"_], game.difficulties);
    return conf["full_action_space"_] ? game.legal_actions
                                      : game.minimal_actions;
  }

 private:
  static void CheckChoice(const std::string& key, int value,
                          const std::vector<int>& choices) {
    if (value == -1 ||
        std::find(choices.begin(), choices.end(), value) != choices.end()) {
      return;
    }
    std::string text = key + ": expected -1";
    for (const int choice : choices) {
      text += ", " + std::to_string(choice);
    }
    throw std::invalid_argument(text + ", got " + std::to_string(value));
  }
};

using AtariEnvSpec = EnvSpec<AtariEnvFns>;

class AtariEnv : public Env<AtariEnvSpec>, public RenderableEnv {
 public:
  AtariEnv(const Spec& spec, int env_id)
      : Env<AtariEnvSpec>(spec, env_id),
        gymnasium_rules_(spec.config["preprocessing"_] ==
                         std::string("gymnasium")),
        wants_pictures_(spec.config["obs_type"_] == std::string("image")),
        with_ram_(spec.config["ram"_]),
        episodic_life_(spec.config["episodic_life"_]),
        frame_skip_(spec.config["frame_skip"_]),
        max_steps_(envpool::EpisodeLimit(spec)),
        actions_(AtariEnvFns::ActionsOf(spec.config)),
        fires_(!gymnasium_rules_ && spec.config["use_fire_reset"_] &&
               std::find(actions_.begin(), actions_.end(), Emulator::kFire) !=
                   actions_.end()),
        emulator_(Options(spec.config)),
        rows_(gymnasium_rules_ || spec.config["full_height"_]
                  ? emulator_.height()
                  : std::min(emulator_.height(), kCroppedHeight)),
        preprocessor_(emulator_, rows_,
                      {spec.config["img_height"_], spec.config["img_width"_]},
                      spec.config["gray_scale"_],
                      spec.config["use_inter_area_resize"_]
                          ? Interpolation::kArea
                          : Interpolation::kLinear),
        stack_(spec.config["stack_num"_],
               wants_pictures_ ? preprocessor_.Bytes() : 0) {}

  void Reset() override {
    if (gymnasium_rules_) {
      ResetAsGymnasium();
    } else {
      ResetAsEnvPool();
    }
    is_new_ = false;
    done_ = false;
    ended_ = false;
    truncated_ = false;
    lives_ = emulator_.Lives();
    WriteState(0, 1);
  }

  void Step(const Action& action) override {
    const int ale_action = actions_[static_cast<int>(action["action"_])];
    const int lives_before = lives_;
    const float reward = gymnasium_rules_ ? StepAsGymnasium(ale_action)
                                          : StepAsEnvPool(ale_action);
    ++elapsed_;
    if (!gymnasium_rules_) {
      truncated_ = elapsed_ >= max_steps_;
      const int lives = emulator_.Lives();
      ended_ = emulator_.IsTerminal() ||
               (episodic_life_ && 0 < lives && lives < lives_before);
    }
    done_ = ended_ || truncated_;
    lives_ = emulator_.Lives();
    const bool lost_life =
        spec_.config["zero_discount_on_life_loss"_] && lives_ != lives_before;
    WriteState(reward, ended_ || lost_life ? 0 : 1);
  }

  bool IsDone() override { return done_; }
  bool TerminatedAtLimit() override { return ended_; }

  void Reseed(std::int64_t seed) override {
    Env<AtariEnvSpec>::Reseed(seed);
    is_new_ = true;
    must_reload_ = true;
  }

  [[nodiscard]] bool CanObserve() const override { return true; }
  void Observe(StateBlock* block, int row) override {
    State state = StateAt(*block, row);
    WriteObservation(static_cast<std::uint8_t*>(state["obs"_].Data()));
  }
  void Save(StateWriter* writer) override {
    writer->Write(emulator_.Save());
    writer->Write(stack_);
    for (const std::vector<std::uint8_t>& screen : kept_) {
      writer->Write(screen);
    }
    writer->Write(pooled_);
    writer->Write(generator_);
    for (const int value : {elapsed_, lives_}) {
      writer->Write(value);
    }
    for (const bool flag : {is_new_, must_reload_, done_, ended_, truncated_}) {
      writer->Write(flag);
    }
  }
  void Load(StateReader* reader) override {
    std::string emulator;
    reader->Read(&emulator);
    reader->Read(&stack_);
    const std::size_t pixels = std::size_t{Emulator::kWidth} * rows_;
    for (std::vector<std::uint8_t>& screen : kept_) {
      reader->Read(&screen);
      reader->Require(screen.empty() || screen.size() == pixels);
    }
    for (int& index : pooled_) {
      reader->Read(&index, kNone, kLast);
    }
    reader->Read(&generator_);
    reader->Read(&elapsed_, 0, StateReader::kMaxElapsedStep / 2);
    reader->Read(&lives_);
    for (bool* flag : {&is_new_, &must_reload_, &done_, &ended_, &truncated_}) {
      reader->Read(flag);
    }
    reader->Require(HasPooledScreens());
    LoadEmulator(emulator, reader);
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : Emulator::kWidth, height > 0 ? height : rows_};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    preprocessor_.Render(emulator_.Screen(), {height, width}, rgb);
  }

 protected:
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    // ALE counts the frames itself.
    return gymnasium_rules_ ? std::numeric_limits<int>::max() : max_steps_;
  }

 private:
  // EnvPool sees this much of the screens that are taller.
  static constexpr int kCroppedHeight = 210;
  // Frames of ale-py's limit for a step of ours: 108,000 for 27,000.
  static constexpr int kFramesPerStep = 4;

  EmulatorOptions Options(const Spec::Config& config) {
    const std::string& task = config["task"_];
    EmulatorOptions options{
        .game = task,
        .rom = LoadRom(config["rom_dir"_], task),
        .seed = seed_,
        .repeat_action_probability = config["repeat_action_probability"_],
        .max_frames = 0,
        .mode = config["mode"_],
        .difficulty = config["difficulty"_]};
    if (gymnasium_rules_) {
      options.seed = SeedAsGymnasium();
      options.max_frames = static_cast<int>(
          std::min<std::int64_t>(std::int64_t{kFramesPerStep} * max_steps_,
                                 std::numeric_limits<int>::max()));
    }
    return options;
  }

  /// Whether a step can make a picture of the screens in pooled_.
  [[nodiscard]] bool HasPooledScreens() const {
    if (!gymnasium_rules_ || !wants_pictures_) {
      return true;
    }
    const auto is_missing = [this](int index) {
      return index != kNone && kept_[index].empty();
    };
    return !is_missing(pooled_[0]) && !is_missing(pooled_[1]) &&
           (done_ || pooled_[0] != kNone);
  }
  void LoadEmulator(const std::string& state, const StateReader* reader) {
    bool sound = true;
    try {
      emulator_.Load(state);
    } catch (const std::runtime_error&) {
      sound = false;  // of another game or version, or changed
    }
    reader->Require(sound);
  }

  // --- EnvPool's rules ---

  void ResetAsEnvPool() {
    const int noop_max = spec_.config["noop_max"_];
    int noops = 0;
    if (noop_max > 0) {
      noops = std::uniform_int_distribution<>(0, noop_max - 1)(gen_) + 1;
      noops -= fires_ ? 1 : 0;
    }
    if (must_reload_) {
      emulator_.Reload(seed_);
      must_reload_ = false;
    }
    // Else the game goes on after a lost life.
    bool is_new_game = is_new_ || force_reset_ || !episodic_life_ ||
                       emulator_.IsTerminal() || elapsed_ >= max_steps_;
    if (is_new_game) {
      emulator_.ResetGame();
      elapsed_ = 0;
    }
    for (int i = 0; i < noops; ++i) {
      emulator_.Act(Emulator::kNoop,
                    wants_pictures_ && !fires_ && i == noops - 1);
      if (emulator_.IsTerminal()) {
        emulator_.ResetGame();
        is_new_game = true;
      }
    }
    if (fires_) {
      emulator_.Act(Emulator::kFire, wants_pictures_);
    }
    PushScreens(kNone);
    if (is_new_game) {
      stack_.Fill();
    }
  }

  float StepAsEnvPool(int ale_action) {
    float reward = 0;
    int left = frame_skip_;
    bool over = false;
    while (left > 0 && !over) {
      const bool seen = wants_pictures_ && left <= 2;
      reward += static_cast<float>(emulator_.Act(ale_action, seen));
      over = emulator_.IsTerminal();
      --left;
      if (left == 1 && seen && !over) {
        Keep(0);
      }
    }
    if (left <= 1) {
      PushScreens(left == 0 && frame_skip_ > 1 ? 0 : kNone);
    } else {
      stack_.PushAgain();  // none of the last two frames was reached
    }
    return reward;
  }

  // --- Gymnasium's rules ---

  /// Seeds the generator; returns the seed for ALE.
  int SeedAsGymnasium() {
    std::array<std::uint32_t, 2> seeds;
    SeedSequence(EntropyOf(this->seed64())).GenerateState(seeds);
    generator_ = Generator(seeds[0]);
    return static_cast<int>(seeds[1]);
  }

  void ResetAsGymnasium() {
    const bool seeded = is_new_;
    if (must_reload_) {
      emulator_.Reload(SeedAsGymnasium());
      must_reload_ = false;
    }
    emulator_.ResetGame();
    elapsed_ = 0;
    const int noop_max = spec_.config["noop_max"_];
    const auto noops = noop_max > 0 ? generator_.Integers(1, noop_max + 1) : 0;
    for (int i = 0; i < noops; ++i) {
      emulator_.Act(Emulator::kNoop, wants_pictures_ && i == noops - 1);
      if (emulator_.IsTerminal() || emulator_.IsTruncated()) {
        if (seeded) {  // the official reset gets its arguments once more
          emulator_.Reload(SeedAsGymnasium());
        }
        emulator_.ResetGame();
      }
    }
    Keep(kLast);
    pooled_ = {kLast, kNone};
    PushKept(kNone);
    stack_.Fill();
  }

  float StepAsGymnasium(int ale_action) {
    double reward = 0;
    int lives = lives_;
    // The second last frame goes to where the pooled picture does not need it.
    const int second_last = pooled_[1] == 0 ? 1 : 0;
    bool kept = false;
    for (int left = frame_skip_; left > 0; --left) {
      reward += emulator_.Act(ale_action, wants_pictures_ && left <= 2);
      ended_ = emulator_.IsTerminal();
      truncated_ = emulator_.IsTruncated();
      if (episodic_life_) {
        ended_ = ended_ || emulator_.Lives() < lives;
        lives = emulator_.Lives();
      }
      if (ended_ || truncated_) {
        // The official wrapper then looks at what it has, not at this frame.
        PushKept(kept ? second_last : kNone);
        return static_cast<float>(reward);
      }
      if (left == 2) {
        Keep(second_last);
        kept = true;
      }
    }
    Keep(kLast);
    pooled_ = {kLast, kept ? second_last : kNone};
    PushKept(kNone);
    return static_cast<float>(reward);
  }

  /// Pushes the picture of the screens in pooled_ and of a further one.
  void PushKept(int further) {
    if (!wants_pictures_) {
      return;
    }
    std::array<const std::uint8_t*, 3> screens;
    int count = 0;
    for (const int index : {pooled_[0], pooled_[1], further}) {
      if (index != kNone) {
        screens[count++] = kept_[index].data();
      }
    }
    preprocessor_.Run({screens.data(), static_cast<std::size_t>(count)},
                      stack_.Push());
  }

  // --- Both ---

  /// Copies the screen to kept_[index].
  void Keep(int index) {
    if (wants_pictures_) {
      const std::uint8_t* screen = emulator_.Screen();
      kept_[index].assign(screen, screen + rows_ * Emulator::kWidth);
    }
  }

  /// Pushes the picture of the current screen and, maybe, of a kept one.
  void PushScreens(int kept) {
    if (!wants_pictures_) {
      return;
    }
    const std::array<const std::uint8_t*, 2> screens{
        emulator_.Screen(), kept == kNone ? nullptr : kept_[kept].data()};
    preprocessor_.Run({screens.data(), kept == kNone ? 1U : 2U}, stack_.Push());
  }

  void WriteState(float reward, float discount) {
    State state = Allocate();
    state["elapsed_step"_] = elapsed_;
    state["done"_] = done_;
    state["trunc"_] = truncated_;
    state["discount"_] = discount;
    state["info:reward"_] = reward;
    if (spec_.config["reward_clip"_]) {
      reward = static_cast<float>((reward > 0) - (reward < 0));
    }
    state["reward"_] = reward;
    state["info:lives"_] = lives_;
    state["info:terminated"_] = emulator_.IsTerminal() ? 1 : 0;
    if (with_ram_) {
      state["info:ram"_].Assign(emulator_.Ram(), Emulator::kRamBytes);
    }
    WriteObservation(static_cast<std::uint8_t*>(state["obs"_].Data()));
  }

  void WriteObservation(std::uint8_t* obs) const {
    if (wants_pictures_) {
      stack_.Copy(obs);
    } else {
      std::copy_n(emulator_.Ram(), Emulator::kRamBytes, obs);
    }
  }

  // Where kept_ has the last frame's screen; 0 and 1 are for second last ones.
  static constexpr int kLast = 2;
  static constexpr int kNone = -1;

  const bool gymnasium_rules_;
  const bool wants_pictures_;
  const bool with_ram_;
  const bool episodic_life_;
  const int frame_skip_;
  const int max_steps_;
  const std::vector<int>& actions_;
  const bool fires_;

  Generator generator_;  // by Gymnasium's rules only
  Emulator emulator_;
  const int rows_;
  const Preprocessor preprocessor_;
  FrameStack stack_;
  std::array<std::vector<std::uint8_t>, 3> kept_;  // screens
  std::array<int, 2> pooled_{kNone,
                             kNone};  // which of them the newest picture is of

  int elapsed_{0};  // steps; goes on when only a life was lost
  int lives_{0};
  bool is_new_{true};  // no reset since the seed was set
  bool must_reload_{false};
  bool done_{true};
  bool ended_{false};  // by the game or, with episodic_life, by a lost life
  bool truncated_{false};
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_ATARI_ENV_H_
