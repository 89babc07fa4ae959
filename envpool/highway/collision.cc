// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "envpool/highway/body.h"

namespace envpool::highway {

namespace {

using Corners = std::array<Vec, 4>;

Corners CornersOf(const Body& body) {
  const double l = body.length() / 2;
  const double w = body.width() / 2;
  const double c = body.direction.x;
  const double s = body.direction.y;
  Corners corners = {Vec{-l, -w}, Vec{-l, w}, Vec{l, w}, Vec{l, -w}};
  for (Vec& p : corners) {
    const Vec turned{c * p.x + -s * p.y, s * p.x + c * p.y};
    p = turned + body.position;
  }
  return corners;
}

Range Project(const Corners& corners, Vec axis) {
  Range range{Dot(corners[0], axis), Dot(corners[0], axis)};
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const double at = Dot(corners[i], axis);
    range = {std::min(range.low, at), std::max(range.high, at)};
  }
  return range;
}

/// Negative if they overlap.
double Gap(Range a, Range b) {
  return a.low < b.low ? b.low - a.high : a.low - b.high;
}

Vec CenterOf(const Corners& c) {
  const Vec sum = c[0] + c[1] + c[2] + c[3];
  return {sum.x / 4, sum.y / 4};
}

bool IsInside(Vec point, const Box& box) {
  const Vec d = Direction(box.heading);
  const Vec to = point - box.center;
  const Vec at{d.x * to.x + -d.y * to.y, d.y * to.x + d.x * to.y};
  return -box.length / 2 <= at.x && at.x <= box.length / 2 &&
         -box.width / 2 <= at.y && at.y <= box.width / 2;
}

/// Whether a corner, the middle of an edge or the centre of `a` is in `b`.
bool HasPointInside(const Box& a, const Box& b) {
  const Vec d = Direction(a.heading);
  for (int i = -1; i <= 1; ++i) {
    for (int j = -1; j <= 1; ++j) {
      const Vec p{i * (a.length / 2), j * (a.width / 2)};
      const Vec turned{d.x * p.x + -d.y * p.y, d.y * p.x + d.x * p.y};
      if (IsInside(turned + a.center, b)) {
        return true;
      }
    }
  }
  return false;
}

/// Whether the circle around `a` is beyond a side of `b`, also after a time
/// step: then that side separates them.
bool IsBeside(const Body& a, const Body& b, double radius, double dt) {
  constexpr double kRounding = 1e-6;
  const double reach =
      radius + dt * (std::abs(a.speed) + std::abs(b.speed)) + kRounding;
  const Vec way = a.position - b.position;
  const double along = Dot(way, b.direction);
  const double across = b.direction.x * way.y - b.direction.y * way.x;
  return std::abs(along) > b.length() / 2 + reach ||
         std::abs(across) > b.width() / 2 + reach;
}

}  // namespace

Contact FindContact(const Body& body_a, const Body& body_b, double dt) {
  const Corners a = CornersOf(body_a);
  const Corners b = CornersOf(body_b);
  const Vec motion = dt * body_a.velocity - dt * body_b.velocity;
  Contact contact{true, true, {}};
  double least = std::numeric_limits<double>::infinity();
  Vec axis;
  for (const Corners* polygon : {&a, &b}) {
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec edge = (*polygon)[(i + 1) % 4] - (*polygon)[i];
      Vec normal{-edge.y, edge.x};
      const double norm = Norm(normal);
      normal = {normal.x / norm, normal.y / norm};
      Range on_a = Project(a, normal);
      const Range on_b = Project(b, normal);
      if (Gap(on_a, on_b) > 0) {
        contact.now = false;
      }
      const double moved = Dot(normal, motion);
      (moved < 0 ? on_a.low : on_a.high) += moved;
      const double distance = Gap(on_a, on_b);
      if (distance > 0) {
        contact.soon = false;
      }
      if (!contact.now && !contact.soon) {
        return contact;
      }
      if (std::abs(distance) < least) {
        least = std::abs(distance);
        const bool is_ahead = Dot(CenterOf(a) - CenterOf(b), normal) > 0;
        axis = is_ahead ? normal : Vec{-normal.x, -normal.y};
      }
    }
  }
  if (contact.soon) {
    contact.push = least * axis;
  }
  return contact;
}

void Collide(Body* a, Body* b, double dt) {
  if (!a->checks_collisions && !b->checks_collisions) {
    return;
  }
  const auto diagonal = [](const Body& body) {
    static const double kVehicle = std::sqrt(5.0 * 5.0 + 2.0 * 2.0);
    static const double kObstacle = std::sqrt(2.0 * 2.0 + 2.0 * 2.0);
    if (body.kind == Kind::kWall) {
      return std::sqrt(body.length() * body.length() +
                       body.width() * body.width());
    }
    return body.is_vehicle() ? kVehicle : kObstacle;
  };
  const double reach = (diagonal(*a) + diagonal(*b)) / 2 + a->speed * dt;
  const Vec way = b->position - a->position;
  if (std::abs(way.x) > reach || Norm(way) > reach) {
    return;
  }
  if (IsBeside(*a, *b, diagonal(*a) / 2, dt)) {
    return;
  }
  const Contact contact = FindContact(*a, *b, dt);
  if (b->kind == Kind::kLandmark) {
    b->crashed = b->crashed || contact.now;
    return;
  }
  if (contact.soon) {
    if (b->is_vehicle()) {
      a->impact = {contact.push.x / 2, contact.push.y / 2};
      b->impact = {-contact.push.x / 2, -contact.push.y / 2};
      b->has_impact = true;
    } else {
      a->impact = contact.push;
    }
    a->has_impact = true;
  }
  if (contact.now) {
    a->crashed = true;
    b->crashed = true;
  }
}

bool Overlap(const Box& a, const Box& b) {
  return HasPointInside(a, b) || HasPointInside(b, a);
}

}  // namespace envpool::highway
