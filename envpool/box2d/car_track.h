// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// The random tracks of CarRacing.
//
// Threads: any. Errors: DrawTrack throws std::runtime_error if no track closes.

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

// The constants of the official module that shape a track.
struct TrackShape {
  double radius{900 / 6.0};
  double detail_step{21 / 6.0};
  double turn_rate{0.31};
  double width{40 / 6.0};
  double border{8 / 6.0};
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
std::vector<TrackPoint> DrawTrack(const TrackShape& shape, Generator* random);

std::vector<TrackTile> TilesOf(const TrackShape& shape,
                               const std::vector<TrackPoint>& track);

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_TRACK_H_
