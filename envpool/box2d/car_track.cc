// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/car_track.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace envpool::box2d {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kScale = 6.0;
constexpr int kBorderRun = 4;
constexpr int kCheckpoints = 12;
constexpr int kMaxPoints = 2500;
// More than a quarter of all tracks close with any allowed shape.
constexpr int kMaxAttempts = 1000;
constexpr double kStartAlpha = 2 * kPi * -0.5 / kCheckpoints;

double Sign(double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0; }

struct Checkpoint {
  double alpha;
  double x;
  double y;
};

using Checkpoints = std::array<Checkpoint, kCheckpoints>;

Checkpoints DrawCheckpoints(double track_radius, Generator* random) {
  Checkpoints checkpoints;
  for (int i = 0; i < kCheckpoints; ++i) {
    const double noise = random->Uniform(0, 2 * kPi * 1 / kCheckpoints);
    double alpha = 2 * kPi * i / kCheckpoints + noise;
    double radius = random->Uniform(track_radius / 3, track_radius);
    if (i == 0) {
      alpha = 0;
      radius = 1.5 * track_radius;
    } else if (i == kCheckpoints - 1) {
      alpha = 2 * kPi * i / kCheckpoints;
      radius = 1.5 * track_radius;
    }
    checkpoints[i] = {alpha, radius * std::cos(alpha),
                      radius * std::sin(alpha)};
  }
  return checkpoints;
}

// Returns the first checkpoint from `dest` on that is not behind `alpha`. After
// the last checkpoint, `alpha` is reduced by a full turn.
const Checkpoint& NextCheckpoint(const Checkpoints& checkpoints, int* dest,
                                 double* alpha) {
  while (true) {
    do {
      const Checkpoint& next = checkpoints[*dest % kCheckpoints];
      if (*alpha <= next.alpha) {
        return next;
      }
      ++*dest;
    } while (*dest % kCheckpoints != 0);
    *alpha -= 2 * kPi;
  }
}

// Drives from checkpoint to checkpoint, five laps at most.
std::vector<TrackPoint> DriveLaps(const TrackShape& shape,
                                  const Checkpoints& checkpoints) {
  std::vector<TrackPoint> track;
  double x = 1.5 * shape.radius;
  double y = 0;
  double beta = 0;
  int dest = 0;
  int laps = 0;
  bool was_below = false;
  for (int left = kMaxPoints; left > 0; --left) {
    double alpha = std::atan2(y, x);
    if (was_below && alpha > 0) {
      ++laps;
      was_below = false;
    }
    if (alpha < 0) {
      was_below = true;
      alpha += 2 * kPi;
    }
    const Checkpoint& next = NextCheckpoint(checkpoints, &dest, &alpha);
    const double right_x = std::cos(beta);
    const double right_y = std::sin(beta);
    const double ahead = right_x * (next.x - x) + right_y * (next.y - y);
    while (beta - alpha > 1.5 * kPi) {
      beta -= 2 * kPi;
    }
    while (beta - alpha < -1.5 * kPi) {
      beta += 2 * kPi;
    }
    const double beta_before = beta;
    const double turn = ahead * kScale;
    if (turn > 0.3) {
      beta -= std::min(shape.turn_rate, std::abs(0.001 * turn));
    }
    if (turn < -0.3) {
      beta += std::min(shape.turn_rate, std::abs(0.001 * turn));
    }
    x += -right_y * shape.detail_step;
    y += right_x * shape.detail_step;
    track.push_back({alpha, beta_before * 0.5 + beta * 0.5, x, y});
    if (laps > 4) {
      break;
    }
  }
  return track;
}

// Cuts out the last whole lap. Returns false if there is none, if it is not
// closed, or if it has too few points for FindBorders.
bool CutLap(double detail_step, std::vector<TrackPoint>* track) {
  int last = -1;
  int i = static_cast<int>(track->size());
  while (true) {
    if (--i == 0) {
      return false;
    }
    if ((*track)[i].alpha > kStartAlpha &&
        (*track)[i - 1].alpha <= kStartAlpha) {
      if (last != -1) {
        break;
      }
      last = i;
    }
  }
  // Python's slice [i:last - 1].
  track->resize(std::max(last - 1, i));
  track->erase(track->begin(), track->begin() + i);
  if (track->size() <= kBorderRun) {
    return false;
  }
  const TrackPoint& head = track->front();
  const TrackPoint& tail = track->back();
  const double jump_x = std::cos(head.beta) * (head.x - tail.x);
  const double jump_y = std::sin(head.beta) * (head.y - tail.y);
  return !(std::sqrt(jump_x * jump_x + jump_y * jump_y) > detail_step);
}

// Tiles have a border where the road turns in one direction for a while.
std::vector<char> FindBorders(double turn_rate,
                              const std::vector<TrackPoint>& track) {
  const int count = static_cast<int>(track.size());
  const auto before = [count](int i) { return i < 0 ? i + count : i; };
  std::vector<char> border(count);
  for (int i = 0; i < count; ++i) {
    bool good = true;
    double one_side = 0;
    for (int back = 0; back < kBorderRun; ++back) {
      const double turn =
          track[before(i - back)].beta - track[before(i - back - 1)].beta;
      good &= std::abs(turn) > turn_rate * 0.2;
      one_side += Sign(turn);
    }
    border[i] = good && std::abs(one_side) == kBorderRun;
  }
  for (int i = 0; i < count; ++i) {
    for (int back = 0; back < kBorderRun; ++back) {
      border[before(i - back)] |= border[i];
    }
  }
  return border;
}

}  // namespace

std::vector<TrackPoint> DrawTrack(const TrackShape& shape, Generator* random) {
  for (int i = 0; i < kMaxAttempts; ++i) {
    std::vector<TrackPoint> track =
        DriveLaps(shape, DrawCheckpoints(shape.radius, random));
    if (CutLap(shape.detail_step, &track)) {
      return track;
    }
  }
  throw std::runtime_error(
      "TRACK_RAD, TRACK_DETAIL_STEP, TRACK_TURN_RATE: expected values with "
      "which tracks close, got ones with which " +
      std::to_string(kMaxAttempts) + " tracks did not");
}

std::vector<TrackTile> TilesOf(const TrackShape& shape,
                               const std::vector<TrackPoint>& track) {
  const std::vector<char> borders = FindBorders(shape.turn_rate, track);
  std::vector<TrackTile> tiles;
  tiles.reserve(track.size());
  for (std::size_t i = 0; i < track.size(); ++i) {
    const TrackPoint& a = track[i];
    const TrackPoint& b = track[i > 0 ? i - 1 : track.size() - 1];
    const auto beside = [](const TrackPoint& p, double distance) {
      return Vector{p.x + distance * std::cos(p.beta),
                    p.y + distance * std::sin(p.beta)};
    };
    TrackTile tile{{beside(a, -shape.width), beside(a, shape.width),
                    beside(b, shape.width), beside(b, -shape.width)},
                   std::nullopt};
    if (borders[i] != 0) {
      const double side = Sign(b.beta - a.beta);
      const double near = side * shape.width;
      const double far = side * (shape.width + shape.border);
      tile.border = {beside(a, near), beside(a, far), beside(b, far),
                     beside(b, near)};
    }
    tiles.push_back(tile);
  }
  return tiles;
}

}  // namespace envpool::box2d
