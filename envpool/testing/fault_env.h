// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FaultEnv: an env that misbehaves as its config says, for tests of the engine.
// Otherwise its rows are exactly predictable; see ModelEnv below.
//
// The fault occurs at the nth call (from 1) of the function `place` of an env;
// with `every`, also at all later calls. `fault_env` is the id of the affected
// env, or -1 for all envs. `fault` is the kind of fault:
//
//   std, nonstd, bad_alloc, error, check   throws (check: a failing CHECK)
//   no_allocate, two_allocates             Reset or Step does
//   many_players, negative_players         Allocate is called with these
//   short_write                            nothing is written after Allocate
//   wrong_id                               a false info:env_id is written
//   gate                                   waits at GateAt(gate)
//   slow                                   takes `micros` microseconds
//
// `place` is one of ctor, reset, step, is_done, limit (CurrentMaxEpisodeSteps,
// within Allocate), written (after Allocate), render_size, render, save, load,
// reseed, spec (gate only).

#ifndef ENVPOOL_TESTING_FAULT_ENV_H_
#define ENVPOOL_TESTING_FAULT_ENV_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"
#include "envpool/testing/gate.h"

namespace envpool::testing {

/// Counts over all FaultEnvs of the process.
struct FaultEnvStats {
  static inline std::atomic<int> alive{0};
  static inline std::atomic<std::int64_t> calls{0};  // calls of Reset and Step
  /// Counts cases of two threads in one env at once.
  static inline std::atomic<int> collisions{0};
};

/// The behaviour without faults: obs is {env id, episode, step, draw}, and the
/// reward is the action plus the step number.
class ModelEnv {
 public:
  ModelEnv(int env_id, int seed, int horizon)
      : env_id_(env_id), horizon_(horizon), gen_(seed) {}

  void Reset() {
    t_ = 0;
    ++episode_;
    draw_ = gen_();
    reward_ = 0;
  }
  void Step(float action) {
    ++t_;
    draw_ = gen_() ^ static_cast<std::uint32_t>(static_cast<int>(action));
    reward_ = action + static_cast<float>(t_);
  }
  /// Handles an action as the engine does: resets if the episode is over.
  void Act(float action) {
    if (IsDone()) {
      Reset();
    } else {
      Step(action);
    }
  }
  void Reseed(std::int64_t seed) { gen_.seed(seed); }
  bool IsDone() const { return episode_ == 0 || t_ >= horizon_; }
  double Obs(int i) const {
    const double all[] = {static_cast<double>(env_id_),
                          static_cast<double>(episode_),
                          static_cast<double>(t_), static_cast<double>(draw_)};
    return all[i];
  }
  float reward() const { return reward_; }
  int t() const { return t_; }
  std::mt19937& gen() { return gen_; }

  template <typename Archive>
  void Fields(Archive&& archive) {
    archive(&t_, &episode_, &draw_, &reward_);
  }

 private:
  int env_id_;
  int horizon_;
  std::mt19937 gen_;
  int t_{0};
  int episode_{0};
  std::uint32_t draw_{0};
  float reward_{0};
};

class FaultEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("horizon"_.Bind(10), "fault"_.Bind(std::string()),
                    "place"_.Bind(std::string("step")), "nth"_.Bind(1),
                    "every"_.Bind(false), "fault_env"_.Bind(-1),
                    "gate"_.Bind(0), "micros"_.Bind(0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const std::string& place = conf["place"_];
    if (place == "spec" && conf["fault"_] == "gate") {
      GateAt(conf["gate"_]).Pass();
    }
    return MakeDict("obs"_.Bind(Spec<double>({4})),
                    "info:calls"_.Bind(Spec<int>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1})));
  }
};

using FaultEnvSpec = EnvSpec<FaultEnvFns>;

class FaultEnv : public Env<FaultEnvSpec>,
                 public RenderableEnv,
                 public TextRenderableEnv {
 public:
  FaultEnv(const Spec& spec, int env_id)
      : Env<FaultEnvSpec>(spec, env_id),
        model_(env_id, seed_, spec.config["horizon"_]),
        fault_(spec.config["fault"_]),
        place_(spec.config["place"_]),
        nth_(spec.config["nth"_]),
        every_(spec.config["every"_]),
        concerned_(spec.config["fault_env"_] == -1 ||
                   spec.config["fault_env"_] == env_id),
        count_(*this) {
    MaybeFault("ctor");
  }
  void Reset() override {
    const Inside inside(this);
    model_.Reset();
    Write(MaybeFault("reset"));
  }
  void Step(const Action& action) override {
    const Inside inside(this);
    model_.Step(static_cast<float>(action["action"_][0]));
    Write(MaybeFault("step"));
  }
  bool IsDone() override {
    MaybeFault("is_done");
    return model_.IsDone();
  }
  std::pair<int, int> RenderSize(int width, int height) const override {
    const_cast<FaultEnv*>(this)->MaybeFault("render_size");
    return {width > 0 ? width : 8, height > 0 ? height : 6};
  }
  void Render(int width, int height, int camera_id,
              unsigned char* rgb) override {
    MaybeFault("render");
    std::fill_n(rgb, std::size_t{3} * width * height,
                static_cast<unsigned char>(env_id_ + camera_id));
  }
  std::string RenderText() override {
    MaybeFault("render_text");
    return "env " + std::to_string(env_id_);
  }
  void Save(StateWriter* writer) override {
    MaybeFault("save");
    writer->WriteText(model_.gen());
    model_.Fields([writer](auto*... field) { (writer->Write(*field), ...); });
  }
  void Load(StateReader* reader) override {
    reader->ReadText(&model_.gen());
    model_.Fields([reader](auto*... field) { (reader->Read(field), ...); });
    MaybeFault("load");
  }
  void Reseed(std::int64_t seed) override {
    MaybeFault("reseed");
    Env<FaultEnvSpec>::Reseed(seed);
    model_.Reseed(seed);
  }

 protected:
  int CurrentMaxEpisodeSteps() const override {
    const_cast<FaultEnv*>(this)->MaybeFault("limit");
    return spec_.config["max_episode_steps"_];
  }

 private:
  struct Count {  // counts objects with constructed members
    explicit Count(const FaultEnv& /*env*/) { ++FaultEnvStats::alive; }
    ~Count() { --FaultEnvStats::alive; }
  };
  class Inside {
   public:
    explicit Inside(FaultEnv* env) : env_(env) {
      ++FaultEnvStats::calls;
      ++env->calls_;
      FaultEnvStats::collisions += env->inside_.exchange(true) ? 1 : 0;
    }
    ~Inside() { env_->inside_ = false; }

   private:
    FaultEnv* env_;
  };

  /// Whether the fault happens at this call of `place`.
  bool IsDue(const char* place) {
    if (!concerned_ || fault_.empty() || place_ != place) {
      return false;
    }
    ++reached_;
    return reached_ == nth_ || (every_ && reached_ > nth_);
  }
  /// Throws or waits if the fault is due; returns a fault that Write must make.
  std::string MaybeFault(const char* place) {
    if (!IsDue(place)) {
      return "";
    }
    if (fault_ == "std") {
      throw std::runtime_error(std::string("fault at ") + place);
    }
    if (fault_ == "nonstd") {
      throw 42;
    }
    if (fault_ == "bad_alloc") {
      throw std::bad_alloc();
    }
    if (fault_ == "error") {
      throw Error(ErrorKind::kClosed, std::string("fault at ") + place);
    }
    CHECK(fault_ != "check") << "fault at " << place;
    if (fault_ == "gate") {
      GateAt(spec_.config["gate"_]).Pass();
    } else if (fault_ == "slow") {
      const auto end = std::chrono::steady_clock::now() +
                       std::chrono::microseconds(int{spec_.config["micros"_]});
      while (std::chrono::steady_clock::now() < end) {
      }
    }
    return fault_;
  }

  void Write(const std::string& wrong) {
    if (wrong == "no_allocate") {
      return;
    }
    const int players = wrong == "many_players"       ? max_num_players_ + 1
                        : wrong == "negative_players" ? -1
                                                      : 1;
    State state = Allocate(players);
    if (wrong == "two_allocates") {
      Allocate();
    }
    if (wrong == "short_write" || MaybeFault("written") == "short_write") {
      return;
    }
    if (wrong == "wrong_id") {
      state["info:env_id"_] = 1'000'000'000;
    }
    for (int i = 0; i < 4; ++i) {
      state["obs"_][i] = model_.Obs(i);
    }
    state["reward"_] = model_.reward();
    state["info:calls"_] = calls_;
  }

  ModelEnv model_;
  const std::string fault_;
  const std::string place_;
  const int nth_;
  const bool every_;
  const bool concerned_;
  int reached_{0};
  int calls_{0};
  std::atomic<bool> inside_{false};
  Count count_;
};

using FaultEnvPool = AsyncEnvPool<FaultEnv>;

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_FAULT_ENV_H_
