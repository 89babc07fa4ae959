// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/car_racing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "envpool/box2d/car.h"
#include "envpool/box2d/car_scene.h"
#include "envpool/box2d/car_track.h"
#include "envpool/box2d/world.h"

namespace envpool::box2d {

namespace {

constexpr double kFps = 50;

constexpr Color kWhite = 0xffffff;
constexpr Color kRed = 0xff0000;

// There is one painter per drawing thread, since a painter needs much memory.
// It is on the heap: as a thread-local object it would use memory in every
// thread.
CarPainter& Painter() {
  thread_local std::unique_ptr<CarPainter> painter;
  if (painter == nullptr) {
    painter = std::make_unique<CarPainter>();
  }
  return *painter;
}

Color ColorOf(const std::array<double, 3>& rgb) {
  Color color = 0;
  for (const double channel : rgb) {
    color = color << 8 | static_cast<Color>(channel);
  }
  return color;
}

}  // namespace

class CarRacing::World : private b2ContactListener {
 public:
  World(double lap_complete_percent, const CarPhysics& physics,
        const Colors& colors, Generator* random)
      : lap_complete_percent_(lap_complete_percent),
        colors_(colors),
        shape_(physics),
        playfield_(physics.playfield),
        world_({0, 0}) {
    const std::vector<TrackPoint> track = DrawTrack(shape_, random);
    CreateTiles(TilesOf(shape_, track));
    car_ = std::make_unique<Car>(&world_, track.front(), physics);
    world_.SetContactListener(this);
    EndAdvance(BeginAdvance());
  }

  void Use(const CarPhysics& physics) {
    car_->Use(physics);
    playfield_ = physics.playfield;
  }

  b2Island* BeginStep(const Controls& controls) {
    car_->Steer(controls.steer);
    car_->Gas(controls.gas);
    car_->Brake(controls.brake);
    return BeginAdvance();
  }

  void EndStep(b2Island* island) {
    EndAdvance(island);
    total_ -= 0.1;
    reward_ = total_ - total_before_;
    total_before_ = total_;
    if (visited_ == tiles_.size() || new_lap_) {
      is_over_ = true;
      lap_finished_ = true;
    }
    const b2Vec2 position = car_->hull().GetPosition();
    if (std::abs(double{position.x}) > playfield_ ||
        std::abs(double{position.y}) > playfield_) {
      is_over_ = true;
      lap_finished_ = false;
      reward_ = -100;
    }
  }

  void DrawObservation(std::uint8_t* obs) {
    Painter().DrawObservation(Scene(observed_total_), obs);
  }
  void DrawFrame(std::uint8_t* rgb) { Painter().DrawFrame(Scene(total_), rgb); }

  [[nodiscard]] double reward() const { return reward_; }
  [[nodiscard]] bool is_over() const { return is_over_; }
  [[nodiscard]] bool lap_finished() const { return lap_finished_; }

 private:
  struct Tile {
    std::size_t piece;  // index into pieces_
    bool is_visited;
  };

  // One body has all tiles; the official env has a body per tile. Contacts of
  // static sensors do not depend on that, and a step of the world, which visits
  // all bodies, has fewer cache misses.
  void CreateTiles(const std::vector<TrackTile>& track) {
    tiles_.reserve(track.size());
    b2Body* road = CreateBody(&world_, b2_staticBody);
    b2FixtureDef def;
    def.isSensor = true;
    for (std::size_t i = 0; i < track.size(); ++i) {
      b2Vec2 corners[4];
      for (int k = 0; k < 4; ++k) {
        corners[k] = Vec(track[i].road[k].x, track[i].road[k].y);
      }
      b2PolygonShape shape;
      shape.Set(corners, 4);
      tiles_.push_back({pieces_.size(), false});
      def.userData = &tiles_.back();
      AddFixture(road, def, shape);
      const Rgb& rgb = colors_.road;
      const double lighter = 0.01 * static_cast<double>(i % 3) * 255;
      pieces_.push_back(
          {track[i].road,
           ColorOf({rgb[0] + lighter, rgb[1] + lighter, rgb[2] + lighter})});
      if (track[i].border) {
        pieces_.push_back({*track[i].border, i % 2 == 0 ? kWhite : kRed});
      }
    }
    for (const RoadPiece& piece : pieces_) {
      for (const Vector& corner : piece.corners) {
        const double x = corner.x - piece.corners[0].x;
        const double y = corner.y - piece.corners[0].y;
        largest_piece_ = std::max(largest_piece_, std::sqrt(x * x + y * y));
      }
    }
  }

  b2Island* BeginAdvance() {
    car_->Step(1.0 / kFps);
    return BeginWorldStep(&world_, kFps);
  }
  void EndAdvance(b2Island* island) {
    EndWorldStep(&world_, island);
    time_ += 1.0 / kFps;
    observed_total_ = total_;
  }

  void BeginContact(b2Contact* contact) override { Touch(contact, true); }
  void EndContact(b2Contact* contact) override { Touch(contact, false); }

  // The road is the only static body; the hull has no user data.
  void Touch(b2Contact* contact, bool begins) {
    const auto is_tile = [](const b2Fixture* fixture) {
      return fixture->GetBody()->GetType() == b2_staticBody;
    };
    b2Fixture* road = contact->GetFixtureA();
    b2Fixture* other = contact->GetFixtureB();
    if (!is_tile(road)) {
      std::swap(road, other);
    }
    if (!is_tile(road)) {
      return;
    }
    auto* tile = static_cast<Tile*>(road->GetUserData());
    auto* wheel = static_cast<Car::Wheel*>(other->GetBody()->GetUserData());
    pieces_[tile->piece].color = ColorOf(colors_.road);
    if (wheel == nullptr) {
      return;
    }
    wheel->tiles += begins ? 1 : -1;
    if (begins && !tile->is_visited) {
      Visit(tile);
    }
  }

  void Visit(Tile* tile) {
    const auto count = static_cast<double>(tiles_.size());
    tile->is_visited = true;
    total_ += 1000.0 / count;
    ++visited_;
    if (tile == tiles_.data() &&
        static_cast<double>(visited_) / count > lap_complete_percent_) {
      new_lap_ = true;
    }
  }

  CarScene Scene(double total) {
    car_->ListShapes(&shapes_);
    const b2Body& hull = car_->hull();
    const b2Vec2 velocity = hull.GetLinearVelocity();
    const double vx = velocity.x;
    const double vy = velocity.y;
    const auto& wheels = car_->wheels();
    return {.time = time_,
            .reward = total,
            .background = ColorOf(colors_.background),
            .grass = ColorOf(colors_.grass),
            .playfield = playfield_,
            .least_margin = std::max(shape_.width, shape_.detail_step),
            .road = pieces_,
            .largest_piece = largest_piece_,
            .marks = car_->marks(),
            .car = shapes_,
            .x = hull.GetPosition().x,
            .y = hull.GetPosition().y,
            .angle = hull.GetAngle(),
            .speed = std::sqrt(vx * vx + vy * vy),
            .spin = hull.GetAngularVelocity(),
            .wheel_speeds = {wheels[0].omega, wheels[1].omega, wheels[2].omega,
                             wheels[3].omega},
            .steering = wheels[0].joint->GetJointAngle()};
  }

  double lap_complete_percent_;
  Colors colors_;
  TrackShape shape_;
  double playfield_;  // half the side of the field
  std::vector<Tile> tiles_;
  std::vector<RoadPiece> pieces_;
  double largest_piece_{0};  // greatest distance from a piece's first corner
  b2World world_;
  std::unique_ptr<Car> car_;
  std::vector<CarShape> shapes_;  // the car's shapes in the scene
  double time_{0};
  double total_{0};
  double total_before_{0};
  double observed_total_{0};  // total_ at the time of the observation
  double reward_{0};
  std::size_t visited_{0};
  bool new_lap_{false};
  bool is_over_{false};
  bool lap_finished_{false};
};

CarRacing::CarRacing(const CarRacingOptions& options) : options_(options) {}
CarRacing::~CarRacing() = default;

CarRacing::Controls CarRacing::FromChoice(int action) {
  return {.steer = action == 1   ? -0.6
                   : action == 2 ? 0.6
                                 : 0.0,
          .gas = action == 3 ? 0.2 : 0.0,
          .brake = action == 4 ? 0.8 : 0.0};
}

CarRacing::Controls CarRacing::FromPedals(const float* action) {
  return {.steer = -double{action[0]},
          .gas = double{action[1]},
          .brake = double{action[2]}};
}

void CarRacing::Use(const CarPhysics& physics) {
  physics_ = physics;
  if (world_ != nullptr) {
    world_->Use(physics);
  }
}

void CarRacing::Reset(Generator* random) {
  world_ = nullptr;
  Colors colors;
  if (options_.domain_randomize) {
    if (randomize_) {
      colors_ = DrawColors(random);
    } else if (!colors_) {
      Generator copy = *random;
      colors_ = DrawColors(&copy);
    }
    colors = *colors_;
  }
  world_ = std::make_unique<World>(options_.lap_complete_percent, physics_,
                                   colors, random);
}

CarRacing::Colors CarRacing::DrawColors(Generator* random) {
  const auto draw = [random] {
    Rgb rgb;
    for (double& channel : rgb) {
      channel = random->Uniform(0, 210);
    }
    return rgb;
  };
  Colors colors;
  colors.road = draw();
  colors.background = draw();
  colors.grass = colors.background;
  colors.grass[random->Integers(3)] += 20;
  return colors;
}

void CarRacing::SaveColors(StateWriter* writer) const {
  writer->Write(randomize_);
  writer->Write(colors_.has_value());
  const Colors colors = colors_.value_or(Colors());
  for (const Rgb& rgb : {colors.road, colors.background, colors.grass}) {
    for (const double channel : rgb) {
      writer->Write(channel);
    }
  }
}

void CarRacing::LoadColors(StateReader* reader) {
  bool has_colors;
  Colors colors;
  reader->Read(&randomize_);
  reader->Read(&has_colors);
  for (Rgb* rgb : {&colors.road, &colors.background, &colors.grass}) {
    for (double& channel : *rgb) {
      reader->Read(&channel, 0, 230);
    }
  }
  colors_ = has_colors ? std::optional(colors) : std::nullopt;
}

void CarRacing::Step(const Controls& controls) { EndStep(BeginStep(controls)); }

b2Island* CarRacing::BeginStep(const Controls& controls) {
  return world_->BeginStep(controls);
}

void CarRacing::EndStep(b2Island* island) { world_->EndStep(island); }

void CarRacing::WriteObservation(std::uint8_t* obs) const {
  world_->DrawObservation(obs);
}

double CarRacing::reward() const { return world_->reward(); }
bool CarRacing::is_over() const {
  return world_ == nullptr || world_->is_over();
}
bool CarRacing::lap_finished() const { return world_->lap_finished(); }

void CarRacing::Draw(unsigned char* rgb) const {
  if (world_ == nullptr) {  // before the first reset there is no road
    std::fill_n(
        rgb,
        std::size_t{3} * CarPainter::kFrameWidth * CarPainter::kFrameHeight, 0);
    return;
  }
  world_->DrawFrame(rgb);
}

}  // namespace envpool::box2d
