// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/tracker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/numpy_sum.h"
#include "envpool/mujoco/common/vectors.h"

namespace envpool::mujoco::dmc_locomotion {
namespace {

using Turn = std::array<double, 4>;  // a quaternion

/// The turn from one orientation to another.
Turn TurnBetween(const double* from, const double* to) {
  const double w = from[0];
  const double x = -from[1];
  const double y = -from[2];
  const double z = -from[3];
  const std::array<Turn, 4> rows{
      {{w, -x, -y, -z}, {x, w, -z, y}, {y, z, w, -x}, {z, -y, x, w}}};
  Turn turn{};
  std::ranges::transform(rows, turn.begin(), [&](const Turn& row) {
    return Dot(row.data(), to, 4);
  });
  return turn;
}

Turn Normalized(const double* turn) {
  const double length = std::sqrt(SumOfSquares(turn, 4));
  return {turn[0] / length, turn[1] / length, turn[2] / length,
          turn[3] / length};
}

/// The angle between two orientations, at most a quarter of a turn.
double AngleBetween(const Turn& a, const double* b) {
  const double product = Dot(a.data(), Normalized(b).data(), 4);
  return .5 * std::acos(std::min(1., 2 * (product * product) - 1));
}

/// A vector of the world, in the frame of an orientation.
Vector3 InFrameOf(const double* turn, const Vector3& vector) {
  Turn q;
  const double factor = std::sqrt(2 / Dot(turn, turn, 4));
  for (int i = 0; i < 4; ++i) {
    q[i] = turn[i] * factor;
  }
  const auto at = [&](int i, int j) { return q[i] * q[j]; };
  const std::array frame{1 - at(2, 2) - at(3, 3), at(1, 2) - at(3, 0),
                         at(1, 3) + at(2, 0),     at(1, 2) + at(3, 0),
                         1 - at(1, 1) - at(3, 3), at(2, 3) - at(1, 0),
                         at(1, 3) - at(2, 0),     at(2, 3) + at(1, 0),
                         1 - at(1, 1) - at(2, 2)};
  return InFrame(vector, frame.data());
}

/// The vector around which a turn is, as long as its angle.
Vector3 AxisAngle(const Turn& turn) {
  constexpr double kTiny = 1e-10;
  const double angle = 2 * std::acos(std::clamp(turn[0], -1., 1.));
  if (angle < kTiny) {
    return {0, 0, 0};
  }
  constexpr double kPi = std::numbers::pi;
  const double sine = std::sin(angle / 2);
  const double nearest = angle >= kPi ? angle - 2 * kPi : angle;
  return {turn[1] / sine * nearest, turn[2] / sine * nearest,
          turn[3] / sine * nearest};
}

double SquaredDifference(const double* a, const double* b, int count) {
  return Sum([&](int i) { return (a[i] - b[i]) * (a[i] - b[i]); }, 0, count);
}

double MeanDifference(const double* a, const double* b, int count) {
  return Sum([&](int i) { return std::fabs(a[i] - b[i]); }, 0, count) / count;
}

/// The frame at which an episode ends.
int LastFrame(const TrackingRules& rules, const Clip& clip) {
  return clip.count - rules.ref_steps.back() - 1;
}

}  // namespace

std::vector<Start> FindStarts(const TrackingRules& rules,
                              const ClipFile& file) {
  constexpr double kSame = 1e-6;
  std::vector<Start> starts;
  for (std::size_t i = 0; i < file.clips.size(); ++i) {
    const Clip& clip = file.clips[i];
    if (std::fabs(clip.dt - rules.dt) > kSame) {
      throw std::invalid_argument(
          "ref_path: expected frames every " + std::to_string(rules.dt) +
          " s, as often as frame_skip steps, got " + std::to_string(clip.dt) +
          " s in " + clip.name);
    }
    const int last = LastFrame(rules, clip);
    const int end = rules.always_init_at_clip_start
                        ? std::min(1, last)
                        : last + 1 - rules.min_steps;
    for (int frame = 0; frame < end; ++frame) {
      starts.push_back({static_cast<int>(i), frame});
    }
  }
  if (starts.empty()) {
    throw std::invalid_argument(
        "min_steps: expected fewer steps than a clip has after the largest of "
        "ref_steps, got " +
        std::to_string(rules.min_steps));
  }
  return starts;
}

void CheckBodies(const ClipFile& file, const mjModel& model) {
  constexpr double kLargest = 1e-2;  // mean difference, in metres
  const std::unique_ptr<mjData, decltype(&mj_deleteData)> data(
      mj_makeData(&model), &mj_deleteData);
  if (data == nullptr) {
    throw std::bad_alloc();
  }
  const int first = mj_name2id(&model, mjOBJ_BODY, "walker/root") + 1;
  for (const Clip& clip : file.clips) {
    const double* frame = clip.Frame(0);
    std::copy_n(frame, kMassCentreField, data->qpos);
    mj_kinematics(&model, data.get());
    if (!(MeanDifference(frame + kBodiesField, data->xpos + 3 * first,
                         3 * kMocapBodies) <= kLargest)) {
      throw std::invalid_argument(
          "ref_path: expected poses of the CMU humanoid of 2020; those of " +
          clip.name + " have its bodies elsewhere");
    }
  }
}

Tracker::Tracker(TrackingRules rules, Clips clips, World* world, Walker* walker)
    : rules_(std::move(rules)),
      clips_(std::move(clips)),
      world_(*world),
      walker_(*walker),
      bodies_(world->BodyPosition("walker/root") + 3),
      body_turns_(world->data().xquat +
                  4 * (world->Id(mjOBJ_BODY, "walker/root") + 1)),
      mass_centre_(world->data().subtree_com +
                   3 * world->Id(mjOBJ_BODY, "walker/")),
      starts_(FindStarts(rules_, *clips_)),
      weights_(starts_.size(), 1. / static_cast<double>(starts_.size())) {
  const mjModel& model = world->model();
  for (int i = 0; i < model.nu; ++i) {
    joint_order_.push_back(model.actuator_trnid[2 * i] - 1);
  }
}

bool Tracker::IsAtEnd() const {
  return now_.frame == LastFrame(rules_, Current());
}

void Tracker::Begin(RandomState* random) {
  const auto& [clip, frame] = starts_[random->Choice(weights_)];
  now_.clip = clip;
  now_.first = now_.frame = frame;
  const double* target = Target();
  std::copy_n(target, kMassCentreField, world_.data().qpos);
  std::copy_n(target + kVelocityField, 6 + kMocapJoints, world_.data().qvel);
  mj_kinematics(&world_.model(), &world_.data());
  ReadPose();
  now_.previous = now_.pose;
  error_ = Error();
}

void Tracker::ReadPose() {
  std::copy_n(world_.data().qpos, kMassCentreField, now_.pose.begin());
}

double Tracker::Error() const {
  const double* target = Target();
  const double joints = MeanDifference(
      target + kJointsField, now_.pose.data() + kJointsField, kMocapJoints);
  const double bodies =
      MeanDifference(target + kBodiesField, bodies_, 3 * kMocapBodies);
  return .5 * rules_.body_error_multiplier * bodies + .5 * joints;
}

void Tracker::AfterStep() {
  now_.previous = now_.pose;
  ++now_.frame;
  ReadPose();
  error_ = Error();
}

double Tracker::Reward() {
  const double close = 1 - error_ / rules_.termination_error_threshold;
  if (rules_.reward_type == "termination_reward") {
    return close;
  }
  const double alike = PoseReward();
  return rules_.reward_type == "comic" ? .5 * close + .5 * alike : alike;
}

double Tracker::PoseReward() {
  const double* target = Target();
  std::array<double, 15> appendages;
  walker_.Appendages(appendages.data());
  const double turns = Sum(
      [&](int i) {
        const double angle = AngleBetween(Normalized(body_turns_ + 4 * i),
                                          target + kBodyTurnsField + 4 * i);
        return angle * angle;
      },
      0, kMocapBodies);
  // The official env normalizes what it compares, and observes that as the
  // previous turn.
  std::ranges::copy(Normalized(now_.pose.data() + kTurnField),
                    now_.pose.begin() + kTurnField);
  const double place =
      SquaredDifference(mass_centre_, target + kMassCentreField, 3);
  const double speeds = SquaredDifference(
      world_.data().qvel + 6, target + kJointVelocitiesField, kMocapJoints);
  const double limbs =
      SquaredDifference(appendages.data(), target + kAppendagesField, 15);
  return ((.1 * std::exp(-10 * place) + std::exp(-.1 * speeds)) +
          .15 * std::exp(-40 * limbs)) +
         .65 * std::exp(-2 * turns);
}

void Tracker::Observe(ObservationWriter* out) const {
  for (const int step : rules_.ref_steps) {
    ObserveJoints(Ahead(step) + kJointsField, now_.pose.data() + kJointsField,
                  1, out);
  }
  ObserveBodies(out);
  ObserveRoot(out);
  for (const int step : rules_.ref_steps) {
    out->Add(Ahead(step) + kAppendagesField, 15);
  }
  ObserveMotion(out);
}

void Tracker::ObserveBodies(ObservationWriter* out) const {
  const auto each = [&](const auto& observe) {
    for (const int step : rules_.ref_steps) {
      for (int i = 0; i < kMocapBodies; ++i) {
        observe(Ahead(step), i);
      }
    }
  };
  const auto way = [&](const double* frame, int i) {
    return Difference(frame + kBodiesField + 3 * i, bodies_ + 3 * i);
  };
  each([&](const double* frame, int i) { out->Add(way(frame, i)); });
  each([&](const double* frame, int i) {
    out->Add(InFrame(way(frame, i), walker_.RootFrame()));
  });
  each([&](const double* frame, int i) {
    out->Add(TurnBetween(body_turns_ + 4 * i, frame + kBodyTurnsField + 4 * i));
  });
  each([&](const double* frame, int i) {
    out->Add(TurnBetween(frame + kTurnField, frame + kBodyTurnsField + 4 * i));
  });
}

void Tracker::ObserveRoot(ObservationWriter* out) const {
  for (const int step : rules_.ref_steps) {
    out->Add(
        TurnBetween(now_.pose.data() + kTurnField, Ahead(step) + kTurnField));
  }
  for (const int step : rules_.ref_steps) {
    out->Add(InFrame(Difference(Ahead(step), now_.pose.data()),
                     walker_.RootFrame()));
  }
}

void Tracker::ObserveMotion(ObservationWriter* out) const {
  const double* turn = now_.previous.data() + kTurnField;
  Vector3 velocity = Difference(now_.pose.data(), now_.previous.data());
  for (double& each : velocity) {
    each /= rules_.dt;
  }
  out->Add(InFrameOf(turn, velocity));
  const Turn turned = TurnBetween(turn, now_.pose.data() + kTurnField);
  const double length = Norm(turned.data(), 4);
  Vector3 spin = AxisAngle({turned[0] / length, turned[1] / length,
                            turned[2] / length, turned[3] / length});
  for (double& each : spin) {
    each /= rules_.dt;
  }
  out->Add(spin);
  ObserveJoints(now_.pose.data() + kJointsField,
                now_.previous.data() + kJointsField, rules_.dt, out);
  const Clip& clip = Current();
  const double begun = static_cast<double>(now_.first) * clip.dt;
  out->Add((begun + world_.data().time) / ((clip.count - 1) * clip.dt));
}

void Tracker::ObserveJoints(const double* to, const double* from,
                            double divisor, ObservationWriter* out) const {
  for (const int joint : joint_order_) {
    out->Add((to[joint] - from[joint]) / divisor);
  }
}

void Tracker::Save(StateWriter* writer) const {
  writer->Write(clips_->hash);
  writer->Write(now_);
}

void Tracker::Load(StateReader* reader) {
  std::uint64_t hash;
  reader->Read(&hash);
  reader->Require(hash == clips_->hash);
  State loaded;
  reader->Read(&loaded);
  const auto clips = static_cast<std::int64_t>(clips_->clips.size());
  reader->Require(0 <= loaded.clip && loaded.clip < clips);
  const int last = LastFrame(rules_, clips_->clips[loaded.clip]);
  reader->Require(0 <= loaded.first && loaded.first <= loaded.frame &&
                  loaded.frame <= last);
  const auto is_finite = [](double each) { return std::isfinite(each); };
  reader->Require(std::ranges::all_of(loaded.pose, is_finite) &&
                  std::ranges::all_of(loaded.previous, is_finite));
  now_ = loaded;
}

}  // namespace envpool::mujoco::dmc_locomotion
