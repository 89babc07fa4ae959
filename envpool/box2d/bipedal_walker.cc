// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/bipedal_walker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/box2d/bipedal_terrain.h"
#include "envpool/box2d/surface.h"
#include "envpool/box2d/world.h"

namespace envpool::box2d {
namespace {

constexpr double kFps = 50;
constexpr double kScale = BipedalTerrain::kScale;
constexpr int kRays = 10;
constexpr double kLegDown = -8 / kScale;
constexpr double kLegWidth = 8 / kScale;
constexpr double kLegHeight = 34 / kScale;
constexpr double kWidth = 600 / kScale;
constexpr double kHeight = 400 / kScale;
constexpr uint16 kOfWalker = 0x0020;
constexpr Color kBlack = 0x000000;

/// Casts several rays from one point at the ground. Equals b2World::RayCast
/// for each ray, but queries the ground only once.
class Lidar : private b2QueryCallback {
 public:
  [[nodiscard]] b2Vec2 from() const { return from_; }
  [[nodiscard]] b2Vec2 end(int i) const { return rays_[i].end; }
  /// The fraction of the ray before it hits the ground.
  [[nodiscard]] float fraction(int i) const {
    return rays_[i].input.maxFraction;
  }

  void Cast(const b2World& world, b2Vec2 from,
            const std::array<b2Vec2, kRays>& ends) {
    from_ = from;
    b2AABB box{from, from};
    for (int i = 0; i < kRays; ++i) {
      b2Assert((ends[i] - from).LengthSquared() > 0.0F);
      rays_[i].input = {from, ends[i], 1};
      rays_[i].SetEnd(ends[i]);
      box.Combine(rays_[i].box);
    }
    world.QueryAABB(this, box);
  }

 private:
  struct Ray {
    void SetEnd(b2Vec2 to) {
      end = to;
      box = {b2Min(input.p1, to), b2Max(input.p1, to)};
    }

    b2RayCastInput input;
    b2Vec2 end;
    b2AABB box;
  };

  bool ReportFixture(b2Fixture* fixture) override {
    if ((fixture->GetFilterData().categoryBits & 1) == 0) {
      return true;
    }
    for (Ray& ray : rays_) {
      b2RayCastOutput output;
      if (b2TestOverlap(fixture->GetAABB(0), ray.box) &&
          fixture->RayCast(&output, ray.input, 0)) {
        const float fraction = output.fraction;
        ray.input.maxFraction = fraction;
        ray.SetEnd((1.0F - fraction) * ray.input.p1 + fraction * ray.input.p2);
      }
    }
    return true;
  }

  b2Vec2 from_{0, 0};
  std::array<Ray, kRays> rays_{};
};

}  // namespace

class BipedalWalker::World : private b2ContactListener {
 public:
  explicit World(const std::vector<std::int32_t>& free_nodes)
      : world_(Vec(0, -10)) {
    if (!free_nodes.empty()) {
      world_.GetTree()->SetFreeNodes(free_nodes);
    }
    Use(BipedalWalkerPhysics());
  }

  void Use(const BipedalWalkerPhysics& physics) {
    physics_ = physics;
    world_.SetGravity(Vec(0, physics.gravity));
    for (int i = 0; i < kRays; ++i) {
      directions_[i] = {std::sin(1.5 * i / 10.0) * physics.lidar_range,
                        std::cos(1.5 * i / 10.0) * physics.lidar_range};
    }
  }

  void Reset(bool hardcore, Generator* random) {
    Destroy();
    world_.GetTree()->GetFreeNodes(&free_nodes_);
    world_.SetContactListener(this);
    is_over_ = has_fallen_ = false;
    is_first_ = true;
    touches_.fill(false);
    terrain_.Generate(hardcore, random);
    CreateGround();
    CreateHull(random);
    for (const int i : {0, 1}) {
      CreateLeg(i);
    }
    const std::array<float, 4> nothing{};
    steps_ = 0;
    EndStep(BeginStep(nothing.data()));
  }

  b2Island* BeginStep(const float* action) {
    std::copy_n(action, action_.size(), action_.begin());
    for (int i = 0; i < 4; ++i) {
      const double speed =
          i % 2 == 0 ? physics_.hip_speed : physics_.knee_speed;
      const float a = action[i];
      const float sign = a > 0 ? 1 : (a < 0 ? -1 : (a == 0 ? 0 : a));
      joints_[i]->SetMotorSpeed(static_cast<float>(speed * sign));
      // As NumPy multiplies a Python float and a float32.
      joints_[i]->SetMaxMotorTorque(static_cast<float>(physics_.motors_torque) *
                                    Size(a));
    }
    return BeginWorldStep(&world_, kFps);
  }

  void EndStep(b2Island* island) {
    EndWorldStep(&world_, island);
    const b2Vec2 position = hull_->GetPosition();
    std::array<b2Vec2, kRays> ends;
    for (int i = 0; i < kRays; ++i) {
      ends[i] = Vec(position.x + directions_[i].first,
                    position.y - directions_[i].second);
    }
    lidar_.Cast(world_, position, ends);
    ++steps_;
    Observe();
    Judge(position.x, action_.data());
  }

  void Draw(unsigned char* rgb) const {
    const double scroll = lidar_.from().x - kWidth / 5;
    const int left = static_cast<int>(std::max(0.0, scroll) * kScale);
    Surface surface(left + 600, 400, kBlack);
    DrawScenery(scroll, &surface);
    const int ray = steps_ % 100;
    if (ray < 2 * kRays) {
      const b2Vec2 from = lidar_.from();
      const b2Vec2 end = lidar_.end(ray < kRays ? ray : 2 * kRays - 1 - ray);
      surface.Line(Scaled({from.x, from.y}), Scaled({end.x, end.y}), 0xff0000);
    }
    for (auto body = ground_.rbegin(); body != ground_.rend(); ++body) {
      DrawGround(**body, body - ground_.rbegin(), &surface);
    }
    for (const int i : {0, 1, 2, 3}) {
      const bool is_first = i < 2;
      DrawBody(*legs_[i], is_first ? 0xb26598 : 0x803366,
               is_first ? 0x7f4c65 : 0x4d1a33, &surface);
    }
    DrawBody(*hull_, 0x7f33e5, 0x4c4c7f, &surface);
    DrawFlag(&surface);
    surface.WriteFlipped(left, rgb);
  }

  [[nodiscard]] const std::array<double, 24>& state() const { return state_; }
  [[nodiscard]] float reward() const { return reward_; }
  [[nodiscard]] bool is_over() const { return is_over_; }
  [[nodiscard]] bool has_walker() const { return hull_ != nullptr; }
  [[nodiscard]] bool is_usable() const { return !world_.IsLocked(); }
  [[nodiscard]] const std::vector<std::int32_t>& free_nodes() const {
    return free_nodes_;
  }

 private:
  void Destroy() {
    world_.SetContactListener(nullptr);
    std::for_each(ground_.rbegin(), ground_.rend(),
                  [this](b2Body* body) { world_.DestroyBody(body); });
    ground_.clear();
    if (hull_ != nullptr) {
      world_.DestroyBody(hull_);
      for (b2Body* leg : legs_) {
        world_.DestroyBody(leg);
      }
      hull_ = nullptr;
    }
  }

  void CreateGround() {
    b2FixtureDef def;
    def.friction = static_cast<float>(physics_.ground_friction);
    const auto add = [&](const b2Shape& shape) {
      ground_.push_back(CreateBody(&world_, b2_staticBody));
      AddFixture(ground_.back(), def, shape);
    };
    for (const auto& b : terrain_.blocks()) {
      add(Polygon({b[0], b[1], b[2], b[3]}));
    }
    for (int i = 0; i + 1 < BipedalTerrain::kLength; ++i) {
      const auto from = terrain_.At(i);
      const auto to = terrain_.At(i + 1);
      add(Edge(Vec(from.first, from.second), Vec(to.first, to.second)));
    }
  }

  void CreateHull(Generator* random) {
    hull_ = CreateBody(&world_, b2_dynamicBody, Vec(kStartX, kStartY));
    AddFixture(hull_,
               Moving(physics_.hull_density, physics_.hull_friction, kOfWalker),
               Polygon({{-30 / kScale, 9 / kScale},
                        {6 / kScale, 9 / kScale},
                        {34 / kScale, 1 / kScale},
                        {34 / kScale, -8 / kScale},
                        {-30 / kScale, -8 / kScale}}));
    const double force = physics_.initial_random;
    hull_->ApplyForceToCenter(Vec(random->Uniform(-force, force), 0), true);
  }

  void CreateLeg(int i) {
    const double side = 2 * i - 1;
    b2Body* upper = CreateBody(
        &world_, b2_dynamicBody,
        Vec(kStartX, kStartY - kLegHeight / 2 - kLegDown), side * 0.05);
    const double friction = physics_.leg_friction;
    AddFixture(upper, Moving(physics_.upper_leg_density, friction, kOfWalker),
               Box(kLegWidth / 2, kLegHeight / 2));
    joints_[2 * i] = CreateHinge(&world_, hull_, upper,
                                 {.anchor_a = {0, kLegDown},
                                  .anchor_b = {0, kLegHeight / 2},
                                  .max_torque = physics_.motors_torque,
                                  .speed = side,
                                  .lower = -0.8,
                                  .upper = 1.1});
    b2Body* lower = CreateBody(
        &world_, b2_dynamicBody,
        Vec(kStartX, kStartY - kLegHeight * 3 / 2 - kLegDown), side * 0.05);
    AddFixture(lower, Moving(physics_.lower_leg_density, friction, kOfWalker),
               Box(0.8 * kLegWidth / 2, kLegHeight / 2));
    joints_[2 * i + 1] = CreateHinge(&world_, upper, lower,
                                     {.anchor_a = {0, -kLegHeight / 2},
                                      .anchor_b = {0, kLegHeight / 2},
                                      .max_torque = physics_.motors_torque,
                                      .speed = 1,
                                      .lower = -1.6,
                                      .upper = -0.1});
    legs_[2 * i] = upper;
    legs_[2 * i + 1] = lower;
  }

  /// np.clip(np.abs(action), 0, 1).
  static float Size(float action) { return std::min(std::abs(action), 1.0F); }

  void Observe() {
    const b2Vec2 velocity = hull_->GetLinearVelocity();
    double* out = state_.data();
    *out++ = hull_->GetAngle();
    *out++ = 2.0 * hull_->GetAngularVelocity() / kFps;
    *out++ = 0.3 * velocity.x * kWidth / kFps;
    *out++ = 0.3 * velocity.y * kHeight / kFps;
    for (const int i : {0, 2}) {
      *out++ = joints_[i]->GetJointAngle();
      *out++ = joints_[i]->GetJointSpeed() / physics_.hip_speed;
      *out++ = joints_[i + 1]->GetJointAngle() + 1.0;
      *out++ = joints_[i + 1]->GetJointSpeed() / physics_.knee_speed;
      *out++ = touches_[i / 2] ? 1.0 : 0.0;
    }
    for (int i = 0; i < kRays; ++i) {
      *out++ = lidar_.fraction(i);
    }
  }

  // As in NumPy, the reward is a float32 once the cost of the actions is added.
  void Judge(double x, const float* action) {
    const double shaping = 130 * x / kScale - 5.0 * std::abs(state_[0]);
    reward_ = is_first_ ? 0 : static_cast<float>(shaping - shaping_);
    shaping_ = shaping;
    is_first_ = false;
    const double cost = 0.00035 * physics_.motors_torque;
    for (int i = 0; i < 4; ++i) {
      reward_ -= static_cast<float>(cost) * Size(action[i]);
    }
    if (has_fallen_ || x < 0) {
      reward_ = -100;
      is_over_ = true;
    }
    constexpr int kEnd = BipedalTerrain::kLength - BipedalTerrain::kGrass;
    if (x > kEnd * BipedalTerrain::kStep) {
      is_over_ = true;
    }
  }

  static Surface::Place Scaled(Surface::Place place) {
    return {place.first * kScale, place.second * kScale};
  }

  void DrawScenery(double scroll, Surface* surface) const {
    const double left = scroll * kScale;
    const double right = left + 600;
    surface->Polygon(
        std::array<Surface::Place, 4>{
            {{left, 0}, {right, 0}, {right, 400}, {left, 400}}},
        0xd7d7ff);
    for (const BipedalTerrain::Cloud& cloud : terrain_.clouds()) {
      if (cloud.right < scroll / 2 || cloud.left > scroll / 2 + kWidth) {
        continue;
      }
      auto corners = cloud.corners;
      for (auto& [x, y] : corners) {
        x = x * kScale + scroll * kScale / 2;
        y *= kScale;
      }
      surface->SmoothPolygon(corners, 0xffffff);
    }
    for (int i = 0; i + 1 < BipedalTerrain::kLength; ++i) {
      const auto from = terrain_.At(i);
      const auto to = terrain_.At(i + 1);
      if (to.first < scroll || from.first > scroll + kWidth) {
        continue;
      }
      const std::array soil{Scaled(from), Scaled(to), Scaled({to.first, 0}),
                            Scaled({from.first, 0})};
      surface->SmoothPolygon(soil, 0x66994c);
    }
  }

  /// `number`: index of the body, counted from the last one.
  void DrawGround(const b2Body& body, std::ptrdiff_t number,
                  Surface* surface) const {
    constexpr std::ptrdiff_t kEdges = BipedalTerrain::kLength - 1;
    if (number >= kEdges) {
      DrawBody(body, 0xffffff, 0x999999, surface);
      return;
    }
    const auto* edge =
        static_cast<const b2EdgeShape*>(body.GetFixtureList()->GetShape());
    const b2Vec2 from = 30.0F * edge->m_vertex1;
    const b2Vec2 to = 30.0F * edge->m_vertex2;
    const bool is_even = (kEdges - 1 - number) % 2 == 0;
    surface->SmoothLine({from.x, from.y}, {to.x, to.y},
                        is_even ? 0x4cff4c : 0x4ccc4c);
  }

  static void DrawBody(const b2Body& body, Color fill, Color line,
                       Surface* surface) {
    const std::vector<Surface::Place> corners = CornersOf(body, 30.0F);
    surface->SmoothPolygon(corners, fill);
    surface->Outline(corners, line);
    surface->SmoothOutline(corners, line);
  }

  static void DrawFlag(Surface* surface) {
    constexpr double kFoot = BipedalTerrain::kHeight * kScale;
    constexpr double kTop = kFoot + 50;
    constexpr double kX = BipedalTerrain::kStep * 3 * kScale;
    const std::array<Surface::Place, 3> flag{
        {{kX, kTop}, {kX, kTop - 10}, {kX + 25, kTop - 5}}};
    surface->SmoothLine({kX, kFoot}, {kX, kTop}, kBlack);
    surface->Polygon(flag, 0xe63300);
    surface->Outline(flag, kBlack);
  }

  void BeginContact(b2Contact* contact) override {
    has_fallen_ |= Has(contact, hull_);
    for (const int i : {0, 1}) {
      touches_[i] |= Has(contact, legs_[2 * i + 1]);
    }
  }
  void EndContact(b2Contact* contact) override {
    for (const int i : {0, 1}) {
      touches_[i] &= !Has(contact, legs_[2 * i + 1]);
    }
  }
  static bool Has(b2Contact* contact, const b2Body* body) {
    return contact->GetFixtureA()->GetBody() == body ||
           contact->GetFixtureB()->GetBody() == body;
  }

  static constexpr double kStartX =
      BipedalTerrain::kStep * BipedalTerrain::kStartPad / 2;
  static constexpr double kStartY = BipedalTerrain::kHeight + 2 * kLegHeight;

  BipedalWalkerPhysics physics_;
  b2World world_;
  BipedalTerrain terrain_;
  std::vector<std::int32_t> free_nodes_;
  std::vector<b2Body*> ground_;
  b2Body* hull_{};
  std::array<b2Body*, 4> legs_{};
  std::array<b2RevoluteJoint*, 4> joints_{};
  std::array<bool, 2> touches_{};
  std::array<std::pair<double, double>, kRays> directions_;
  Lidar lidar_;
  std::array<float, 4> action_{};
  int steps_{0};  // includes the step of the reset
  std::array<double, 24> state_{};
  double shaping_{0};
  float reward_{0};
  bool is_first_{true};
  bool has_fallen_{false};
  bool is_over_{false};
};

BipedalWalker::BipedalWalker(bool hardcore)
    : hardcore_(hardcore),
      world_(std::make_unique<World>(std::vector<std::int32_t>())) {}
BipedalWalker::~BipedalWalker() = default;

void BipedalWalker::Use(const BipedalWalkerPhysics& physics) {
  physics_ = physics;
  world_->Use(physics);
}

void BipedalWalker::Reset(Generator* random) {
  if (!world_->is_usable()) {
    SetFreeNodes({});
  }
  world_->Reset(hardcore_, random);
}

void BipedalWalker::Step(const float* action) { EndStep(BeginStep(action)); }

b2Island* BipedalWalker::BeginStep(const float* action) {
  return world_->BeginStep(action);
}

void BipedalWalker::EndStep(b2Island* island) { world_->EndStep(island); }

void BipedalWalker::WriteObservation(float* obs) const {
  for (const double each : world_->state()) {
    *obs++ = static_cast<float>(each);
  }
}

float BipedalWalker::reward() const { return world_->reward(); }
bool BipedalWalker::is_over() const { return world_->is_over(); }

void BipedalWalker::Draw(unsigned char* rgb) const {
  if (world_->has_walker()) {
    world_->Draw(rgb);
  } else {
    std::fill_n(rgb, 600 * 400 * 3, 0);
  }
}

const std::vector<std::int32_t>& BipedalWalker::free_nodes() const {
  return world_->free_nodes();
}

void BipedalWalker::SetFreeNodes(const std::vector<std::int32_t>& nodes) {
  world_ = std::make_unique<World>(nodes);
  world_->Use(physics_);
}

}  // namespace envpool::box2d
