// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Acrobot (Sutton, 1996), with the same floating-point operations as Gymnasium
// 1.2.3: one Runge-Kutta step of 0.2 s in float64.
//
// Observation: cosine and sine of the first joint's angle and of the second's,
// then the two angular velocities; info:state has the two angles. Actions: a
// torque of -1, 0 or 1 at the second joint, plus uniform noise within
// +-`torque_noise_max`. Reward: -1 for each step, 0 for the last one. The
// episode ends when the tip is one link above the first joint. `book_or_nips`
// selects the equations of Sutton and Barto's book, or of the paper.

#ifndef ENVPOOL_CLASSIC_CONTROL_ACROBOT_H_
#define ENVPOOL_CLASSIC_CONTROL_ACROBOT_H_

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/classic_control/frames.h"
#include "envpool/classic_control/reset_bounds.h"
#include "envpool/core/batch_env.h"
#include "envpool/core/lane_math.h"

namespace envpool::classic_control {

class AcrobotEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(-100.0),
                    "book_or_nips"_.Bind(std::string("book")),
                    "torque_noise_max"_.Bind(0.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    const auto v1 = static_cast<float>(4 * M_PI);
    const auto v2 = static_cast<float>(9 * M_PI);
    const auto pi = static_cast<float>(M_PI);
    return MakeDict(
        "obs"_.Bind(Spec<float>({6}, {{-1.0F, -1.0F, -1.0F, -1.0F, -v1, -v2},
                                      {1.0F, 1.0F, 1.0F, 1.0F, v1, v2}})),
        "info:state"_.Bind(Spec<float>({2}, {-pi, pi})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 2})));
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/) {
    return ResetBounds(-0.1, 0.1);
  }
  template <typename Options>
  static void CheckResetOptions(const Options& options) {
    // Also bounds the initial speeds: Runge-Kutta diverges at much higher ones.
    CheckResetBounds(options, 50);
  }
  /// Parameters are named after the attributes of Gymnasium's class, where
  /// gravity has no name.
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    constexpr double kPi = lane_math::kPi;
    return MakeDict(
        "gravity"_.Bind(ParamSpec{9.8, -1e3, 1e3, "gravity, in m/s^2"}),
        "LINK_LENGTH_1"_.Bind(
            ParamSpec{1.0, 1e-3, 1e3, "length of the first link, in m"}),
        "LINK_LENGTH_2"_.Bind(ParamSpec{
            1.0, 1e-3, 1e3, "length of the second link, in m; only drawn"}),
        "LINK_MASS_1"_.Bind(
            ParamSpec{1.0, 1e-3, 1e3, "mass of the first link, in kg"}),
        "LINK_MASS_2"_.Bind(
            ParamSpec{1.0, 1e-3, 1e3, "mass of the second link, in kg"}),
        "LINK_COM_POS_1"_.Bind(
            ParamSpec{0.5, 0.0, 1e3, "centre of mass of the first link, in m"}),
        "LINK_COM_POS_2"_.Bind(ParamSpec{
            0.5, 0.0, 1e3, "centre of mass of the second link, in m"}),
        "LINK_MOI"_.Bind(ParamSpec{
            1.0, 1e-3, 1e3, "moment of inertia of each link, in kg m^2"}),
        "MAX_VEL_1"_.Bind(ParamSpec{4 * kPi, 0.0, 1e3,
                                    "limit of the first velocity, in rad/s"}),
        "MAX_VEL_2"_.Bind(ParamSpec{9 * kPi, 0.0, 1e3,
                                    "limit of the second velocity, in rad/s"}),
        "dt"_.Bind(ParamSpec{0.2, 1e-4, 1.0, "duration of a step, in s"}),
        "torque_noise_max"_.Bind(
            ParamSpec{conf["torque_noise_max"_], 0.0, 1e6,
                      "limit of the noise of the torque, in N m"}),
        "AVAIL_TORQUE"_.Bind(ArrayParamSpec<3>{
            {-1.0, 0.0, 1.0}, -1e3, 1e3, "torque of each action, in N m"}));
  }
};

using AcrobotEnvSpec = EnvSpec<AcrobotEnvFns>;

class AcrobotEnv : public BatchEnv<AcrobotEnvSpec> {
 public:
  static constexpr bool kStepDraws = true;  // the torque noise
  static constexpr bool kWritesAllFields = true;
  static constexpr std::pair<int, int> kFrameSize{500, 500};

  AcrobotEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        nips_(IsNips(spec.config["book_or_nips"_])),
        theta1_(num_envs),
        theta2_(num_envs),
        speed1_(num_envs),
        speed2_(num_envs),
        cosine1_(num_envs),
        sine1_(num_envs),
        cosine2_(num_envs),
        sine2_(num_envs),
        pull1_(num_envs),
        pull2_(num_envs) {}

  void ResetLane(int lane, const ResetOptions& options) {
    for (std::vector<double>* value :
         {&theta1_, &theta2_, &speed1_, &speed2_}) {
      (*value)[lane] = lane_math::RoundToFloat(
          rng(lane).Uniform(options["low"_], options["high"_]));
    }
    Observe(lane);
    // Observe()'s SinCosAndBehind() is not exact for an angle of 8 or more.
    pull1_[lane] = lane_math::Cos(theta1_[lane] - lane_math::kHalfPi);
    pull2_[lane] =
        lane_math::Cos(theta1_[lane] + theta2_[lane] - lane_math::kHalfPi);
  }

  template <typename Params>
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated, Params params) {
    const int* push = action["action"_];
    for (int begin = 0; begin < lanes.count; begin += kBlock) {
      const Lanes block{lanes.first + begin,
                        std::min(kBlock, lanes.count - begin)};
      const Physics<Params> physics(params, begin);
      std::array<double, kBlock> torque;
      MakeTorque(block, push + begin, physics, torque.data());
      if (nips_) {
        Integrate<true>(block, torque.data(), physics);
      } else {
        Integrate<false>(block, torque.data(), physics);
      }
      WrapAngles(theta1_.data() + block.first, block.count);
      WrapAngles(theta2_.data() + block.first, block.count);
      Judge(block, reward + begin, terminated + begin);
    }
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    const float* cosine1 = cosine1_.data() + lanes.first;
    const float* sine1 = sine1_.data() + lanes.first;
    const double* cosine2 = cosine2_.data() + lanes.first;
    const double* sine2 = sine2_.data() + lanes.first;
    const double* speed1 = speed1_.data() + lanes.first;
    const double* speed2 = speed2_.data() + lanes.first;
    float* obs = rows["obs"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      obs[6 * i] = cosine1[i];
      obs[6 * i + 1] = sine1[i];
      obs[6 * i + 2] = static_cast<float>(cosine2[i]);
      obs[6 * i + 3] = static_cast<float>(sine2[i]);
      obs[6 * i + 4] = static_cast<float>(speed1[i]);
      obs[6 * i + 5] = static_cast<float>(speed2[i]);
    }
    const double* theta1 = theta1_.data() + lanes.first;
    const double* theta2 = theta2_.data() + lanes.first;
    float* state = rows["info:state"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      state[2 * i] = static_cast<float>(theta1[i]);
      state[2 * i + 1] = static_cast<float>(theta2[i]);
    }
  }

  void RenderLane(int lane, const Frame& frame) const {
    DrawAcrobot(theta1_[lane], theta2_[lane], param("LINK_LENGTH_1"_, lane),
                param("LINK_LENGTH_2"_, lane), frame);
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(theta1_, theta2_, speed1_, speed2_, cosine1_, sine1_, cosine2_, sine2_,
       pull1_, pull2_);
  }

 private:
  // Lanes per block; integration, angle wrapping and judging each loop over it.
  static constexpr int kBlock = 64;

  /// The products of parameters in the equations of motion, of one lane.
  struct Factors {
    double inertia1, squares1, squares2, product, twice_product;
    double couple, twice_couple, gravity1, gravity2, mass2, moi, time_step;
  };

  /// The parameters of a block of lanes, by the lane's number in it.
  template <typename Params>
  struct Physics {
    using Column = std::remove_cvref_t<decltype(Params()["dt"_])>;
    Physics(const Params& params, int begin)
        : gravity(From(params["gravity"_], begin)),
          length1(From(params["LINK_LENGTH_1"_], begin)),
          mass1(From(params["LINK_MASS_1"_], begin)),
          mass2(From(params["LINK_MASS_2"_], begin)),
          centre1(From(params["LINK_COM_POS_1"_], begin)),
          centre2(From(params["LINK_COM_POS_2"_], begin)),
          moi(From(params["LINK_MOI"_], begin)),
          max_speed1(From(params["MAX_VEL_1"_], begin)),
          max_speed2(From(params["MAX_VEL_2"_], begin)),
          time_step(From(params["dt"_], begin)),
          noise(From(params["torque_noise_max"_], begin)),
          torque0(From(params["AVAIL_TORQUE"_][0], begin)),
          torque1(From(params["AVAIL_TORQUE"_][1], begin)),
          torque2(From(params["AVAIL_TORQUE"_][2], begin)) {}
    ENVPOOL_LANE_INLINE Factors FactorsOf(int i) const {
      const double l1 = length1[i];
      const double c1 = centre1[i];
      const double c2 = centre2[i];
      const double m1 = mass1[i];
      const double m2 = mass2[i];
      const double g = gravity[i];
      return {m1 * (c1 * c1),   l1 * l1 + c2 * c2,
              c2 * c2,          l1 * c2,
              2 * l1 * c2,      m2 * l1 * c2,
              2 * m2 * l1 * c2, (m1 * c1 + m2 * l1) * g,
              m2 * c2 * g,      m2,
              moi[i],           time_step[i]};
    }
    Column gravity, length1, mass1, mass2, centre1, centre2, moi;
    Column max_speed1, max_speed2, time_step, noise;
    Column torque0, torque1, torque2;

   private:
    static EqualLanes From(EqualLanes value, int /*begin*/) { return value; }
    static const double* From(const double* column, int begin) {
      return column + begin;
    }
  };

  struct State {
    double theta1, theta2, speed1, speed2;
    State After(double time, const State& rate) const {
      return {theta1 + time * rate.theta1, theta2 + time * rate.theta2,
              speed1 + time * rate.speed1, speed2 + time * rate.speed2};
    }
  };

  static bool IsNips(const std::string& name) {
    if (name != "book" && name != "nips") {
      throw std::invalid_argument(
          R"(book_or_nips: expected "book" or "nips", got ")" + name + '"');
    }
    return name == "nips";
  }

  template <typename Params>
  void MakeTorque(const Lanes& lanes, const int* push,
                  const Physics<Params>& physics, double* torque) {
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      torque[i] = push[i] == 0   ? physics.torque0[i]
                  : push[i] == 1 ? physics.torque1[i]
                                 : physics.torque2[i];
    }
    for (int i = 0; i < lanes.count; ++i) {
      const double noise = physics.noise[i];
      if (noise > 0) {
        torque[i] += rng(lanes.first + i).Uniform(-noise, noise);
      }
    }
  }

  // The sines and cosines in the time derivative of a state.
  struct Trig {
    double sine2, cosine2;  // of theta2
    double pull1, pull2;    // cosines of theta1 - pi/2, theta1 + theta2 - pi/2
  };

  ENVPOOL_LANE_INLINE static Trig TrigOf(const State& s) {
    Trig trig;
    lane_math::SinCos(s.theta2, &trig.sine2, &trig.cosine2);
    trig.pull1 = lane_math::Cos(s.theta1 - lane_math::kHalfPi);
    trig.pull2 = lane_math::Cos(s.theta1 + s.theta2 - lane_math::kHalfPi);
    return trig;
  }

  template <bool kNips>
  ENVPOOL_LANE_INLINE static State Rate(const State& s, const Trig& trig,
                                        double torque, const Factors& f) {
    const double d1 = f.inertia1 +
                      f.mass2 * (f.squares1 + f.twice_product * trig.cosine2) +
                      f.moi + f.moi;
    const double d2 = f.mass2 * (f.squares2 + f.product * trig.cosine2) + f.moi;
    const double phi2 = f.gravity2 * trig.pull2;
    const double phi1 = -f.couple * (s.speed2 * s.speed2) * trig.sine2 -
                        f.twice_couple * s.speed2 * s.speed1 * trig.sine2 +
                        f.gravity1 * trig.pull1 + phi2;
    double drive = torque + d2 / d1 * phi1;
    if constexpr (!kNips) {
      drive = drive - f.couple * (s.speed1 * s.speed1) * trig.sine2;
    }
    const double accel2 =
        (drive - phi2) / (f.mass2 * f.squares2 + f.moi - d2 * d2 / d1);
    const double accel1 = -(d2 * accel2 + phi1) / d1;
    return {s.speed1, s.speed2, accel1, accel2};
  }

  template <bool kNips>
  ENVPOOL_LANE_INLINE static State Rate(const State& s, double torque,
                                        const Factors& factors) {
    return Rate<kNips>(s, TrigOf(s), torque, factors);
  }

  template <bool kNips, typename Params>
  void Integrate(const Lanes& lanes, const double* torque,
                 const Physics<Params>& physics) {
    double* theta1 = theta1_.data() + lanes.first;
    double* theta2 = theta2_.data() + lanes.first;
    double* speed1 = speed1_.data() + lanes.first;
    double* speed2 = speed2_.data() + lanes.first;
    const double* cosine2 = cosine2_.data() + lanes.first;
    const double* sine2 = sine2_.data() + lanes.first;
    const double* pull1 = pull1_.data() + lanes.first;
    const double* pull2 = pull2_.data() + lanes.first;
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const State s{theta1[i], theta2[i], speed1[i], speed2[i]};
      const Trig trig{sine2[i], cosine2[i], pull1[i], pull2[i]};
      const Factors f = physics.FactorsOf(i);
      const double half = f.time_step / 2;
      const double sixth = f.time_step / 6.0;
      const auto mean = [sixth](double k1, double k2, double k3, double k4) {
        return sixth * (k1 + 2 * k2 + 2 * k3 + k4);
      };
      const State k1 = Rate<kNips>(s, trig, torque[i], f);
      const State k2 = Rate<kNips>(s.After(half, k1), torque[i], f);
      const State k3 = Rate<kNips>(s.After(half, k2), torque[i], f);
      const State k4 = Rate<kNips>(s.After(f.time_step, k3), torque[i], f);
      theta1[i] = s.theta1 + mean(k1.theta1, k2.theta1, k3.theta1, k4.theta1);
      theta2[i] = s.theta2 + mean(k1.theta2, k2.theta2, k3.theta2, k4.theta2);
      speed1[i] = lane_math::Clamp(
          s.speed1 + mean(k1.speed1, k2.speed1, k3.speed1, k4.speed1),
          -physics.max_speed1[i], physics.max_speed1[i]);
      speed2[i] = lane_math::Clamp(
          s.speed2 + mean(k1.speed2, k2.speed2, k3.speed2, k4.speed2),
          -physics.max_speed2[i], physics.max_speed2[i]);
    }
  }

  // Brings all angles into [-pi, pi], usually in the first turn. The bound on
  // turns ends the loop for infinities.
  static void WrapAngles(double* theta, int count) {
    int outside = 1;
    for (int turn = 0; outside != 0 && turn < lane_math::kMaxWraps; ++turn) {
      outside = 0;
      ENVPOOL_LANE_LOOP
      for (int i = 0; i < count; ++i) {
        const double wrapped = lane_math::WrapAngleOnce(theta[i]);
        theta[i] = wrapped;
        outside |= static_cast<int>(__builtin_fabs(wrapped) > lane_math::kPi);
      }
    }
  }

  // Computes sines and cosines for the observation and the next step. Returns
  // the height of the tip.
  ENVPOOL_LANE_INLINE double Observe(int lane) {
    double sine1, cosine1, sine12, cosine12;
    lane_math::SinCosAndBehind(theta1_[lane], &sine1, &cosine1, &pull1_[lane]);
    lane_math::SinCos(theta2_[lane], &sine2_[lane], &cosine2_[lane]);
    lane_math::SinCosAndBehind(theta2_[lane] + theta1_[lane], &sine12,
                               &cosine12, &pull2_[lane]);
    sine1_[lane] = static_cast<float>(sine1);
    cosine1_[lane] = static_cast<float>(cosine1);
    return -cosine1 - cosine12;
  }

  void Judge(const Lanes& lanes, float* reward, bool* terminated) {
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const bool done = Observe(lanes.first + i) > 1.0;
      terminated[i] = done;
      reward[i] = done ? 0.0F : -1.0F;
    }
  }

  bool nips_;
  std::vector<double> theta1_;
  std::vector<double> theta2_;
  std::vector<double> speed1_;
  std::vector<double> speed2_;
  std::vector<float> cosine1_;  // only observed; the next step uses the others,
  std::vector<float> sine1_;    // too
  std::vector<double> cosine2_;
  std::vector<double> sine2_;
  std::vector<double> pull1_;  // see Trig
  std::vector<double> pull2_;
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_ACROBOT_H_
