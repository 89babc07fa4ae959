// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/lunar_lander.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "envpool/box2d/surface.h"
#include "envpool/box2d/world.h"

namespace envpool::box2d {
namespace {

constexpr double kFps = 50;
constexpr double kScale = 30.0;
constexpr double kWidth = 600 / kScale;
constexpr double kHeight = 400 / kScale;
constexpr int kChunks = 11;
constexpr double kPad = kHeight / 4;
constexpr int kFarthestIndex = 9999;
constexpr Color kBlack = 0x000000;
constexpr Color kWhite = 0xffffff;

/// Wind force at step `index`.
double Gust(std::int64_t index, double power) {
  const auto at = static_cast<double>(index);
  return std::tanh(std::sin(0.02 * at) +
                   std::sin(std::numbers::pi * 0.01 * at)) *
         power;
}

/// A particle of an engine's exhaust.
struct Particle {
  b2Body* body;
  double time_left;
};

Color Shade(double level) {
  return static_cast<Color>(std::max(0.2, level) * 255);
}

}  // namespace

class LunarLander::World : private b2ContactListener {
 public:
  World(const LunarLanderOptions& options, const LunarLanderPhysics& physics,
        Generator* random)
      : has_particles_(options.has_particles),
        start_(physics),
        world_(Vec(0, physics.gravity)) {
    world_.SetContactListener(this);
    CreateMoon(random);
    CreateLander(options.enable_wind, random);
    for (const int i : {0, 1}) {
      CreateLeg(i, 2 * i - 1);
    }
  }

  void SetGravity(double gravity) { world_.SetGravity(Vec(0, gravity)); }

  void Blow(const LunarLanderPhysics& physics) {
    if (touches_[0] || touches_[1]) {
      return;
    }
    const double wind = Gust(wind_index_++, physics.wind_power);
    lander_->ApplyForceToCenter(Vec(wind, 0.0), true);
    const double torque = Gust(torque_index_++, physics.turbulence_power);
    lander_->ApplyTorque(static_cast<float>(torque), true);
  }

  void Fire(const Thrust& thrust, const LunarLanderPhysics& physics,
            Generator* random) {
    const double sine = std::sin(double{lander_->GetAngle()});
    const double cosine = std::cos(double{lander_->GetAngle()});
    const double first = random->Uniform(-1.0, 1.0) / kScale;
    const double second = random->Uniform(-1.0, 1.0) / kScale;
    if (thrust.main > 0) {
      const double along = physics.main_engine_y / kScale + 2 * first;
      const double power = physics.main_engine_power;
      const double x = sine * along + -cosine * second;
      const double y = -cosine * along - sine * second;
      Push(3.5, x * power * thrust.main, y * power * thrust.main,
           {lander_->GetPosition().x + x, lander_->GetPosition().y + y},
           thrust.main);
    }
    if (thrust.side > 0) {
      const double across =
          3 * second + thrust.direction * physics.side_engine_away / kScale;
      const double power = physics.side_engine_power;
      const double x = sine * first + -cosine * across;
      const double y = -cosine * first - sine * across;
      // As in the official env, the height occurs only once here.
      Push(0.7, x * power * thrust.side, y * power * thrust.side,
           {lander_->GetPosition().x + x - sine * 17 / kScale,
            lander_->GetPosition().y + y +
                cosine * physics.side_engine_height / kScale},
           thrust.side);
    }
  }

  b2Island* BeginAdvance() { return BeginWorldStep(&world_, kFps); }

  void EndAdvance(b2Island* island, const Thrust& thrust) {
    EndWorldStep(&world_, island);
    Observe();
    const auto& s = state_;
    const double shaping = -100 * std::sqrt(s[0] * s[0] + s[1] * s[1]) -
                           100 * std::sqrt(s[2] * s[2] + s[3] * s[3]) -
                           100 * std::abs(s[4]) + 10 * s[6] + 10 * s[7];
    reward_ = is_first_ ? 0 : shaping - shaping_;
    shaping_ = shaping;
    is_first_ = false;
    reward_ -= thrust.main * 0.30;
    reward_ -= thrust.side * 0.03;
    if (has_crashed_ || std::abs(s[0]) >= 1.0) {
      is_over_ = true;
      reward_ = -100;
    }
    if (!lander_->IsAwake()) {
      is_over_ = true;
      reward_ = 100;
    }
  }

  /// Fades the particles, as the official env does when it draws a frame.
  void Fade() {
    for (Particle& particle : particles_) {
      particle.time_left -= 0.15;
    }
    RemoveFaded();
  }

  void Draw(unsigned char* rgb) const {
    Surface surface(600, 400, kWhite);
    DrawSky(&surface);
    for (const Particle& particle : particles_) {
      const double left = particle.time_left;
      const Color dark = Shade(0.5 * left);
      const Color color = Shade(0.15 + left) << 16 | dark << 8 | dark;
      const b2Vec2 centre = 30.0F * particle.body->GetPosition();
      surface.Circle({centre.x, centre.y}, 2, color);
      DrawFlags(&surface);
    }
    for (const b2Body* body : {lander_, legs_[0], legs_[1]}) {
      const std::vector<Surface::Place> corners = CornersOf(*body, 30.0F);
      surface.SmoothPolygon(corners, 0x8066e6);
      surface.SmoothLines(corners, 0x4d4d80);
      DrawFlags(&surface);
    }
    surface.WriteFlipped(0, rgb);
  }

  [[nodiscard]] const std::array<double, 8>& state() const { return state_; }
  [[nodiscard]] double reward() const { return reward_; }
  [[nodiscard]] bool is_over() const { return is_over_; }

 private:
  void CreateMoon(Generator* random) {
    std::array<double, kChunks + 1> height;
    for (double& each : height) {
      each = random->Uniform(0, kHeight / 2);
    }
    std::fill_n(height.begin() + kChunks / 2 - 2, 5, kPad);
    for (int i = 0; i < kChunks; ++i) {
      const double before = height[i > 0 ? i - 1 : kChunks];
      ground_[i] = 0.33 * (before + height[i] + height[i + 1]);
    }
    moon_ = CreateBody(&world_, b2_staticBody);
    AddFixture(moon_, {}, Edge(Vec(0, 0), Vec(kWidth, 0)));
    b2FixtureDef def;
    def.friction = static_cast<float>(start_.moon_friction);
    for (int i = 0; i + 1 < kChunks; ++i) {
      AddFixture(
          moon_, def,
          Edge(Vec(ChunkX(i), ground_[i]), Vec(ChunkX(i + 1), ground_[i + 1])));
    }
  }

  void CreateLander(bool enable_wind, Generator* random) {
    lander_ = CreateBody(&world_, b2_dynamicBody, Vec(kWidth / 2, kHeight));
    AddFixture(lander_,
               Moving(start_.lander_density, start_.lander_friction, 0x0010),
               Polygon({{-14 / kScale, 17 / kScale},
                        {-17 / kScale, 0 / kScale},
                        {-17 / kScale, -10 / kScale},
                        {17 / kScale, -10 / kScale},
                        {17 / kScale, 0 / kScale},
                        {14 / kScale, 17 / kScale}}));
    const double force = start_.initial_random;
    const double x = random->Uniform(-force, force);
    const double y = random->Uniform(-force, force);
    lander_->ApplyForceToCenter(Vec(x, y), true);
    if (enable_wind) {
      wind_index_ = random->Integers(-kFarthestIndex, kFarthestIndex);
      torque_index_ = random->Integers(-kFarthestIndex, kFarthestIndex);
    }
  }

  void CreateLeg(int i, double side) {
    const double away = start_.leg_away;
    legs_[i] = CreateBody(&world_, b2_dynamicBody,
                          Vec(kWidth / 2 - side * away / kScale, kHeight),
                          side * 0.05);
    AddFixture(legs_[i],
               Moving(start_.leg_density, start_.leg_friction, 0x0020),
               Box(start_.leg_width / kScale, start_.leg_height / kScale));
    CreateHinge(&world_, lander_, legs_[i],
                {.anchor_a = {0, 0},
                 .anchor_b = {side * away / kScale, start_.leg_down / kScale},
                 .max_torque = start_.leg_spring_torque,
                 .speed = 0.3 * side,
                 .lower = side < 0 ? 0.9 - 0.5 : -0.9,
                 .upper = side < 0 ? 0.9 : -0.9 + 0.5});
  }

  void DrawSky(Surface* surface) const {
    const auto place = [](double x, double y) {
      return Surface::Place{x * kScale, y * kScale};
    };
    for (int i = 0; i + 1 < kChunks; ++i) {
      const std::array sky{
          place(ChunkX(i), ground_[i]), place(ChunkX(i + 1), ground_[i + 1]),
          place(ChunkX(i + 1), kHeight), place(ChunkX(i), kHeight)};
      surface->SmoothPolygon(sky, kBlack);
    }
  }

  static void DrawFlags(Surface* surface) {
    for (const int chunk : {kChunks / 2 - 1, kChunks / 2 + 1}) {
      const double x = ChunkX(chunk) * kScale;
      const double foot = kPad * kScale;
      const double top = foot + 50;
      surface->Line({x, foot}, {x, top}, kWhite);
      surface->SmoothPolygon(
          std::array<Surface::Place, 3>{
              {{x, top}, {x, top - 10}, {x + 25, top - 5}}},
          0xcccc00);
    }
  }

  static double ChunkX(int i) { return kWidth / (kChunks - 1) * i; }

  /// Applies an engine's impulse to its particle and the opposite one to the
  /// lander.
  void Push(double density, double x, double y,
            const std::pair<double, double>& at, double power) {
    const b2Vec2 place = Vec(at.first, at.second);
    if (has_particles_) {
      b2Body* particle = CreateBody(&world_, b2_dynamicBody, place);
      b2CircleShape shape;
      shape.m_radius = static_cast<float>(2 / kScale);
      b2FixtureDef def = Moving(density, 0.1, 0x0100);
      def.restitution = 0.3F;
      AddFixture(particle, def, shape);
      particles_.push_back({particle, power});
      RemoveFaded();
      particle->ApplyLinearImpulse(Vec(x, y), place, true);
    }
    lander_->ApplyLinearImpulse(Vec(-x, -y), place, true);
  }

  void RemoveFaded() {
    while (!particles_.empty() && particles_.front().time_left < 0) {
      world_.DestroyBody(particles_.front().body);
      particles_.pop_front();
    }
  }

  void Observe() {
    const b2Vec2 position = lander_->GetPosition();
    const b2Vec2 velocity = lander_->GetLinearVelocity();
    state_ = {(position.x - kWidth / 2) / (kWidth / 2),
              (position.y - (kPad + start_.leg_down / kScale)) / (kHeight / 2),
              velocity.x * (kWidth / 2) / kFps,
              velocity.y * (kHeight / 2) / kFps,
              lander_->GetAngle(),
              20.0 * lander_->GetAngularVelocity() / kFps,
              touches_[0] ? 1.0 : 0.0,
              touches_[1] ? 1.0 : 0.0};
  }

  void BeginContact(b2Contact* contact) override {
    has_crashed_ |= Has(contact, lander_);
    for (const int i : {0, 1}) {
      touches_[i] |= Has(contact, legs_[i]);
    }
  }
  void EndContact(b2Contact* contact) override {
    for (const int i : {0, 1}) {
      touches_[i] &= !Has(contact, legs_[i]);
    }
  }
  static bool Has(b2Contact* contact, const b2Body* body) {
    return contact->GetFixtureA()->GetBody() == body ||
           contact->GetFixtureB()->GetBody() == body;
  }

  const bool has_particles_;
  const LunarLanderPhysics start_;  // of the episode
  b2World world_;
  std::deque<Particle> particles_;
  b2Body* moon_{};
  b2Body* lander_{};
  std::array<b2Body*, 2> legs_{};
  std::array<bool, 2> touches_{};
  std::array<double, kChunks> ground_;
  std::int64_t wind_index_{0};
  std::int64_t torque_index_{0};
  std::array<double, 8> state_{};
  double reward_{0};
  double shaping_{0};
  bool is_first_{true};
  bool has_crashed_{false};
  bool is_over_{false};
};

LunarLander::LunarLander(const LunarLanderOptions& options)
    : options_(options) {}
LunarLander::~LunarLander() = default;

LunarLander::Thrust LunarLander::FromChoice(int action) {
  if (action == 2) {
    return {.main = 1.0};
  }
  if (action == 1 || action == 3) {
    return {.side = 1.0, .direction = static_cast<double>(action - 2)};
  }
  return {};
}

LunarLander::Thrust LunarLander::FromThrottles(const float* action) {
  Thrust thrust;
  const double main = std::clamp(double{action[0]}, -1.0, 1.0);
  if (main > 0) {
    thrust.main = (main + 1.0) * 0.5;
  }
  const double side = std::clamp(double{action[1]}, -1.0, 1.0);
  if (std::abs(side) > 0.5) {
    thrust.side = std::abs(side);
    thrust.direction = side > 0 ? 1 : -1;
  }
  return thrust;
}

void LunarLander::Use(const LunarLanderPhysics& physics) {
  physics_ = physics;
  if (world_ != nullptr) {
    world_->SetGravity(physics.gravity);
  }
}

void LunarLander::Reset(Generator* random) {
  world_ = nullptr;  // frees memory before the new world is created
  world_ = std::make_unique<World>(options_, physics_, random);
  Step({}, random);
}

void LunarLander::Step(const Thrust& thrust, Generator* random) {
  EndStep(BeginStep(thrust, random));
}

b2Island* LunarLander::BeginStep(const Thrust& thrust, Generator* random) {
  thrust_ = thrust;
  if (options_.enable_wind) {
    world_->Blow(physics_);
  }
  world_->Fire(thrust, physics_, random);
  return world_->BeginAdvance();
}

void LunarLander::EndStep(b2Island* island) {
  world_->EndAdvance(island, thrust_);
  if (options_.has_particles) {
    world_->Fade();
  }
}

void LunarLander::WriteObservation(float* obs) const {
  for (const double each : world_->state()) {
    *obs++ = static_cast<float>(each);
  }
}

double LunarLander::reward() const { return world_->reward(); }
bool LunarLander::is_over() const { return world_ && world_->is_over(); }

void LunarLander::Draw(unsigned char* rgb) const {
  if (world_) {
    world_->Draw(rgb);
  } else {
    std::fill_n(rgb, 600 * 400 * 3, 0);
  }
}

}  // namespace envpool::box2d
