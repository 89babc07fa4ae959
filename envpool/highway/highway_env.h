// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// HighwayEnv: the envs of highway-env with one agent that chooses actions;
// HighwayContinuousEnv: those with one that steers. The config key `scenario`
// selects the roads, traffic and rewards.
//
// Threads: as Env. Errors: std::invalid_argument for an unknown name in the
// config.

#ifndef ENVPOOL_HIGHWAY_HIGHWAY_ENV_H_
#define ENVPOOL_HIGHWAY_HIGHWAY_ENV_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/highway/grayscale.h"
#include "envpool/highway/highway_spec.h"
#include "envpool/highway/observation.h"
#include "envpool/highway/options.h"
#include "envpool/highway/road.h"
#include "envpool/highway/scenario.h"
#include "envpool/highway/scene.h"

namespace envpool::highway {

template <typename SpecT>
class DrivingEnv : public Env<SpecT>, public RenderableEnv {
  using Base = Env<SpecT>;
  static constexpr bool kIsContinuous =
      std::is_same_v<SpecT, HighwayContinuousEnvSpec>;

 public:
  using Action = typename Base::Action;
  using State = typename Base::State;

  DrivingEnv(const typename Base::Spec& spec, int env_id)
      : Base(spec, env_id),
        options_(OptionsOf(spec.config)),
        scenario_(MakeScenario(options_)),
        road_(scenario_->MakeNetwork(), options_.target_speeds,
              options_.connects_lanes, scenario_->is_regulated(),
              scenario_->driver_model()),
        agent_(AgentOptionsOf(spec.config)),
        camera_(CameraOptionsOf(spec.config)),
        num_agents_(static_cast<std::size_t>(agent_.count)),
        taken_(num_agents_),
        terms_(num_agents_),
        rng_(EntropyOf(this->seed64())),
        duration_steps_(DurationSteps(options_)) {
    road_.agent.count = agent_.count;
    if (kIsContinuous || !agent_.uses_meta_actions) {
      road_.agent.kind = agent_.slips ? Kind::kSliding : Kind::kSteered;
      road_.agent.speeds = agent_.speeds;
    }
    const std::vector<ObservationOptions> parts = PartsOf(spec.config);
    num_parts_ = parts.size();
    for (std::size_t i = 0; i < num_agents_; ++i) {
      for (const ObservationOptions& part : parts) {
        observers_.emplace_back(part, options_.policy_frequency);
        images_.emplace_back(Grayscale::OptionsOf(part, camera_));
      }
    }
    egos_.reserve(num_agents_);
    scenario_->PlaceObstacles(&road_);
  }

  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    rng_ = Generator(EntropyOf(seed));
  }

  void Reset() override {
    terminated_ = false;
    road_.Clear();
    scenario_->Populate(&road_, &rng_);
    FindEgos();
    for (std::size_t i = 0; i < observers_.size(); ++i) {
      observers_[i].Start(road_, EgoOf(i), &rng_);
      images_[i].Start();
    }
    std::ranges::fill(taken_, Taken{});
    WriteRows(true);
  }

  void Step(const Action& action) override {
    FindEgos();
    scenario_->Prepare(&road_, *egos_.front());
    for (std::size_t i = 0; i < egos_.size(); ++i) {
      taken_[i] = Act(action, static_cast<int>(i));
    }
    if (agent_.is_cooperative) {
      ShareNorm();
    }
    if (scenario_->observes_first()) {
      State state = this->Allocate(agent_.count);
      WriteObservations(&state);
      Run();
      WriteOutcome(false, &state);
    } else {
      Run();
      WriteRows(false);
    }
    scenario_->Renew(&road_, &rng_);
  }

  bool IsDone() override { return terminated_; }
  bool TerminatedAtLimit() override { return terminated_; }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : camera_.screen_width,
            height > 0 ? height : camera_.screen_height};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    FindEgos();
    Picture picture(width, height, rgb);
    DrawScene(road_, egos_.empty() ? Vec{} : egos_.front()->position, camera_,
              &picture);
  }

  void Save(StateWriter* writer) override {
    rng_.Save(writer);
    writer->Write(terminated_);
    for (const Observer& observer : observers_) {
      writer->Write(observer.side_lanes());
    }
    for (const Grayscale& image : images_) {
      image.Save(writer);
    }
    road_.Save(writer);
  }
  void Load(StateReader* reader) override {
    rng_.Load(reader);
    reader->Read(&terminated_);
    for (Observer& observer : observers_) {
      int side_lanes = 0;
      reader->Read(&side_lanes, 1, road_.network.num_lanes());
      observer.set_side_lanes(side_lanes);
    }
    for (Grayscale& image : images_) {
      image.Load(reader);
    }
    road_.Load(reader);
  }

 protected:
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return std::min(Base::CurrentMaxEpisodeSteps(), duration_steps_);
  }

 private:
  /// The number of steps after which the official env's clock, a sum of
  /// rounded numbers, shows `duration`; without a duration, there is no limit.
  static int DurationSteps(const Options& options) {
    constexpr int kNoLimit = std::numeric_limits<int>::max();
    int steps = 0;
    for (double time = 0; time < options.duration && steps < kNoLimit;
         ++steps) {
      time += 1.0 / options.policy_frequency;
    }
    return steps == 0 ? kNoLimit : steps;
  }

  /// Finds the agents' vehicles, which move in memory between steps.
  void FindEgos() {
    egos_.clear();
    for (Body& body : road_.vehicles) {
      if (body.is_agent) {
        egos_.push_back(&body);
      }
    }
  }

  [[nodiscard]] bool IsTerminated() const {
    if (egos_.size() == 1) {
      return scenario_->IsTerminated(road_, *egos_.front());
    }
    if (agent_.is_cooperative) {
      return scenario_->IsOver(road_, egos_);
    }
    return std::ranges::all_of(egos_, [this](const Body* ego) {
      return scenario_->IsAtEnd(road_, *ego);
    });
  }

  /// Gives each agent the norm of the numbers of all, which the official env
  /// rewards.
  void ShareNorm() {
    if (taken_.size() == 1) {
      return;
    }
    double sum = 0;
    for (const Taken& taken : taken_) {
      sum += taken.norm * taken.norm;
    }
    const double norm = std::sqrt(sum);
    for (Taken& taken : taken_) {
      taken.norm = norm;
    }
  }

  /// The vehicle of the observer with a number.
  [[nodiscard]] const Body& EgoOf(std::size_t observer) const {
    return *egos_[observer / num_parts_];
  }

  /// Lets an agent act, and returns what it did.
  Taken Act(const Action& action, int agent) {
    Body* ego = egos_[static_cast<std::size_t>(agent)];
    const auto& given = action["action"_];
    if constexpr (kIsContinuous) {
      const int size = agent_.steering.size();
      ActionNumbers numbers{};
      std::copy_n(static_cast<const float*>(given.Data()) + agent * size, size,
                  numbers.begin());
      Steer(agent_.steering, numbers, ego);
      return {-1, std::sqrt(numbers[0] * numbers[0] + numbers[1] * numbers[1])};
    } else {
      const int number = static_cast<const int*>(given.Data())[agent];
      if (agent_.uses_meta_actions) {
        road_.Drive(ego, ManoeuvreOf(number));
      } else {
        Steer(agent_.steering, NumbersOf(agent_.steering, number), ego);
      }
      return {number, static_cast<double>(number)};
    }
  }

  /// What the number of an action means.
  [[nodiscard]] Manoeuvre ManoeuvreOf(int number) const {
    if (agent_.steering.accelerates && !agent_.steering.steers) {
      constexpr std::array kSpeeds{Manoeuvre::kSlower, Manoeuvre::kIdle,
                                   Manoeuvre::kFaster};
      return kSpeeds.at(static_cast<std::size_t>(number));
    }
    return static_cast<Manoeuvre>(number);
  }

  /// All vehicles decide and move, for a step.
  void Run() {
    const int frames =
        options_.simulation_frequency / options_.policy_frequency;
    road_.Run(frames, 1.0 / options_.simulation_frequency);
    terminated_ = IsTerminated();
  }

  /// A part of the observations, of all agents.
  template <typename Number>
  struct Part {
    Number* data;
    std::size_t size;  // of each

    [[nodiscard]] Number* Of(std::size_t agent) const {
      return data + agent * size;
    }
  };
  template <typename Number, typename Cell>
  [[nodiscard]] Part<Number> PartOf(Cell&& cell) const {
    return {static_cast<Number*>(cell.Data()), cell.size / num_agents_};
  }

  void WriteRows(bool is_reset) {
    State state = this->Allocate(agent_.count);
    WriteOutcome(is_reset, &state);
    WriteObservations(&state);
  }

  void WriteObservations(State* to) {
    State& state = *to;
    const auto doubles = [](auto&& cell) {
      return static_cast<double*>(cell.Data());
    };
    const std::array arrays{
        PartOf<float>(state["obs"_]), PartOf<float>(state["obs:1"_]),
        PartOf<float>(state["obs:2"_]), PartOf<float>(state["obs:3"_])};
    const std::array images{PartOf<std::uint8_t>(state["obs_image"_]),
                            PartOf<std::uint8_t>(state["obs_image:1"_]),
                            PartOf<std::uint8_t>(state["obs_image:2"_]),
                            PartOf<std::uint8_t>(state["obs_image:3"_])};
    static_assert(arrays.size() == kMostParts && images.size() == kMostParts);
    const std::size_t goal_size = state["obs:observation"_].size / num_agents_;
    for (std::size_t i = 0; i < observers_.size(); ++i) {
      const std::size_t agent = i / num_parts_;
      const std::size_t part = i % num_parts_;
      std::uint8_t* image = images[part].Of(agent);
      observers_[i].Write(
          road_, *egos_[agent], &rng_,
          {arrays[part].Of(agent), image,
           doubles(state["obs:observation"_]) + agent * goal_size,
           doubles(state["obs:achieved_goal"_]) + agent * goal_size,
           doubles(state["obs:desired_goal"_]) + agent * goal_size,
           doubles(state["obs:state"_]), doubles(state["obs:derivative"_]),
           doubles(state["obs:reference_state"_])});
      images_[i].Observe(road_, egos_[agent]->position);
      images_[i].Write(image);
    }
  }

  void WriteOutcome(bool is_reset, State* to) {
    State& state = *to;
    WriteRewards(is_reset, &state);
    const Body& first = *egos_.front();
    state["info:speed"_] = first.speed;
    state["info:crashed"_] = first.crashed;
    const std::size_t successes = state["info:is_success"_].size;
    for (std::size_t i = 0; i < successes; ++i) {
      static_cast<bool*>(state["info:is_success"_].Data())[i] =
          scenario_->IsSuccess(road_, *egos_[i]);
    }
  }

  void WriteRewards(bool is_reset, State* state) {
    auto* rewards = static_cast<float*>((*state)["reward"_].Data());
    const bool writes_each = (*state)["info:agents_rewards"_].size > 0;
    for (std::size_t i = 0; i < egos_.size(); ++i) {
      terms_[i] = scenario_->Judge(road_, *egos_[i], taken_[i]);
      const double reward = scenario_->Reward(terms_[i]);
      rewards[i] = is_reset ? 0 : static_cast<float>(reward);
      if (writes_each) {
        (*state)["info:agents_rewards"_][static_cast<int>(i)] = reward;
        (*state)["info:agents_terminated"_][static_cast<int>(i)] =
            scenario_->IsAtEnd(road_, *egos_[i]);
      }
    }
    const Scenario::Shared shared = scenario_->Share(terms_);
    if (agent_.is_cooperative && !is_reset) {
      std::fill_n(rewards, egos_.size(), static_cast<float>(shared.reward));
    }
    WriteTerms(shared.terms, state);
  }

  static void WriteTerms(const Terms& terms, State* to) {
    State& state = *to;
    const auto set = [&terms](auto&& cell, Term term) {
      if (cell.size > 0) {
        cell = terms[term];
      }
    };
    set(state["info:rewards.collision_reward"_], kCollision);
    set(state["info:rewards.right_lane_reward"_], kRightLane);
    set(state["info:rewards.left_lane_reward"_], kLeftLane);
    set(state["info:rewards.high_speed_reward"_], kHighSpeed);
    set(state["info:rewards.lane_change_reward"_], kLaneChange);
    set(state["info:rewards.merging_speed_reward"_], kMergingSpeed);
    set(state["info:rewards.goal_reward"_], kGoal);
    set(state["info:rewards.arrived_reward"_], kArrived);
    set(state["info:rewards.on_road_reward"_], kOnRoad);
    set(state["info:rewards.lane_centering_reward"_], kLaneCentering);
    set(state["info:rewards.action_reward"_], kAction);
  }

  const Options options_;
  std::unique_ptr<Scenario> scenario_;
  Road road_;
  const AgentOptions agent_;
  const CameraOptions camera_;
  const std::size_t num_agents_;
  std::size_t num_parts_{1};         // of an observation
  std::vector<Observer> observers_;  // of each agent each part
  std::vector<Grayscale> images_;    // likewise
  std::vector<Body*> egos_;          // the agents' vehicles
  std::vector<Taken> taken_;         // the last actions of agents
  std::vector<Terms> terms_;         // of their rewards
  Generator rng_;
  const int duration_steps_;
  bool terminated_{true};
};

using HighwayEnv = DrivingEnv<HighwayEnvSpec>;
using HighwayContinuousEnv = DrivingEnv<HighwayContinuousEnvSpec>;

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_HIGHWAY_ENV_H_
