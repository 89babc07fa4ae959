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
        observers_(static_cast<std::size_t>(agent_.count),
                   Observer(ObservationOptionsOf(spec.config),
                            options_.policy_frequency)),
        images_(observers_.size(), Grayscale(GrayscaleOptionsOf(spec.config))),
        taken_(observers_.size()),
        rng_(EntropyOf(this->seed64())),
        duration_steps_(DurationSteps(options_)) {
    road_.agent.count = agent_.count;
    if (kIsContinuous || !agent_.uses_meta_actions) {
      road_.agent.kind = agent_.slips ? Kind::kSliding : Kind::kSteered;
      road_.agent.speeds = agent_.speeds;
    }
    egos_.reserve(observers_.size());
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
    for (std::size_t i = 0; i < egos_.size(); ++i) {
      observers_[i].Start(road_, *egos_[i], &rng_);
      images_[i].Start();
      taken_[i] = {};
    }
    WriteRows(true);
  }

  void Step(const Action& action) override {
    FindEgos();
    scenario_->Prepare(&road_, *egos_.front());
    for (std::size_t i = 0; i < egos_.size(); ++i) {
      taken_[i] = Act(action, static_cast<int>(i));
      observers_[i].Measure(road_, *egos_[i], &rng_);
    }
    const int frames =
        options_.simulation_frequency / options_.policy_frequency;
    road_.Run(frames, 1.0 / options_.simulation_frequency);
    terminated_ = IsTerminated();
    WriteRows(false);
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

  /// Whether an agent has crashed or arrived.
  [[nodiscard]] bool IsAtEnd(const Body& ego) const {
    return ego.crashed || scenario_->HasArrived(road_, ego);
  }
  [[nodiscard]] bool IsTerminated() const {
    if (egos_.size() == 1) {
      return scenario_->IsTerminated(road_, *egos_.front());
    }
    const auto is_at_end = [this](const Body* ego) { return IsAtEnd(*ego); };
    if (!agent_.is_cooperative) {
      return std::ranges::all_of(egos_, is_at_end);
    }
    return std::ranges::any_of(egos_, &Body::crashed) ||
           std::ranges::all_of(egos_, is_at_end) ||
           scenario_->IsLost(road_, *egos_.front());
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
      return {number, static_cast<float>(number)};
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

  void WriteRows(bool is_reset) {
    State state = this->Allocate(agent_.count);
    WriteRewards(is_reset, &state);
    const auto doubles = [](auto&& cell) {
      return static_cast<double*>(cell.Data());
    };
    auto* array = static_cast<float*>(state["obs"_].Data());
    const std::size_t size = state["obs"_].size / egos_.size();
    auto* image = static_cast<std::uint8_t*>(state["obs_image"_].Data());
    const std::size_t image_size = state["obs_image"_].size / egos_.size();
    for (std::size_t i = 0; i < egos_.size(); ++i) {
      observers_[i].Write(
          road_, *egos_[i], &rng_,
          {array + i * size, image + i * image_size,
           doubles(state["obs:observation"_]),
           doubles(state["obs:achieved_goal"_]),
           doubles(state["obs:desired_goal"_]), doubles(state["obs:state"_]),
           doubles(state["obs:derivative"_]),
           doubles(state["obs:reference_state"_])});
      images_[i].Observe(road_, egos_[i]->position);
      images_[i].Write(image + i * image_size);
    }
    const Body& first = *egos_.front();
    state["info:speed"_] = first.speed;
    state["info:crashed"_] = first.crashed;
    if (state["info:is_success"_].size > 0) {
      state["info:is_success"_] = scenario_->IsSuccess(road_, first);
    }
  }

  /// Rewards of agents, and their mean if they share it.
  void WriteRewards(bool is_reset, State* state) {
    const auto count = static_cast<double>(egos_.size());
    auto* rewards = static_cast<float*>((*state)["reward"_].Data());
    const bool writes_each = (*state)["info:agents_rewards"_].size > 0;
    Terms mean{};
    double sum = 0;
    for (std::size_t i = 0; i < egos_.size(); ++i) {
      const Terms terms = scenario_->Judge(road_, *egos_[i], taken_[i]);
      const double reward = scenario_->Reward(terms);
      for (std::size_t term = 0; term < terms.size(); ++term) {
        mean[term] += terms[term] / count;
      }
      sum += reward;
      rewards[i] = is_reset ? 0 : static_cast<float>(reward);
      if (writes_each) {
        (*state)["info:agents_rewards"_][static_cast<int>(i)] = reward;
        (*state)["info:agents_terminated"_][static_cast<int>(i)] =
            IsAtEnd(*egos_[i]);
      }
    }
    if (agent_.is_cooperative && !is_reset) {
      std::fill_n(rewards, egos_.size(), static_cast<float>(sum / count));
    }
    WriteTerms(mean, state);
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
  std::vector<Observer> observers_;  // of each agent
  std::vector<Grayscale> images_;
  std::vector<Body*> egos_;   // the agents' vehicles
  std::vector<Taken> taken_;  // the last actions of agents
  Generator rng_;
  const int duration_steps_;
  bool terminated_{true};
};

using HighwayEnv = DrivingEnv<HighwayEnvSpec>;
using HighwayContinuousEnv = DrivingEnv<HighwayContinuousEnvSpec>;

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_HIGHWAY_ENV_H_
