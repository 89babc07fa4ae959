// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/island_lanes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "Box2D/Dynamics/Contacts/b2ContactSolver.h"

// No vector crosses a call.
#pragma GCC diagnostic ignored "-Wpsabi"

/// Box2D's friend: the values that a hinge computes for a step.
struct b2LaneAccess {
  static const b2RevoluteJoint* HingeOf(const b2Joint& joint) {
    if (joint.GetType() != e_revoluteJoint) {
      return nullptr;
    }
    const auto& hinge = static_cast<const b2RevoluteJoint&>(joint);
    const bool fits = hinge.m_enableMotor && hinge.m_enableLimit &&
                      hinge.m_limitState != e_equalLimits &&
                      hinge.m_invIA + hinge.m_invIB != 0.0F;
    return fits ? &hinge : nullptr;
  }
  static int IndexA(const b2RevoluteJoint& joint) { return joint.m_indexA; }
  static int IndexB(const b2RevoluteJoint& joint) { return joint.m_indexB; }

  /// Copies the joint's constants and impulses into a lane.
  template <typename Joint>
  static void Read(const b2RevoluteJoint& from, float dt, int lane, Joint* to) {
    to->ra_x[lane] = from.m_rA.x;
    to->ra_y[lane] = from.m_rA.y;
    to->rb_x[lane] = from.m_rB.x;
    to->rb_y[lane] = from.m_rB.y;
    to->ma[lane] = from.m_invMassA;
    to->mb[lane] = from.m_invMassB;
    to->ia[lane] = from.m_invIA;
    to->ib[lane] = from.m_invIB;
    to->motor_speed[lane] = from.m_motorSpeed;
    to->motor_mass[lane] = from.m_motorMass;
    to->max_impulse[lane] = dt * from.m_maxMotorTorque;
    to->xx[lane] = from.m_mass.ex.x;
    to->xy[lane] = from.m_mass.ex.y;
    to->xz[lane] = from.m_mass.ex.z;
    to->yy[lane] = from.m_mass.ey.y;
    to->yz[lane] = from.m_mass.ey.z;
    to->zz[lane] = from.m_mass.ez.z;
    to->cross_x[lane] = from.m_crossYZ.x;
    to->cross_y[lane] = from.m_crossYZ.y;
    to->cross_z[lane] = from.m_crossYZ.z;
    to->inv_det33[lane] = from.m_invDet33;
    to->inv_det22[lane] = from.m_invDet22;
    to->is_lower[lane] = from.m_limitState == e_atLowerLimit ? -1 : 0;
    to->is_upper[lane] = from.m_limitState == e_atUpperLimit ? -1 : 0;
    to->motor_impulse[lane] = from.m_motorImpulse;
    to->impulse_x[lane] = from.m_impulse.x;
    to->impulse_y[lane] = from.m_impulse.y;
    to->impulse_z[lane] = from.m_impulse.z;
  }
  template <typename Joint>
  static void Write(const Joint& from, int lane, b2Joint* joint) {
    auto* to = static_cast<b2RevoluteJoint*>(joint);
    to->m_motorImpulse = from.motor_impulse[lane];
    to->m_impulse.Set(from.impulse_x[lane], from.impulse_y[lane],
                      from.impulse_z[lane]);
  }
};

namespace envpool::box2d {
namespace {

constexpr int kNone = -1;

/// Whether all three numbers are +0.
bool IsZero(const b2Velocity& velocity) {
  const auto bits = [](float number) {
    return std::bit_cast<std::uint32_t>(number);
  };
  return (bits(velocity.v.x) | bits(velocity.v.y) | bits(velocity.w)) == 0;
}

}  // namespace

/// Lanes without an island have zeros: arithmetic on random bits can be slow.
template <int kLanes>
IslandLanes<kLanes>::IslandLanes() {
  std::memset(body_.data(), 0, sizeof(body_));
  std::memset(joint_.data(), 0, sizeof(joint_));
}

template <int kLanes>
bool IslandLanes<kLanes>::Add(const b2Island& island) {
  if (lanes_ == kLanes || !AddJoints(island) || !AddContacts(island)) {
    return false;
  }
  iterations_ = island.m_data.step.velocityIterations;
  for (int i = 0; i < bodies_; ++i) {
    const b2Velocity& velocity = island.m_velocities[index_[lanes_][i]];
    body_[i].vx[lanes_] = velocity.v.x;
    body_[i].vy[lanes_] = velocity.v.y;
    body_[i].w[lanes_] = velocity.w;
  }
  ++lanes_;
  return true;
}

/// Numbers the bodies in the order in which the joints name them. All lanes
/// must agree.
template <int kLanes>
bool IslandLanes<kLanes>::AddJoints(const b2Island& island) {
  const bool is_first = lanes_ == 0;
  if (island.m_jointCount == 0 || island.m_jointCount > kMaxJoints ||
      (!is_first && (island.m_jointCount != joints_ ||
                     island.m_data.step.velocityIterations != iterations_))) {
    return false;
  }
  std::array<int, kMaxBodies>& index = index_[lanes_];
  int bodies = 0;
  const auto number = [&](int place) {
    int* end = index.data() + bodies;
    int* at = std::find(index.data(), end, place);
    if (at == end) {
      if (bodies == kMaxBodies) {
        return kNone;
      }
      index[bodies++] = place;
    }
    return static_cast<int>(at - index.data());
  };
  for (int i = 0; i < island.m_jointCount; ++i) {
    const b2RevoluteJoint* hinge = b2LaneAccess::HingeOf(*island.m_joints[i]);
    if (hinge == nullptr) {
      return false;
    }
    const int a = number(b2LaneAccess::IndexA(*hinge));
    const int b = number(b2LaneAccess::IndexB(*hinge));
    Joint& joint = joint_[i];
    if (a == kNone || b == kNone ||
        (!is_first && (a != joint.a || b != joint.b))) {
      return false;
    }
    joint.a = a;
    joint.b = b;
    b2LaneAccess::Read(*hinge, island.m_data.step.dt, lanes_, &joint);
    const bool is_free = (joint.is_lower[lanes_] | joint.is_upper[lanes_]) == 0;
    if (is_free && std::bit_cast<std::uint32_t>(joint.impulse_z[lanes_]) != 0) {
      return false;
    }
  }
  if (!is_first && bodies != bodies_) {
    return false;
  }
  bodies_ = bodies;
  joints_ = island.m_jointCount;
  return true;
}

template <int kLanes>
bool IslandLanes<kLanes>::AddContacts(const b2Island& island) {
  std::array<int, kMaxBodies> counts{};
  if (island.m_contactCount > kMaxBodies * kMaxContacts) {
    return false;
  }
  const auto body_of = [&](int place) {
    const auto* begin = index_[lanes_].data();
    const auto* at = std::find(begin, begin + bodies_, place);
    return at == begin + bodies_ ? kNone : static_cast<int>(at - begin);
  };
  const b2ContactVelocityConstraint* constraints =
      island.m_contactSolver->m_velocityConstraints;
  for (int i = 0; i < island.m_contactCount; ++i) {
    const b2ContactVelocityConstraint& from = constraints[i];
    const int body = body_of(from.indexB);
    const bool fits =
        body != kNone && body_of(from.indexA) == kNone &&
        from.invMassA == 0.0F && from.invIA == 0.0F && from.invMassB > 0.0F &&
        IsZero(island.m_velocities[from.indexA]) && counts[body] < kMaxContacts;
    if (!fits) {
      return false;
    }
    for (int j = 0; j < from.pointCount; ++j) {
      if (!(from.points[j].normalImpulse >= 0.0F)) {
        return false;
      }
    }
    source_[lanes_][i] = {body, counts[body]};
    ++counts[body];
  }
  for (int body = 0; body < bodies_; ++body) {
    for (; contacts_[body] < counts[body]; ++contacts_[body]) {
      std::memset(&contact_[body][contacts_[body]], 0, sizeof(Contact));
    }
  }
  for (int i = 0; i < island.m_contactCount; ++i) {
    const Source& source = source_[lanes_][i];
    AddContact(constraints[i], &contact_[source.body][source.place]);
  }
  return true;
}

template <int kLanes>
void IslandLanes<kLanes>::AddContact(const b2ContactVelocityConstraint& from,
                                     Contact* to) const {
  const int lane = lanes_;
  to->has_one[lane] = -1;
  to->has_two[lane] = from.pointCount == 2 ? -1 : 0;
  to->some_have_two |= from.pointCount == 2;
  to->normal_x[lane] = from.normal.x;
  to->normal_y[lane] = from.normal.y;
  to->friction[lane] = from.friction;
  to->tangent_speed[lane] = from.tangentSpeed;
  to->mb[lane] = from.invMassB;
  to->ib[lane] = from.invIB;
  to->mass_xx[lane] = from.normalMass.ex.x;
  to->mass_xy[lane] = from.normalMass.ex.y;
  to->mass_yx[lane] = from.normalMass.ey.x;
  to->mass_yy[lane] = from.normalMass.ey.y;
  to->k_xx[lane] = from.K.ex.x;
  to->k_xy[lane] = from.K.ex.y;
  to->k_yx[lane] = from.K.ey.x;
  to->k_yy[lane] = from.K.ey.y;
  for (int i = 0; i < from.pointCount; ++i) {
    const b2VelocityConstraintPoint& point = from.points[i];
    const b2Vec2 zero = b2Cross(0.0F, point.rA);
    Point& p = to->points[i];
    p.rb_x[lane] = point.rB.x;
    p.rb_y[lane] = point.rB.y;
    p.zero_x[lane] = zero.x;
    p.zero_y[lane] = zero.y;
    p.normal_mass[lane] = point.normalMass;
    p.tangent_mass[lane] = point.tangentMass;
    p.bias[lane] = point.velocityBias;
    p.normal_impulse[lane] = point.normalImpulse;
    p.tangent_impulse[lane] = point.tangentImpulse;
  }
}

template <int kLanes>
bool IslandLanes<kLanes>::IsFinite(int lane) const {
  return std::all_of(
      body_.begin(), body_.begin() + bodies_, [lane](const Body& body) {
        return std::isfinite(body.vx[lane]) && std::isfinite(body.vy[lane]) &&
               std::isfinite(body.w[lane]);
      });
}

template <int kLanes>
bool IslandLanes<kLanes>::Store(int lane, b2Island* island) const {
  if (!IsFinite(lane)) {
    return false;
  }
  for (int i = 0; i < bodies_; ++i) {
    const Body& body = body_[i];
    b2Velocity& velocity = island->m_velocities[index_[lane][i]];
    velocity.v.Set(body.vx[lane], body.vy[lane]);
    velocity.w = body.w[lane];
  }
  for (int i = 0; i < joints_; ++i) {
    b2LaneAccess::Write(joint_[i], lane, island->m_joints[i]);
  }
  for (int i = 0; i < island->m_contactCount; ++i) {
    const Source& source = source_[lane][i];
    const Contact& from = contact_[source.body][source.place];
    b2ContactVelocityConstraint& to =
        island->m_contactSolver->m_velocityConstraints[i];
    for (int j = 0; j < to.pointCount; ++j) {
      to.points[j].normalImpulse = from.points[j].normal_impulse[lane];
      to.points[j].tangentImpulse = from.points[j].tangent_impulse[lane];
    }
  }
  return true;
}

template IslandLanes<kBaselineLanes>::IslandLanes();
template bool IslandLanes<kBaselineLanes>::Add(const b2Island&);
template bool IslandLanes<kBaselineLanes>::Store(int, b2Island*) const;
template IslandLanes<kAvx2Lanes>::IslandLanes();
template bool IslandLanes<kAvx2Lanes>::Add(const b2Island&);
template bool IslandLanes<kAvx2Lanes>::Store(int, b2Island*) const;

}  // namespace envpool::box2d
