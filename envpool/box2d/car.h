// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The car of CarRacing: its bodies, wheels and tyres. For .cc files only, as
// world.h. Threads: as the world's.

#ifndef ENVPOOL_BOX2D_CAR_H_
#define ENVPOOL_BOX2D_CAR_H_

#include <array>
#include <vector>

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
    int tiles;  // that it touches
    bool skids;
    // The mark that it is leaving, by its number, -1 if none; it may be gone.
    int mark;
    int mark_length;
    bool mark_is_mud;
  };

  /// At the start of a track. Wheels' bodies have themselves as user data.
  Car(b2World* world, const TrackPoint& start);

  void Steer(double angle);
  void Gas(double pedal);
  void Brake(double pedal);
  /// Applies the forces of the next step of `time` seconds.
  void Step(double time);

  [[nodiscard]] const b2Body& hull() const { return *hull_; }
  [[nodiscard]] const std::array<Wheel, 4>& wheels() const { return wheels_; }
  [[nodiscard]] const std::vector<SkidMark>& marks() const { return marks_; }
  /// What is drawn, in this order.
  void ListShapes(std::vector<CarShape>* shapes) const;

 private:
  void CreateWheel(b2World* world, const TrackPoint& start, int index);
  void Drive(Wheel* wheel, double time);
  void LeaveMark(Wheel* wheel, bool skids, bool grass);
  void StartMark(Wheel* wheel, bool grass);

  b2Body* hull_;
  std::array<Wheel, 4> wheels_;
  std::vector<SkidMark> marks_;  // the last ones
  int first_mark_{0};            // the number of the first one
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_H_
