// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The car of CarRacing: its bodies, wheels and tyres. Only .cc files may
// include this file, as world.h. Threads: as the world's.

#ifndef ENVPOOL_BOX2D_CAR_H_
#define ENVPOOL_BOX2D_CAR_H_

#include <array>
#include <vector>

#include "envpool/box2d/car_racing.h"
#include "envpool/box2d/car_scene.h"
#include "envpool/box2d/car_track.h"
#include "envpool/box2d/world.h"

namespace envpool::box2d {

class Car {
 public:
  struct Wheel {
    b2Body* body;
    b2RevoluteJoint* joint;
    double gas;
    double brake;
    double steer;
    double phase;
    double omega;
    int tiles;  // number of tiles touched
    bool skids;
    // Number of the wheel's current mark, -1 if none; the mark may be deleted.
    int mark;
    int mark_length;
    bool mark_is_mud;
  };

  /// Places the car at the start of a track. The user data of a wheel's body
  /// points to the wheel.
  Car(b2World* world, const TrackPoint& start, const CarPhysics& physics);

  /// Changes all numbers but the densities.
  void Use(const CarPhysics& physics) { physics_ = physics; }

  void Steer(double angle);
  void Gas(double pedal);
  void Brake(double pedal);
  /// Applies the forces of the next step of `time` seconds.
  void Step(double time);

  [[nodiscard]] const b2Body& hull() const { return *hull_; }
  [[nodiscard]] const std::array<Wheel, 4>& wheels() const { return wheels_; }
  [[nodiscard]] const std::vector<SkidMark>& marks() const { return marks_; }
  /// Appends the car's shapes in drawing order.
  void ListShapes(std::vector<CarShape>* shapes) const;

 private:
  void CreateWheel(b2World* world, const TrackPoint& start, int index);
  void Drive(Wheel* wheel, double time);
  void LeaveMark(Wheel* wheel, bool skids, bool grass);
  void StartMark(Wheel* wheel, bool grass);

  CarPhysics physics_;
  b2Body* hull_;
  std::array<Wheel, 4> wheels_;
  std::vector<SkidMark> marks_;  // the newest kMaxMarks marks
  int first_mark_{0};            // the number of marks_[0]
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_H_
