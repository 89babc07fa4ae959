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

// A point of the centre line, with the direction to the road's right side.
struct TrackPoint {
  double alpha;  // polar angle of the point
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

// Draws a closed track with the random numbers of Gymnasium 1.2.3; repeats
// until a track closes.
std::vector<TrackPoint> DrawTrack(Generator* random);

std::vector<TrackTile> TilesOf(const std::vector<TrackPoint>& track);

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_TRACK_H_
