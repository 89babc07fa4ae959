// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The iterations of IslandLanes.

#include "envpool/box2d/solve_together.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "envpool/box2d/island_lanes.h"
#include "envpool/core/isa.h"

// No vector crosses a call, since everything is inlined into Solve's clones.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace envpool::box2d {
namespace {

static_assert(kAvx2Lanes == kIslandsTogether);

// b2Min, b2Max and b2Clamp, also for values that are not numbers.
template <typename F>
[[gnu::always_inline]] inline F Min(F a, F b) {
  return a < b ? a : b;
}
template <typename F>
[[gnu::always_inline]] inline F Max(F a, F b) {
  return a > b ? a : b;
}
template <typename F>
[[gnu::always_inline]] inline F Clamp(F a, F low, F high) {
  return Max(low, Min(a, high));
}

}  // namespace

/// b2RevoluteJoint::SolveVelocityConstraints. Lanes compute both branches.
template <int kLanes>
inline void IslandLanes<kLanes>::SolveJoint(Joint* joint) {
  const Joint& j = *joint;
  Body a = body_[j.a];
  Body b = body_[j.b];
  const Floats old = j.motor_impulse;
  const Floats motor_impulse =
      Clamp(old + -j.motor_mass * (b.w - a.w - j.motor_speed), -j.max_impulse,
            j.max_impulse);
  const Floats change = motor_impulse - old;
  a.w -= j.ia * change;
  b.w += j.ib * change;

  const Floats x = b.vx + -b.w * j.rb_y - a.vx - -a.w * j.ra_y;
  const Floats y = b.vy + b.w * j.rb_x - a.vy - a.w * j.ra_x;
  const Floats z = b.w - a.w;
  // The three constraints together, where a limit is reached.
  const Floats x33 =
      -(j.inv_det33 * (x * j.cross_x + y * j.cross_y + z * j.cross_z));
  const Floats y33 = -(j.inv_det33 * (j.xx * (y * j.zz - z * j.yz) +
                                      j.xy * (z * j.xz - x * j.zz) +
                                      j.xz * (x * j.yz - y * j.xz)));
  const Floats z33 = -(j.inv_det33 * (j.xx * (j.yy * z - j.yz * y) +
                                      j.xy * (j.yz * x - j.xy * z) +
                                      j.xz * (j.xy * y - j.yy * x)));
  const Floats new_z = j.impulse_z + z33;
  const Masks is_limited = j.is_lower | j.is_upper;
  const Masks is_reduced =
      (j.is_lower & (new_z < 0.0F)) | (j.is_upper & (new_z > 0.0F));
  // The two constraints of a point. A limit that is left adds its impulse.
  const Floats right_x = is_limited ? -x + j.impulse_z * j.xz : -x;
  const Floats right_y = is_limited ? -y + j.impulse_z * j.yz : -y;
  const Floats x22 = j.inv_det22 * (j.yy * right_x - j.xy * right_y);
  const Floats y22 = j.inv_det22 * (j.xx * right_y - j.xy * right_x);

  const Masks is_whole = is_limited & ~is_reduced;
  const Floats px = is_whole ? x33 : x22;
  const Floats py = is_whole ? y33 : y22;
  const Floats none = -Floats{};  // adding -0 changes nothing
  const Floats pz = is_whole ? z33 : (is_reduced ? -j.impulse_z : none);
  joint->motor_impulse = motor_impulse;
  joint->impulse_x = j.impulse_x + px;
  joint->impulse_y = j.impulse_y + py;
  joint->impulse_z = is_whole ? new_z : Floats{};
  a.vx -= j.ma * px;
  a.vy -= j.ma * py;
  a.w -= j.ia * ((j.ra_x * py - j.ra_y * px) + pz);
  b.vx += j.mb * px;
  b.vy += j.mb * py;
  b.w += j.ib * ((j.rb_x * py - j.rb_y * px) + pz);
  body_[j.a] = a;
  body_[j.b] = b;
}

/// Friction at a point, as b2ContactSolver::SolveVelocityConstraints.
template <int kLanes>
inline void IslandLanes<kLanes>::SolveTangent(const Contact& contact,
                                              Masks active, Point* point,
                                              Body* body) {
  const Point& p = *point;
  const Floats tangent_x = contact.normal_y;
  const Floats tangent_y = -contact.normal_x;
  const Floats dx = body->vx + -body->w * p.rb_y - p.zero_x;
  const Floats dy = body->vy + body->w * p.rb_x - p.zero_y;
  const Floats speed = dx * tangent_x + dy * tangent_y - contact.tangent_speed;
  const Floats limit = contact.friction * p.normal_impulse;
  const Floats impulse =
      Clamp(p.tangent_impulse + p.tangent_mass * -speed, -limit, limit);
  const Floats change = impulse - p.tangent_impulse;
  const Floats px = change * tangent_x;
  const Floats py = change * tangent_y;
  point->tangent_impulse = impulse;
  body->vx = active ? body->vx + contact.mb * px : body->vx;
  body->vy = active ? body->vy + contact.mb * py : body->vy;
  body->w =
      active ? body->w + contact.ib * (p.rb_x * py - p.rb_y * px) : body->w;
}

/// The relative speed along the normal, less its target.
template <int kLanes>
inline auto IslandLanes<kLanes>::NormalSpeed(const Contact& contact,
                                             const Point& point,
                                             const Body& body) -> Floats {
  const Floats dx = body.vx + -body.w * point.rb_y - point.zero_x;
  const Floats dy = body.vy + body.w * point.rb_x - point.zero_y;
  return dx * contact.normal_x + dy * contact.normal_y - point.bias;
}

/// The impulses of two points: the first that fits of four cases.
template <int kLanes>
inline auto IslandLanes<kLanes>::SolveBlock(const Contact& contact,
                                            const Body& body) -> Block {
  const Contact& c = contact;
  const Point& p = c.points[0];
  const Point& q = c.points[1];
  const Floats ax = p.normal_impulse;
  const Floats ay = q.normal_impulse;
  const Floats bx = NormalSpeed(c, p, body) - (c.k_xx * ax + c.k_yx * ay);
  const Floats by = NormalSpeed(c, q, body) - (c.k_xy * ax + c.k_yy * ay);
  const Floats x1 = -(c.mass_xx * bx + c.mass_yx * by);
  const Floats y1 = -(c.mass_xy * bx + c.mass_yy * by);
  const Masks case1 = (x1 >= 0.0F) & (y1 >= 0.0F);
  const Floats x2 = -p.normal_mass * bx;
  const Masks case2 = (x2 >= 0.0F) & (c.k_xy * x2 + by >= 0.0F);
  const Floats y3 = -q.normal_mass * by;
  const Masks case3 = (y3 >= 0.0F) & (c.k_yx * y3 + bx >= 0.0F);
  const Masks case4 = (bx >= 0.0F) & (by >= 0.0F);
  return {case1 ? x1 : (case2 ? x2 : Floats{}),
          case1 ? y1 : (~case2 & case3 ? y3 : Floats{}),
          case1 | case2 | case3 | case4};
}

/// b2ContactSolver::SolveVelocityConstraints for one contact. Its first body
/// does not move. If some lanes have two points, all compute both ways.
template <int kLanes>
inline void IslandLanes<kLanes>::SolveContact(Contact* contact, Body* body) {
  const Contact& c = *contact;
  Point& p = contact->points[0];
  Point& q = contact->points[1];
  Body b = *body;
  SolveTangent(c, c.has_one, &p, &b);
  if (c.some_have_two) {
    SolveTangent(c, c.has_two, &q, &b);
  }
  const Floats old = p.normal_impulse;
  Floats x = Max(old + -p.normal_mass * NormalSpeed(c, p, b), Floats{});
  Masks changes = c.has_one;
  Block block;
  if (c.some_have_two) {
    block = SolveBlock(c, b);
    x = c.has_two ? block.x : x;
    changes &= ~c.has_two | block.is_solved;
  }
  const Floats px = (x - old) * c.normal_x;
  const Floats py = (x - old) * c.normal_y;
  Floats sum_x = px;
  Floats sum_y = py;
  Floats turn = p.rb_x * py - p.rb_y * px;
  if (c.some_have_two) {
    const Floats qx = (block.y - q.normal_impulse) * c.normal_x;
    const Floats qy = (block.y - q.normal_impulse) * c.normal_y;
    sum_x = c.has_two ? px + qx : px;
    sum_y = c.has_two ? py + qy : py;
    turn = c.has_two ? turn + (q.rb_x * qy - q.rb_y * qx) : turn;
    q.normal_impulse = changes & c.has_two ? block.y : q.normal_impulse;
  }
  body->vx = changes ? b.vx + c.mb * sum_x : b.vx;
  body->vy = changes ? b.vy + c.mb * sum_y : b.vy;
  body->w = changes ? b.w + c.ib * turn : b.w;
  p.normal_impulse = changes ? x : old;
}

template <int kLanes>
inline void IslandLanes<kLanes>::Iterate() {
  const int most = *std::max_element(contacts_.begin(), contacts_.end());
  for (int i = 0; i < iterations_; ++i) {
    for (int joint = 0; joint < joints_; ++joint) {
      SolveJoint(&joint_[joint]);
    }
    // Contacts of different bodies are independent, so they can overlap.
    for (int contact = 0; contact < most; ++contact) {
      for (int body = 0; body < bodies_; ++body) {
        if (contact < contacts_[body]) {
          SolveContact(&contact_[body][contact], &body_[body]);
        }
      }
    }
  }
}

template <int kLanes>
void IslandLanes<kLanes>::Solve() {
  struct Clones {
    static void Plain(IslandLanes* lanes) { lanes->Iterate(); }
    ENVPOOL_TARGET_AVX2 static void Avx2(IslandLanes* lanes) {
      lanes->Iterate();
    }
  };
  if constexpr (kLanes == kBaselineLanes) {
    Clones::Plain(this);
  } else {
    Clones::Avx2(this);
  }
}

namespace {

template <int kLanes>
void SolveInLanes(std::span<b2Island*> islands) {
  IslandLanes<kLanes> lanes;
  std::array<b2Island**, kLanes> sources;
  int count = 0;
  for (b2Island*& island : islands) {
    if (island != nullptr && lanes.Add(*island)) {
      sources[count++] = &island;
    }
  }
  if (count < 2) {
    return;  // IterateVelocities stops as soon as the result is known
  }
  lanes.Solve();
  for (int lane = 0; lane < count; ++lane) {
    if (lanes.Store(lane, *sources[lane])) {
      *sources[lane] = nullptr;
    }
  }
}

}  // namespace

void SolveTogether(std::span<b2Island*> islands) noexcept {
  if (CurrentIsa() != Isa::kBaseline) {
    return SolveInLanes<kAvx2Lanes>(islands);
  }
  while (!islands.empty()) {
    const std::size_t count =
        std::min<std::size_t>(islands.size(), kBaselineLanes);
    SolveInLanes<kBaselineLanes>(islands.first(count));
    islands = islands.subspan(count);
  }
}

}  // namespace envpool::box2d
