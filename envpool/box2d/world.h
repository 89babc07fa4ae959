// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The calls of Box2D's Python interface that tasks share, with the same
// defaults and the same rounding of doubles to floats. Only .cc files may
// include this file, because Box2D declares short global names.
//
// Threads: a world and its bodies belong to one thread at a time. Errors:
// b2AssertException, a std::runtime_error, where the Python interface raises
// AssertionError.

#ifndef ENVPOOL_BOX2D_WORLD_H_
#define ENVPOOL_BOX2D_WORLD_H_

#include <array>
#include <cfloat>
#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

#include "Box2D/Box2D.h"

namespace envpool::box2d {

inline b2Vec2 Vec(double x, double y) {
  return {static_cast<float>(x), static_cast<float>(y)};
}

/// polygonShape(vertices=[...]).
inline b2PolygonShape Polygon(
    std::initializer_list<std::pair<double, double>> vertices) {
  std::array<b2Vec2, b2_maxPolygonVertices> points;
  int count = 0;
  for (const auto& [x, y] : vertices) {
    points[count++] = Vec(x, y);
  }
  b2PolygonShape shape;
  shape.Set(points.data(), count);
  return shape;
}

/// polygonShape(box=(half_width, half_height)).
inline b2PolygonShape Box(double half_width, double half_height) {
  b2PolygonShape shape;
  shape.SetAsBox(static_cast<float>(half_width),
                 static_cast<float>(half_height));
  return shape;
}

/// edgeShape(vertices=[from, to]).
inline b2EdgeShape Edge(b2Vec2 from, b2Vec2 to) {
  b2EdgeShape shape;
  shape.Set(from, to);
  return shape;
}

/// A fixture of a moving body that collides only with the ground.
inline b2FixtureDef Moving(double density, double friction, uint16 category) {
  b2FixtureDef def;
  def.density = static_cast<float>(density);
  def.friction = static_cast<float>(friction);
  def.filter.categoryBits = category;
  def.filter.maskBits = 0x001;
  return def;
}

/// world.CreateStaticBody() or world.CreateDynamicBody().
inline b2Body* CreateBody(b2World* world, b2BodyType type,
                          b2Vec2 position = {0, 0}, double angle = 0) {
  b2BodyDef def;
  def.type = type;
  def.position = position;
  def.angle = static_cast<float>(angle);
  return world->CreateBody(&def);
}

/// Adds a fixture of this shape.
inline b2Fixture* AddFixture(b2Body* body, b2FixtureDef def,
                             const b2Shape& shape) {
  def.shape = &shape;
  return body->CreateFixture(&def);
}

/// world.Step(1 / fps, 6 * 30, 2 * 30) in two parts. BeginWorldStep returns an
/// island, or null. EndWorldStep solves the velocities of an island; pass null
/// if they are solved already.
inline b2Island* BeginWorldStep(b2World* world, double fps) {
  return world->BeginStep(static_cast<float>(1.0 / fps), 6 * 30, 2 * 30);
}
inline void EndWorldStep(b2World* world, b2Island* island) {
  if (island != nullptr) {
    island->IterateVelocities();
  }
  world->EndStep();
}

/// A joint with a motor and limits.
struct Hinge {
  std::pair<double, double> anchor_a;
  std::pair<double, double> anchor_b;
  double max_torque;
  double speed;
  double lower;
  double upper;
};

/// world.CreateJoint(revoluteJointDef(...)).
inline b2RevoluteJoint* CreateHinge(b2World* world, b2Body* a, b2Body* b,
                                    const Hinge& hinge) {
  b2RevoluteJointDef def;
  def.bodyA = a;
  def.bodyB = b;
  def.localAnchorA = Vec(hinge.anchor_a.first, hinge.anchor_a.second);
  def.localAnchorB = Vec(hinge.anchor_b.first, hinge.anchor_b.second);
  def.referenceAngle =
      static_cast<float>(double{b->GetAngle()} - double{a->GetAngle()});
  def.enableMotor = true;
  def.enableLimit = true;
  def.maxMotorTorque = static_cast<float>(hinge.max_torque);
  def.motorSpeed = static_cast<float>(hinge.speed);
  def.lowerAngle = static_cast<float>(hinge.lower);
  def.upperAngle = static_cast<float>(hinge.upper);
  return static_cast<b2RevoluteJoint*>(world->CreateJoint(&def));
}

/// [body.transform * v * scale for v in shape.vertices], for a body with one
/// polygon as its shape.
inline std::vector<std::pair<double, double>> CornersOf(const b2Body& body,
                                                        float scale) {
  const auto* shape =
      static_cast<const b2PolygonShape*>(body.GetFixtureList()->GetShape());
  std::vector<std::pair<double, double>> corners;
  for (int i = 0; i < shape->GetVertexCount(); ++i) {
    const b2Vec2 corner =
        scale * b2Mul(body.GetTransform(), shape->GetVertex(i));
    corners.emplace_back(corner.x, corner.y);
  }
  return corners;
}

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_WORLD_H_
