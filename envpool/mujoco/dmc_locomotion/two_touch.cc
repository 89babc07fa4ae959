// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/two_touch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

namespace envpool::mujoco::dmc_locomotion {
namespace {

class TwoTouch : public Task {
 public:
  TwoTouch(World* world, Walker* walker)
      : world_(*world),
        walker_(*walker),
        geom_(world->Id(mjOBJ_GEOM, "target")),
        target_(world->OwnArray(&mjModel::geom_pos, 3 * world->model().ngeom) +
                3 * geom_),
        seen_target_(world->GeomPosition("target")),
        hands_(world->BodyPosition(kLeft), world->BodyPosition(kRight)) {
    const mjModel& model = world->model();
    const std::array bodies{world->Id(mjOBJ_BODY, kLeft),
                            world->Id(mjOBJ_BODY, kRight)};
    for (int i = 0; i < model.ngeom; ++i) {
      int body = model.geom_bodyid[i];
      while (body > 0 && std::ranges::find(bodies, body) == bodies.end()) {
        body = model.body_parentid[body];
      }
      is_hand_.push_back(body > 0);
    }
  }

  void Seed(std::uint32_t seed) override {
    global_ = RandomState(seed);
    now_.place = {1, 1, kHeight};
  }
  /// The model has the target where it was last.
  void Build(RandomState* /*random*/) override {
    now_.built = now_.place;
    std::ranges::copy(now_.built, target_);
    world_.ArenaChanged();
  }
  void Reset(RandomState* /*random*/) override {
    const double turn = 2 * std::numbers::pi * global_.Uniform(0, 1);
    walker_.StandUp(0, 0, 0);
    walker_.TurnBy(turn);
    MoveTarget();
    must_move_ = false;
    // The contacts are still those of the model's own pose.
    UpdateTouches();
  }

  void Advance(World* world, int times, bool /*evaluates*/) override {
    bool has_changed = must_move_;
    if (must_move_) {
      MoveTarget();
      must_move_ = false;
    }
    for (int i = 0; i < times; ++i) {
      world->Advance(1, /*evaluates=*/false);
      has_changed = UpdateTouches() || has_changed;
    }
    // The official model's changes make the observation evaluate it.
    if (has_changed) {
      world->Forward();
    }
  }

  [[nodiscard]] double Reward() override {
    double near = 0;
    for (const double* hand : {hands_.first, hands_.second}) {
      double distance = 0;
      for (int i = 0; i < 3; ++i) {
        distance += std::fabs(hand[i] - seen_target_[i]);
      }
      near = std::max(near, std::exp(-3. * distance));
    }
    return .01 * near * kTouch + TouchReward(world_.data().time);
  }
  [[nodiscard]] int Stage() const override { return now_.stage; }

  void Save(StateWriter* writer) const override {
    writer->Write(global_);
    writer->Write(now_);
    writer->Write(is_late_);
    writer->Write(must_move_);
  }
  void Load(StateReader* reader) override {
    reader->Read(&global_);
    reader->Read(&now_);
    reader->Read(&is_late_);
    reader->Read(&must_move_);
    reader->Require(0 <= now_.stage && now_.stage <= kNoSecond);
    const auto is_near = [](double value) { return std::fabs(value) < 100; };
    reader->Require(std::ranges::all_of(now_.place, is_near) &&
                    std::ranges::all_of(now_.built, is_near));
    // MuJoCo's tree of boxes is that of the built target.
    std::array<double, 3> moved;
    std::copy_n(target_, 3, moved.begin());
    std::ranges::copy(now_.built, target_);
    world_.ArenaChanged();
    std::ranges::copy(moved, target_);
  }

 private:
  static constexpr const char* kLeft = "walker/hand_L";
  static constexpr const char* kRight = "walker/hand_R";
  static constexpr double kHeight = .14;
  static constexpr double kHalfSide = 1.5;  // of the target's area
  static constexpr double kTouch = 25;
  static constexpr double kDebounce = .2;
  static constexpr double kInterval = .8;
  static constexpr double kTolerance = .1;
  static constexpr double kTimeout = 1.2;

  // Stages, as the observation shows them.
  static constexpr std::int64_t kBefore = 0;
  static constexpr std::int64_t kOnce = 1;
  static constexpr std::int64_t kTwice = 2;
  static constexpr std::int64_t kTooSoon = 3;
  static constexpr std::int64_t kNoSecond = 4;

  struct State {
    std::array<double, 3> place{1, 1, kHeight};  // of the target
    std::array<double, 3> built{1, 1, kHeight};  // where the episode began
    double touched{0};                           // when it was first touched
    double first{0};                             // when that was rewarded
    double second{0};                            // when the trial was decided
    std::int64_t touches{0};
    std::int64_t rewarded_touches{0};
    std::int64_t stage{kBefore};
  };

  void MoveTarget() {
    now_.place[0] = kHalfSide * global_.Uniform(-1, 1);
    now_.place[1] = kHalfSide * global_.Uniform(-1, 1);
    std::ranges::copy(now_.place, target_);
    now_.touches = now_.rewarded_touches = 0;
    now_.stage = kBefore;
    is_late_ = false;
  }

  [[nodiscard]] bool IsTouched() const {
    const mjData& data = world_.data();
    return std::any_of(data.contact, data.contact + data.ncon,
                       [&](const mjContact& contact) {
                         const int a = contact.geom[0];
                         const int b = contact.geom[1];
                         return (a == geom_ && b >= 0 && is_hand_[b]) ||
                                (b == geom_ && a >= 0 && is_hand_[a]);
                       });
  }
  /// Returns whether there is a new touch.
  bool UpdateTouches() {
    if (now_.touches == 2 || !IsTouched()) {
      return false;
    }
    const double time = world_.data().time;
    if (now_.touches == 0) {
      now_.touches = 1;
      now_.touched = time;
      return true;
    }
    if (time > now_.touched + kDebounce) {
      now_.touches = 2;
      return true;
    }
    return false;
  }

  double TouchReward(double time) {
    switch (now_.stage) {
      case kBefore:
        if (now_.touches < 1 || now_.rewarded_touches > 0) {
          return 0;
        }
        now_.first = time;
        now_.rewarded_touches = 1;
        now_.stage = kOnce;
        return kTouch;
      case kOnce:
        return SecondReward(time);
      default:
        if (is_late_) {
          is_late_ = time <= now_.second + kTimeout;
        } else if (time > now_.second) {
          must_move_ = true;
        }
        return 0;
    }
  }
  double SecondReward(double time) {
    double reward = 0;
    const double waited = time - now_.first;
    if (now_.touches == 2 && now_.rewarded_touches < 2) {
      now_.second = time;
      now_.rewarded_touches = 2;
      now_.stage = kTwice;
      if (waited < kInterval - kTolerance) {
        is_late_ = true;
        now_.stage = kTooSoon;
      } else if (waited <= kInterval + kTolerance) {
        reward = kTouch;
      }
    }
    if (waited > kInterval + kTolerance) {
      is_late_ = true;
      now_.stage = kNoSecond;
      now_.second = time;
    }
    return reward;
  }

  World& world_;
  Walker& walker_;
  const int geom_;
  double* const target_;
  const double* const seen_target_;
  const std::pair<const double*, const double*> hands_;
  std::vector<bool> is_hand_;  // of each geom
  RandomState global_;
  State now_;
  bool is_late_{false};  // whether the next trial waits for the timeout
  bool must_move_{false};
};

}  // namespace

std::unique_ptr<Task> MakeTwoTouch(World* world, Walker* walker) {
  return std::make_unique<TwoTouch>(world, walker);
}

}  // namespace envpool::mujoco::dmc_locomotion
