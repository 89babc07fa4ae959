// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SpringsEnv: an env with physical parameters of all kinds: a number, an
// integer, a vector, and a matrix with named rows. It refuses bodies with a
// total mass above 100, and derives that total.

#ifndef ENVPOOL_TESTING_RARE_FEATURES_SPRINGS_H_
#define ENVPOOL_TESTING_RARE_FEATURES_SPRINGS_H_

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace envpool::rare_features {

class SpringsEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<double>({3})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("push"_.Bind(Spec<int>({-1}, {0, 2})));
  }
};

using SpringsEnvSpec = EnvSpec<SpringsEnvFns>;

class SpringsEnv : public Env<SpringsEnvSpec> {
 public:
  using Env<SpringsEnvSpec>::Env;

  bool IsDone() override { return false; }
  void Reset() override {
    for (double& place : places_) {
      place = std::uniform_int_distribution<int>(-8, 8)(gen_);
    }
    Write(0);
  }
  void Step(const Action& action) override {
    const int push = action["push"_];
    for (int i = 0; i < 3; ++i) {
      places_[i] += (push - 1) * gears_[0] / mass_[i] -
                    stiffness_[0] * places_[i] * friction_[2 * i];
    }
    Write(total_);
  }
  void Save(StateWriter* writer) override { writer->Write(places_); }
  void Load(StateReader* reader) override { reader->Read(&places_); }

  std::vector<Param> Params() const override {
    const std::vector<std::string> bodies = {"head", "torso", "foot"};
    return {
        {"stiffness", "of all springs, in N/m", {}, 0.0, 1.0},
        {"gears", "push per action, in N", {}, 0.0, 9.0, true},
        {"mass", "of the bodies, in kg", {3}, 1.0, 99.0, false, bodies},
        {"friction", "coefficients", {3, 2}, 0.0, 0.5, false, bodies},
    };
  }
  void GetParam(int param, double* values) const override {
    const std::vector<double>& from = *Values(param);
    std::copy(from.begin(), from.end(), values);
  }
  void SetParam(int param, const double* values) override {
    std::vector<double>& to = *const_cast<std::vector<double>*>(Values(param));
    std::copy(values, values + to.size(), to.begin());
  }
  void ParamsChanged() override {
    total_ = std::accumulate(mass_.begin(), mass_.end(), 0.0);
    if (total_ > 100) {
      throw std::invalid_argument("mass: expected a sum of at most 100");
    }
  }

 private:
  const std::vector<double>* Values(int param) const {
    const std::vector<double>* const all[] = {&stiffness_, &gears_, &mass_,
                                              &friction_};
    return all[param];
  }
  void Write(double reward) {
    State state = Allocate();
    for (int i = 0; i < 3; ++i) {
      state["obs"_][i] = places_[i];
    }
    state["reward"_] = static_cast<float>(reward);
  }

  std::vector<double> stiffness_{0.25};
  std::vector<double> gears_{2};
  std::vector<double> mass_{1, 2, 4};
  std::vector<double> friction_{0.5, 0.1, 0.5, 0.1, 0.25, 0.1};
  double total_{7};
  std::array<double, 3> places_{};
};

using SpringsEnvPool = AsyncEnvPool<SpringsEnv>;

}  // namespace envpool::rare_features

#endif  // ENVPOOL_TESTING_RARE_FEATURES_SPRINGS_H_
