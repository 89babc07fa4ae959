// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/car.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace envpool::box2d {

namespace {

constexpr double kSize = 0.02;
constexpr double kGrip = 205000 * kSize * kSize;
constexpr double kJointTorque = 180 * 900 * kSize * kSize;
constexpr double kBrakeForce = 15;
constexpr double kWheelRadius = 27;
constexpr double kWheelWidth = 14;
constexpr std::pair<double, double> kWheelPositions[] = {
    {-55, 80}, {55, 80}, {-55, -82}, {55, -82}};
constexpr std::size_t kMaxMarks = 30;
constexpr int kMarkLength = 30;

constexpr Color kRed = 0xcc0000;
constexpr Color kBlack = 0x000000;
constexpr Color kSpoke = 0x4d4d4d;
constexpr Color kMud = 0x666600;

double Sign(double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0; }

b2PolygonShape Scaled(std::initializer_list<std::pair<double, double>> points) {
  std::array<b2Vec2, b2_maxPolygonVertices> scaled;
  int count = 0;
  for (const auto& [x, y] : points) {
    scaled[count++] = Vec(x * kSize, y * kSize);
  }
  b2PolygonShape shape;
  shape.Set(scaled.data(), count);
  return shape;
}

void AddCorner(CarShape* shape, b2Vec2 corner) {
  shape->corners[shape->count++] = {corner.x, corner.y};
}

// Lists the mark on a wheel's tread that shows the wheel's rotation.
void ListSpoke(const Car::Wheel& wheel, std::vector<CarShape>* shapes) {
  const double sine1 = std::sin(wheel.phase);
  const double sine2 = std::sin(wheel.phase + 1.2);
  double cosine1 = std::cos(wheel.phase);
  double cosine2 = std::cos(wheel.phase + 1.2);
  if (sine1 > 0 && sine2 > 0) {
    return;
  }
  if (sine1 > 0) {
    cosine1 = Sign(cosine1);
  }
  if (sine2 > 0) {
    cosine2 = Sign(cosine2);
  }
  const double top = kWheelRadius * cosine1 * kSize;
  const double bottom = kWheelRadius * cosine2 * kSize;
  const double right = kWheelWidth * kSize;
  const b2Transform& transform = wheel.body->GetTransform();
  CarShape spoke{{}, 0, kSpoke};
  AddCorner(&spoke, b2Mul(transform, Vec(-right, top)));
  AddCorner(&spoke, b2Mul(transform, Vec(right, top)));
  AddCorner(&spoke, b2Mul(transform, Vec(right, bottom)));
  AddCorner(&spoke, b2Mul(transform, Vec(-right, bottom)));
  shapes->push_back(spoke);
}

void ListBody(const b2Body& body, Color color, std::vector<CarShape>* shapes) {
  for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr;
       fixture = fixture->GetNext()) {
    const auto* polygon =
        static_cast<const b2PolygonShape*>(fixture->GetShape());
    CarShape shape{{}, 0, color};
    for (int i = 0; i < polygon->GetVertexCount(); ++i) {
      AddCorner(&shape, b2Mul(body.GetTransform(), polygon->GetVertex(i)));
    }
    shapes->push_back(shape);
  }
}

}  // namespace

Car::Car(b2World* world, const TrackPoint& start, const CarPhysics& physics)
    : physics_(physics) {
  hull_ = CreateBody(world, b2_dynamicBody, Vec(start.x, start.y), start.beta);
  b2FixtureDef def;
  def.density = static_cast<float>(physics.hull_density);
  AddFixture(hull_, def,
             Scaled({{-60, 130}, {60, 130}, {60, 110}, {-60, 110}}));
  AddFixture(hull_, def, Scaled({{-15, 120}, {15, 120}, {20, 20}, {-20, 20}}));
  AddFixture(hull_, def,
             Scaled({{25, 20},
                     {50, -10},
                     {50, -40},
                     {20, -90},
                     {-20, -90},
                     {-50, -40},
                     {-50, -10},
                     {-25, 20}}));
  AddFixture(hull_, def,
             Scaled({{-50, -120}, {50, -120}, {50, -90}, {-50, -90}}));
  for (int i = 0; i < 4; ++i) {
    CreateWheel(world, start, i);
  }
}

void Car::CreateWheel(b2World* world, const TrackPoint& start, int index) {
  const auto& [x, y] = kWheelPositions[index];
  Wheel& wheel = wheels_[index];
  wheel = {};
  wheel.mark = -1;
  wheel.body =
      CreateBody(world, b2_dynamicBody,
                 Vec(start.x + x * kSize, start.y + y * kSize), start.beta);
  b2FixtureDef def;
  def.density = static_cast<float>(physics_.wheel_density);
  def.filter.categoryBits = 0x0020;
  def.filter.maskBits = 0x001;
  AddFixture(wheel.body, def,
             Scaled({{-kWheelWidth, kWheelRadius},
                     {kWheelWidth, kWheelRadius},
                     {kWheelWidth, -kWheelRadius},
                     {-kWheelWidth, -kWheelRadius}}));
  wheel.joint = CreateHinge(world, hull_, wheel.body,
                            {.anchor_a = {x * kSize, y * kSize},
                             .anchor_b = {0, 0},
                             .max_torque = kJointTorque,
                             .speed = 0,
                             .lower = -0.4,
                             .upper = 0.4});
  wheel.body->SetUserData(&wheel);
}

void Car::Steer(double angle) {
  wheels_[0].steer = angle;
  wheels_[1].steer = angle;
}

// The engine drives the rear wheels; it starts gradually and stops at once.
void Car::Gas(double pedal) {
  const double gas = std::clamp(pedal, 0.0, 1.0);
  for (int i = 2; i < 4; ++i) {
    double change = gas - wheels_[i].gas;
    if (change > 0.1) {
      change = 0.1;
    }
    wheels_[i].gas += change;
  }
}

void Car::Brake(double pedal) {
  for (Wheel& wheel : wheels_) {
    wheel.brake = pedal;
  }
}

void Car::Step(double time) {
  for (Wheel& wheel : wheels_) {
    Drive(&wheel, time);
  }
}

void Car::Drive(Wheel* wheel, double time) {
  const double turn = wheel->steer - double{wheel->joint->GetJointAngle()};
  wheel->joint->SetMotorSpeed(
      static_cast<float>(Sign(turn) * std::min(50.0 * std::abs(turn), 3.0)));

  const bool grass = wheel->tiles == 0;
  const double of_grass = physics_.friction_limit * physics_.grass_friction;
  const double limit = grass ? of_grass
                             : std::max(of_grass, physics_.friction_limit *
                                                      physics_.road_friction);
  const b2Vec2 forward = wheel->body->GetWorldVector({0, 1});
  const b2Vec2 side = wheel->body->GetWorldVector({1, 0});
  const b2Vec2 velocity = wheel->body->GetLinearVelocity();
  const auto along = [&](b2Vec2 axis) {
    return double{axis.x} * double{velocity.x} +
           double{axis.y} * double{velocity.y};
  };

  double& omega = wheel->omega;
  omega += time * physics_.engine_power * wheel->gas / physics_.wheel_inertia /
           (std::abs(omega) + 5.0);
  if (wheel->brake >= 0.9) {
    omega = 0;
  } else if (wheel->brake > 0) {
    const double force = kBrakeForce * wheel->brake;
    omega += -Sign(omega) * std::min(force, std::abs(omega));
  }
  wheel->phase += omega * time;

  const double radius = 1.0 * kWheelRadius * kSize;
  double forward_force = (-along(forward) + omega * radius) * kGrip;
  double side_force = -along(side) * kGrip;
  double force =
      std::sqrt(forward_force * forward_force + side_force * side_force);
  LeaveMark(wheel, std::abs(force) > 2.0 * limit, grass);
  if (std::abs(force) > limit) {
    forward_force /= force;
    side_force /= force;
    force = limit;
    forward_force *= force;
    side_force *= force;
  }
  omega -= time * forward_force * radius / physics_.wheel_inertia;
  wheel->body->ApplyForceToCenter(
      Vec(side_force * side.x + forward_force * forward.x,
          side_force * side.y + forward_force * forward.y),
      true);
}

// A mark starts with the second step of a skid.
void Car::LeaveMark(Wheel* wheel, bool skids, bool grass) {
  if (!skids) {
    wheel->skids = false;
    wheel->mark = -1;
    return;
  }
  if (wheel->mark >= 0 && wheel->mark_is_mud == grass &&
      wheel->mark_length < kMarkLength) {
    ++wheel->mark_length;
    if (wheel->mark >= first_mark_) {
      const b2Vec2 position = wheel->body->GetPosition();
      marks_[wheel->mark - first_mark_].points.push_back(
          {position.x, position.y});
    }
  } else if (!wheel->skids) {
    wheel->skids = true;
  } else {
    StartMark(wheel, grass);
  }
}

void Car::StartMark(Wheel* wheel, bool grass) {
  SkidMark mark;
  if (marks_.size() == kMaxMarks) {  // reuse the first mark's memory
    mark = std::move(marks_.front());
    marks_.erase(marks_.begin());
    ++first_mark_;
  }
  // As in the official env, the mark starts at the current position, not where
  // the skid began.
  const b2Vec2 position = wheel->body->GetPosition();
  mark.points.assign(2, {position.x, position.y});
  mark.points.reserve(kMarkLength);
  mark.color = grass ? kMud : kBlack;
  marks_.push_back(std::move(mark));
  wheel->mark = first_mark_ + static_cast<int>(marks_.size()) - 1;
  wheel->mark_length = 2;
  wheel->mark_is_mud = grass;
  wheel->skids = false;
}

void Car::ListShapes(std::vector<CarShape>* shapes) const {
  shapes->clear();
  for (const Wheel& wheel : wheels_) {
    ListBody(*wheel.body, kBlack, shapes);
    ListSpoke(wheel, shapes);
  }
  ListBody(*hull_, kRed, shapes);
}

}  // namespace envpool::box2d
