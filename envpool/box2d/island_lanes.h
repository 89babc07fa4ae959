// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// IslandLanes solves the velocities of several worlds at once, one world per
// SIMD lane. An iteration of Box2D's solver is a chain of operations that
// depend on each other, so one world leaves most of a core unused. Each lane
// does the operations of b2Island::IterateVelocities in the same order, so it
// has the same bits.
//
// Only .cc files may include this file, as world.h.
//
// Threads: an object belongs to one thread at a time. Errors: none; islands
// that do not fit are left to the caller.

#ifndef ENVPOOL_BOX2D_ISLAND_LANES_H_
#define ENVPOOL_BOX2D_ISLAND_LANES_H_

#include <array>
#include <cstdint>
#include <span>

#include "Box2D/Box2D.h"

namespace envpool::box2d {

inline constexpr int kBaselineLanes = 4;
inline constexpr int kAvx2Lanes = 8;

/// A vector has as many lanes as the instruction set has in a register: 4, or 8
/// with AVX2. Compilers split longer vectors into single numbers.
template <int kLanes>
class IslandLanes {
 public:
  IslandLanes();

  /// Whether the island was added. It was not if all lanes are taken or if it
  /// has other joints, bodies or contacts than this class can solve.
  bool Add(const b2Island& island);
  void Solve();
  /// Writes velocities and impulses to the island that was added as number
  /// `lane`. Returns false and writes nothing if a velocity is infinite or not
  /// a number.
  bool Store(int lane, b2Island* island) const;

 private:
  using Floats [[gnu::vector_size(4 * kLanes)]] = float;
  using Masks [[gnu::vector_size(4 * kLanes)]] = std::int32_t;

  static constexpr int kMaxBodies = 5;
  static constexpr int kMaxJoints = 4;
  static constexpr int kMaxContacts = 4;  // of a body

  struct Body {
    Floats vx, vy, w;
  };
  /// A b2RevoluteJoint with a motor and limits. Names are those of Box2D.
  struct Joint {
    int a, b;  // indices of bodies
    Floats ra_x, ra_y, rb_x, rb_y, ma, mb, ia, ib;
    Floats motor_speed, motor_mass, max_impulse;
    // The matrix is symmetric.
    Floats xx, xy, xz, yy, yz, zz, cross_x, cross_y, cross_z, inv_det33,
        inv_det22;
    Masks is_lower, is_upper;
    Floats motor_impulse, impulse_x, impulse_y, impulse_z;
  };
  struct Point {
    Floats rb_x, rb_y, zero_x, zero_y, normal_mass, tangent_mass, bias;
    Floats normal_impulse, tangent_impulse;
  };
  /// A contact of a body with one that never moves. Contacts of different
  /// bodies then change different numbers, so only the order of a body's own
  /// contacts matters.
  struct Contact {
    bool some_have_two;
    Masks has_one, has_two;  // points
    Floats normal_x, normal_y, friction, tangent_speed, mb, ib;
    Floats mass_xx, mass_xy, mass_yx, mass_yy, k_xx, k_xy, k_yx, k_yy;
    Point points[2];
  };
  /// The solution for two points, in the lanes that have one.
  struct Block {
    Floats x, y;
    Masks is_solved;
  };
  /// Where a lane's contact comes from.
  struct Source {
    int body;
    int place;  // among the contacts of the body
  };

  bool AddJoints(const b2Island& island);
  bool AddContacts(const b2Island& island);
  void AddContact(const b2ContactVelocityConstraint& from, Contact* to) const;
  [[gnu::always_inline]] void SolveJoint(Joint* joint);
  [[gnu::always_inline]] static void SolveTangent(const Contact& contact,
                                                  Masks active, Point* point,
                                                  Body* body);
  [[gnu::always_inline]] static Floats NormalSpeed(const Contact& contact,
                                                   const Point& point,
                                                   const Body& body);
  [[gnu::always_inline]] static Block SolveBlock(const Contact& contact,
                                                 const Body& body);
  [[gnu::always_inline]] static void SolveContact(Contact* contact, Body* body);
  [[gnu::always_inline]] void Iterate();
  [[nodiscard]] bool IsFinite(int lane) const;

  int lanes_{0};
  int iterations_{0};
  int bodies_{0};
  int joints_{0};
  std::array<Body, kMaxBodies> body_;
  std::array<Joint, kMaxJoints> joint_;
  // The largest number of contacts of each body in any lane.
  std::array<int, kMaxBodies> contacts_{};
  std::array<std::array<Contact, kMaxContacts>, kMaxBodies> contact_;
  // By lane: the bodies' indices in the island, and the sources of contacts.
  std::array<std::array<int, kMaxBodies>, kLanes> index_;
  std::array<std::array<Source, kMaxBodies * kMaxContacts>, kLanes> source_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_ISLAND_LANES_H_
