// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OfficialEnv: an env of `vizdoom.gymnasium_wrapper`: a scenario's screen and
// other buffers, its own reward, and its own end.
//
// Every reset draws the game's seed from the env's generator. An engine plays
// its first episode with the seed that it was started with, so a new seed
// before that episode requires a new engine.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_VIZDOOM_OFFICIAL_ENV_H_
#define ENVPOOL_VIZDOOM_OFFICIAL_ENV_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/common/resizer.h"
#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/vizdoom/game.h"
#include "envpool/vizdoom/official_spec.h"
#include "envpool/vizdoom/rewards.h"

namespace envpool::vizdoom {

template <bool kHasDeltas>
class OfficialEnv : public Env<OfficialEnvSpec<kHasDeltas>>,
                    public RenderableEnv {
  using Base = Env<OfficialEnvSpec<kHasDeltas>>;
  using Base::spec_;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  OfficialEnv(const Spec& spec, int env_id)
      : Base(spec, env_id),
        scenario_(OfficialEnvFns<kHasDeltas>::ScenarioOf(spec.config)),
        deltas_(static_cast<int>(scenario_.buttons.size()) -
                BinaryButtons(scenario_)),
        reward_(scenario_.rewards),
        random_(EntropyOf(this->seed64())) {
    if (const int most = spec.config["max_buttons_pressed"_]; most > 0) {
      sets_ = PressedSets(BinaryButtons(scenario_), most);
    }
    StartEngine();
  }

  bool IsDone() override { return done_; }
  bool TerminatedAtLimit() override { return done_; }

  void Reset() override {
    if (must_reseed_) {
      random_ = Generator(EntropyOf(this->seed64()));
      must_reseed_ = false;
      if (game_ != nullptr && !game_->is_open()) {
        game_.reset();
      }
    }
    if (game_ == nullptr) {
      StartEngine();
    }
    Guarded([this] {
      if (!game_->is_open()) {
        game_->Start();
      } else {
        game_->Reseed(NextSeed());
        game_->NewEpisode();
      }
    });
    done_ = is_late_ = false;
    reward_.Begin(*game_);
    Write(0);
  }

  void Step(const Action& action) override {
    Guarded([&] {
      Press(action);
      game_->Advance(spec_.config["frame_skip"_]);
    });
    done_ = game_->IsFinished();
    is_late_ = spec_.config["treat_episode_timeout_as_truncation"_] &&
               game_->IsTimedOut();
    Write(static_cast<float>(reward_.Step(*game_)));
  }

  /// KillEngine ends the engine's process; KillAndWait also waits for its end.
  /// The env must not be used afterwards.
  void KillEngine() {
    if (game_ != nullptr) {
      game_->Kill();
    }
  }
  void KillAndWait() { game_.reset(); }

  /// Makes current and later calls of Reset and Step that wait for an engine
  /// throw soon. Any thread may call it.
  void Cancel() noexcept { *cancelled_ = true; }

  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    must_reseed_ = true;
  }

  // A game depends on its seed alone, so an episode can begin in another
  // engine.
  bool SaveResetInputs(StateWriter* writer) const override {
    const bool needs_engine =
        must_reseed_ || game_ == nullptr || !game_->is_open();
    writer->Write(needs_engine);
    writer->Write(random_);
    return true;
  }
  void LoadResetInputs(StateReader* reader) override {
    bool needs_engine;
    reader->Read(&needs_engine);
    reader->Require(!needs_engine);
    if (game_ == nullptr) {
      StartEngine();
    }
    if (!game_->is_open()) {
      Guarded([this] { game_->Start(); });
    }
    reader->Read(&random_);
    must_reseed_ = false;
  }
  void AdoptEpisode(EnvBase* prepared) override {
    auto* from = static_cast<OfficialEnv*>(prepared);
    game_.swap(from->game_);
    random_ = from->random_;
    done_ = is_late_ = false;
    reward_.Begin(*game_);
  }

  /// A game that times out is terminated and truncated, as in the official env.
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return is_late_ ? 1 : Base::CurrentMaxEpisodeSteps();
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : scenario_.width,
            height > 0 ? height : scenario_.height};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    if (game_ == nullptr || !game_->is_open() || done_) {
      std::fill_n(rgb, std::size_t{3} * width * height, 0);
      return;
    }
    const std::size_t pixels =
        std::size_t{1} * scenario_.width * scenario_.height;
    const auto* screen =
        reinterpret_cast<const std::uint8_t*>(game_->At(Region::kScreen));
    std::vector<std::uint8_t> colors(3 * pixels);
    for (std::size_t i = 0; i < colors.size(); ++i) {
      colors[i] = screen[scenario_.Channels() == 1 ? i / 3 : i];
    }
    Resizer({scenario_.height, scenario_.width}, {height, width}, 3,
            Interpolation::kArea)
        .Run(colors.data(), rgb);
  }

 private:
  std::uint32_t NextSeed() {
    return static_cast<std::uint32_t>(random_.Integers(std::int64_t{1} << 32));
  }

  void StartEngine() {
    game_ =
        std::make_unique<Game>(GameOptions{.engine = spec_.config["vzd_path"_],
                                           .scenario = scenario_,
                                           .seed = NextSeed(),
                                           .recordings = "",
                                           .cancelled = cancelled_});
  }

  /// Discards the engine if `work` throws.
  template <typename F>
  void Guarded(const F& work) {
    try {
      work();
    } catch (...) {
      game_.reset();
      throw;
    }
  }

  void Press(const Action& action) {
    const int count = static_cast<int>(scenario_.buttons.size());
    const int* binary;
    if constexpr (kHasDeltas) {
      binary = static_cast<const int*>(action["binary"_].Data());
      const auto* amounts =
          static_cast<const float*>(action["continuous"_].Data());
      for (int i = 0; i < deltas_; ++i) {
        game_->SetButton(i, amounts[i]);
      }
    } else {
      binary = static_cast<const int*>(action["action"_].Data());
    }
    for (int i = deltas_; i < count; ++i) {
      const bool pressed = sets_.empty()
                               ? binary[i - deltas_] != 0
                               : (sets_[*binary] >> (count - 1 - i) & 1) != 0;
      game_->SetButton(i, pressed ? 1 : 0);
    }
  }

  void Write(float reward) {
    State state = this->Allocate();
    state["reward"_] = reward;
    if (done_) {  // an ended game has no state; the official observation is
                  // zero
      return;
    }
    Copy(Region::kScreen, &state["obs:screen"_]);
    Copy(Region::kDepth, &state["obs:depth"_]);
    Copy(Region::kLabels, &state["obs:labels"_]);
    Copy(Region::kAutomap, &state["obs:automap"_]);
    Copy(Region::kAudio, &state["obs:audio"_]);
    if (scenario_.notifications) {
      auto* text = static_cast<char*>(state["obs:notifications"_].Data());
      std::memcpy(text, game_->game().notifications,
                  strnlen(game_->game().notifications, kNotificationBytes));
    }
    auto* values = static_cast<float*>(state["obs:gamevariables"_].Data());
    for (std::size_t i = 0; i < scenario_.variables.size(); ++i) {
      values[i] = static_cast<float>(game_->Variable(scenario_.variables[i]));
    }
  }

  template <typename T>
  void Copy(Region region, T* array) {
    const std::size_t bytes = array->size * array->element_size;
    if (bytes > 0) {
      std::memcpy(array->Data(), game_->At(region), bytes);
    }
  }

  const Scenario scenario_;
  const int deltas_;  // number of delta buttons, which come first
  OfficialReward reward_;
  Generator random_;
  std::vector<std::uint64_t> sets_;  // pressed buttons of each action
  const std::shared_ptr<std::atomic<bool>> cancelled_{
      std::make_shared<std::atomic<bool>>(false)};
  std::unique_ptr<Game> game_;
  bool must_reseed_{false};
  bool done_{true};
  bool is_late_{false};  // the game has timed out, which counts as truncation
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_OFFICIAL_ENV_H_
