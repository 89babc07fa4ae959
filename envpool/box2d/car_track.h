// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// The random tracks of CarRacing.

#ifndef ENVPOOL_BOX2D_CAR_TRACK_H_
#define ENVPOOL_BOX2D_CAR_TRACK_H_

#include <array>
#include <optional>
#include <vector>

#include "envpool/box2d/raster.h"
#include "envpool/core/random/rng.h"

namespace envpool::box2d {

struct Vector {
  double x;
  double y;
};

// A point of the centre line, and where the road's right side is from there.
struct TrackPoint {
  double alpha;  // the angle at which it is seen from the origin
  double beta;
  double x;
  double y;
};

// A quadrilateral of the road.
struct TrackTile {
  std::array<Vector, 4> road;
  // The red and white border beside it, in tight turns.
  std::optional<std::array<Vector, 4>> border;
};

// A closed track, of random numbers drawn as Gymnasium 1.2.3 draws them:
// attempts that do not close are made again.
std::vector<TrackPoint> DrawTrack(Generator* random);

std::vector<TrackTile> TilesOf(const std::vector<TrackPoint>& track);

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_TRACK_H_
