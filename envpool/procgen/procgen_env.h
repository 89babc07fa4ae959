// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ProcgenEnv: the games of Procgen (Cobbe et al., 2020), as the official
// library plays them.
//
// The call that ends an episode also starts the next level, and the library
// never shows the last scene of the old one. The last row of an episode repeats
// the frame of the previous step; Reset returns the new level's first frame.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_PROCGEN_PROCGEN_ENV_H_
#define ENVPOOL_PROCGEN_PROCGEN_ENV_H_

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/common/resizer.h"
#include "envpool/core/env.h"
#include "envpool/procgen/game.h"
#include "envpool/procgen/games.h"
#include "envpool/procgen/pixels.h"

namespace envpool::procgen {

class ProcgenEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "env_name"_.Bind(std::string("bigfish")), "channel_first"_.Bind(true),
        "num_levels"_.Bind(0), "start_level"_.Bind(0),
        "use_sequential_levels"_.Bind(false), "center_agent"_.Bind(true),
        "use_backgrounds"_.Bind(true), "use_monochrome_assets"_.Bind(false),
        "restrict_themes"_.Bind(false), "use_generated_assets"_.Bind(false),
        "paint_vel_info"_.Bind(false), "use_easy_jump"_.Bind(false),
        "distribution_mode"_.Bind(static_cast<int>(kHard)));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    Resolve(OptionsOf(conf));  // throws for wrong options
    const std::vector<int> shape =
        conf["channel_first"_] ? std::vector<int>{3, Game::kSide, Game::kSide}
                               : std::vector<int>{Game::kSide, Game::kSide, 3};
    return MakeDict("obs"_.Bind(Spec<std::uint8_t>(shape, {0, 255})),
                    "info:prev_level_seed"_.Bind(Spec<int>({-1})),
                    "info:prev_level_complete"_.Bind(Spec<int>({-1}, {0, 1})),
                    "info:level_seed"_.Bind(Spec<int>({-1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict(
        "action"_.Bind(Spec<int>({-1}, {0, Game::kNumActions - 1})));
  }

  template <typename Config>
  static GameOptions OptionsOf(const Config& conf) {
    return {.game = conf["env_name"_],
            .distribution_mode = conf["distribution_mode"_],
            .num_levels = conf["num_levels"_],
            .start_level = conf["start_level"_],
            .use_sequential_levels = conf["use_sequential_levels"_],
            .center_agent = conf["center_agent"_],
            .use_backgrounds = conf["use_backgrounds"_],
            .use_monochrome_assets = conf["use_monochrome_assets"_],
            .restrict_themes = conf["restrict_themes"_],
            .use_generated_assets = conf["use_generated_assets"_],
            .paint_vel_info = conf["paint_vel_info"_],
            .use_easy_jump = conf["use_easy_jump"_]};
  }
};

using ProcgenEnvSpec = EnvSpec<ProcgenEnvFns>;

class ProcgenEnv : public Env<ProcgenEnvSpec>, public RenderableEnv {
 public:
  ProcgenEnv(const Spec& spec, int env_id)
      : Env<ProcgenEnvSpec>(spec, env_id),
        channel_first_(spec.config["channel_first"_]),
        steps_per_level_(StepsPerLevel(ProcgenEnvFns::OptionsOf(spec.config))),
        game_(MakeGame()) {}

  void Reset() override {
    if (is_reseeded_) {
      game_ = MakeGame();
      is_reseeded_ = false;
    } else if (!is_new_) {
      game_->Act(Game::kGiveUp);
    }
    is_new_ = false;
    is_done_ = false;
    level_steps_ = 0;
    WriteRow(0);
  }

  void Step(const Action& action) override {
    game_->KeepFrame();  // this call may end the episode
    game_->Act(action["action"_]);
    const Game::Infos& infos = game_->infos();
    ++level_steps_;
    is_done_ = infos.ended != 0;
    is_new_ = is_done_;
    is_late_ = is_done_ && infos.prev_level_complete == 0 &&
               level_steps_ >= steps_per_level_;
    if (infos.prev_level_complete != 0) {
      level_steps_ = 0;  // sequential levels: the next one has begun
    }
    WriteRow(infos.reward);
  }

  bool IsDone() override { return is_done_; }
  bool TerminatedAtLimit() override { return is_done_ && !is_late_; }

  void Reseed(std::int64_t seed) override {
    Env<ProcgenEnvSpec>::Reseed(seed);
    is_reseeded_ = true;
  }
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::int64_t{std::numeric_limits<std::int32_t>::max()} + env_id_;
  }

  [[nodiscard]] bool WritesAllFields() const override { return true; }
  [[nodiscard]] bool CanObserve() const override { return true; }
  void Observe(StateBlock* block, int row) override {
    State state = StateAt(*block, row);
    WriteFrame(&state);
  }

  void Save(StateWriter* writer) override {
    if (spec_.config["use_generated_assets"_]) {
      throw Error(ErrorKind::kNotSupported,
                  "save_state: expected use_generated_assets=False, got True: "
                  "the official library cannot save games with such pictures");
    }
    const std::string state = game_->Save();
    writer->Write(Checksum(state));
    writer->Write(state);
    for (const bool* flag : Flags()) {
      writer->Write(*flag);
    }
    writer->Write(level_steps_);
    if (is_done_) {
      writer->Write(game_->previous_frame());
    }
  }
  void Load(StateReader* reader) override {
    std::uint64_t checksum;
    std::string state;
    reader->Read(&checksum);
    reader->Read(&state);
    reader->Require(checksum == Checksum(state));
    for (bool* flag : Flags()) {
      reader->Read(flag);
    }
    reader->Read(&level_steps_, 0, StateReader::kMaxElapsedStep / 2);
    if (is_done_) {
      Game::Frame last_frame;
      reader->Read(&last_frame);
      game_->set_previous_frame(last_frame);
    }
    game_->Load(std::move(state));
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : Game::kRenderSide,
            height > 0 ? height : Game::kRenderSide};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    const Size from{Game::kRenderSide, Game::kRenderSide};
    Resizer(from, {height, width}, 3, Interpolation::kArea)
        .Run(game_->Render(), rgb);
  }

 private:
  // Equals env i of the official vector env, which has one seed for all envs.
  // The pool gives env i the seed plus i, so i is subtracted.
  std::unique_ptr<Game> MakeGame() {
    const std::string& folder = spec_.config["base_path"_];
    return std::make_unique<Game>(
        folder + "/procgen", ProcgenEnvFns::OptionsOf(spec_.config),
        static_cast<std::int32_t>(seed64() - env_id_), env_id_);
  }

  std::array<bool*, 4> Flags() {
    return {&is_new_, &is_done_, &is_late_, &is_reseeded_};
  }

  void WriteRow(float reward) {
    const Game::Infos& infos = game_->infos();
    State state = Allocate();
    state["reward"_] = reward;
    if (is_late_ && is_done_) {
      state["trunc"_] = true;
    }
    state["info:prev_level_seed"_] = infos.prev_level_seed;
    state["info:prev_level_complete"_] = infos.prev_level_complete;
    // The seed of the level in the frame.
    state["info:level_seed"_] =
        is_done_ ? infos.prev_level_seed : infos.level_seed;
    WriteFrame(&state);
  }

  void WriteFrame(State* state) {
    const Game::Frame& frame =
        is_done_ ? game_->previous_frame() : game_->frame();
    auto* obs = static_cast<std::uint8_t*>((*state)["obs"_].Data());
    if (channel_first_) {
      SplitChannels(frame.data(), obs, Game::kSide * Game::kSide);
    } else {
      std::memcpy(obs, frame.data(), Game::kFrameBytes);
    }
  }

  const bool channel_first_;
  const int steps_per_level_;
  std::unique_ptr<Game> game_;
  bool is_new_{true};  // the game has started an episode that Reset must return
  bool is_done_{false};
  bool is_late_{false};  // done because a level took too long
  bool is_reseeded_{false};
  int level_steps_{0};
};

}  // namespace envpool::procgen

#endif  // ENVPOOL_PROCGEN_PROCGEN_ENV_H_
