// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/lines.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace envpool::box2d {

bool ClipLine(Point* a, Point* b, int width, int height) {
  const Point from = *a;
  const Point to = *b;
  double begin = 0;
  double end = 1;
  const int along[] = {from.x - to.x, to.x - from.x, from.y - to.y,
                       to.y - from.y};
  const int inside[] = {from.x, width - from.x, from.y, height - from.y};
  for (int i = 0; i < 4; ++i) {
    const double at = static_cast<double>(inside[i]) / along[i];
    if (along[i] < 0) {
      begin = std::max(begin, at);
    } else if (along[i] > 0) {
      end = std::min(end, at);
    } else if (inside[i] < 0) {
      return false;
    }
  }
  if (begin > end) {
    return false;
  }
  const auto round_away = [](double v) {
    return static_cast<int>(v < 0 ? v - 0.5 : v + 0.5);
  };
  const auto point_at = [&](double share) {
    return Point{from.x + round_away(along[1] * share),
                 from.y + round_away(along[3] * share)};
  };
  *a = point_at(begin);
  *b = point_at(end);
  return true;
}

bool ClipSmoothLine(Point* a, Point* b, int width, int height) {
  const int right = width - 1;
  const int bottom = height - 1;
  const auto side = [](int v, int high) {
    return v < 0 ? -1 : v > high ? 1 : 0;
  };
  // The low 16 bits of a conversion to 32 bits; 0 on overflow.
  const auto short_of = [](float v) {
    return std::abs(v) < 0x1p31F
               ? static_cast<std::int16_t>(static_cast<std::int32_t>(v))
               : std::int16_t{0};
  };
  while (true) {
    int ax = side(a->x, right);
    int ay = side(a->y, bottom);
    const int bx = side(b->x, right);
    const int by = side(b->y, bottom);
    if (ax == 0 && ay == 0 && bx == 0 && by == 0) {
      return true;
    }
    if ((ax != 0 && ax == bx) || (ay != 0 && ay == by)) {
      return false;
    }
    if (ax == 0 && ay == 0) {
      std::swap(*a, *b);
      ax = bx;
      ay = by;
    }
    const float slope = a->x == b->x ? 1.0F
                                     : static_cast<float>(b->y - a->y) /
                                           static_cast<float>(b->x - a->x);
    if (ax != 0) {
      const int edge = ax < 0 ? 0 : right;
      a->y += short_of(static_cast<float>(edge - a->x) * slope);
      a->x = edge;
    } else {
      const int edge = ay < 0 ? 0 : bottom;
      if (a->x != b->x) {
        a->x += short_of(static_cast<float>(edge - a->y) / slope);
      }
      a->y = edge;
    }
  }
}

}  // namespace envpool::box2d
