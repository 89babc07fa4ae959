// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The operations of programs, and the operands of each.
//
// An operation has a number of elements `n`, a result `dst`, up to three
// operands `a`, `b` and `c`, each an address and a distance between elements,
// and a number `k`. A distance of 0 repeats one value.
//
// Threads: constant data. Errors: none.

#ifndef ENVPOOL_MUJOCO_TASKS_OPS_H_
#define ENVPOOL_MUJOCO_TASKS_OPS_H_

namespace envpool::mujoco::tasks {

/// The lengths of an operation's operands and result.
enum class Form {
  kMap,        // dst[n] = f(a[n])
  kMap2,       // dst[n] = f(a[n], b[n])
  kSelect,     // dst[n] = c[n] ? a[n] : b[n]
  kReduce,     // dst[1] = f(a[n])
  kReduce2,    // dst[1] = f(a[n], b[n])
  kTolerance,  // dst[n] = f(a[n]) for the interval b[4]; k: slope
  kGeometry,   // dst[r] = f(a[p], b[q]), see ShapeOf
  kGather,     // dst[n] = a[i * k, ...], i = b[0] in [0, c)
  kLoad,       // dst[n] = field k from index a
  kStore,      // field k from index dst = a[n]
  kDraw,       // dst[n] = random
  kDraw2,      // dst[n] = random(a[n], b[n])
  kSkip,       // skips k operations if a[0] is 0
  kRetry,      // goes back k operations if a[0] is 0
  kAct,        // acts on the simulation, k times
  kVelocity,   // dst[6] = velocity of object a, of type k; b: local frame
  kRay,        // dst[1] = distance from a[3] along b[3]; c: excluded body
  kScan,       // dst[n] = distances down from the points a[3 * n] to the ground
  kCall,       // dst[c] = function k of a[n]
  kContact,    // dst = contacts of geoms a[n] with geoms b[c]; k: what
  kEffort,     // dst[1] = a[0] * sum of squares of b[n], in the action's dtype
};

struct Shape {
  int a;
  int b;
  int dst;
};

// name, form, and for kGeometry the shape
#define ENVPOOL_TASK_OPS(F)            \
  F(copy, kMap, 0, 0, 0)               \
  F(neg, kMap, 0, 0, 0)                \
  F(abs, kMap, 0, 0, 0)                \
  F(sqrt, kMap, 0, 0, 0)               \
  F(exp, kMap, 0, 0, 0)                \
  F(log, kMap, 0, 0, 0)                \
  F(log1p, kMap, 0, 0, 0)              \
  F(sin, kMap, 0, 0, 0)                \
  F(cos, kMap, 0, 0, 0)                \
  F(tan, kMap, 0, 0, 0)                \
  F(asin, kMap, 0, 0, 0)               \
  F(acos, kMap, 0, 0, 0)               \
  F(atan, kMap, 0, 0, 0)               \
  F(tanh, kMap, 0, 0, 0)               \
  F(floor, kMap, 0, 0, 0)              \
  F(sign, kMap, 0, 0, 0)               \
  F(lnot, kMap, 0, 0, 0)               \
  F(isfinite, kMap, 0, 0, 0)           \
  F(isnan, kMap, 0, 0, 0)              \
  F(add, kMap2, 0, 0, 0)               \
  F(sub, kMap2, 0, 0, 0)               \
  F(mul, kMap2, 0, 0, 0)               \
  F(div, kMap2, 0, 0, 0)               \
  F(min, kMap2, 0, 0, 0)               \
  F(max, kMap2, 0, 0, 0)               \
  F(pow, kMap2, 0, 0, 0)               \
  F(atan2, kMap2, 0, 0, 0)             \
  F(mod, kMap2, 0, 0, 0)               \
  F(lt, kMap2, 0, 0, 0)                \
  F(le, kMap2, 0, 0, 0)                \
  F(eq, kMap2, 0, 0, 0)                \
  F(land, kMap2, 0, 0, 0)              \
  F(lor, kMap2, 0, 0, 0)               \
  F(select, kSelect, 0, 0, 0)          \
  F(sum, kReduce, 0, 0, 0)             \
  F(total, kReduce, 0, 0, 0)           \
  F(prod, kReduce, 0, 0, 0)            \
  F(lowest, kReduce, 0, 0, 0)          \
  F(highest, kReduce, 0, 0, 0)         \
  F(any, kReduce, 0, 0, 0)             \
  F(all, kReduce, 0, 0, 0)             \
  F(dot, kReduce2, 0, 0, 0)            \
  F(tolerance, kTolerance, 0, 0, 0)    \
  F(rotate, kGeometry, 9, 3, 3)        \
  F(unrotate, kGeometry, 9, 3, 3)      \
  F(quat_rotate, kGeometry, 4, 3, 3)   \
  F(quat_unrotate, kGeometry, 4, 3, 3) \
  F(quat_mul, kGeometry, 4, 4, 4)      \
  F(quat_mat, kGeometry, 4, 0, 9)      \
  F(quat_error, kGeometry, 4, 4, 3)    \
  F(axis_angle, kGeometry, 3, 1, 4)    \
  F(cross, kGeometry, 3, 3, 3)         \
  F(gather, kGather, 0, 0, 0)          \
  F(load, kLoad, 0, 0, 0)              \
  F(store, kStore, 0, 0, 0)            \
  F(random, kDraw, 0, 0, 0)            \
  F(normal, kDraw, 0, 0, 0)            \
  F(uniform, kDraw2, 0, 0, 0)          \
  F(integers, kDraw2, 0, 0, 0)         \
  F(skip, kSkip, 0, 0, 0)              \
  F(retry, kRetry, 0, 0, 0)            \
  F(forward, kAct, 0, 0, 0)            \
  F(contact_forces, kAct, 0, 0, 0)     \
  F(subtree_velocities, kAct, 0, 0, 0) \
  F(settle, kAct, 0, 0, 0)             \
  F(velocity, kVelocity, 0, 0, 0)      \
  F(ray, kRay, 0, 0, 0)                \
  F(scan, kScan, 0, 0, 0)              \
  F(call, kCall, 0, 0, 0)              \
  F(contact, kContact, 0, 0, 0)        \
  F(contacts, kAct, 0, 0, 0)           \
  F(unstable, kAct, 0, 0, 0)           \
  F(effort, kEffort, 0, 0, 0)

/// What `contact` returns: k of the operation.
enum class ContactResult {
  kCount,   // how many contacts there are
  kNormal,  // the sum of the normal forces
  kForce,   // the force on the first geoms, in world coordinates: 3 values
  kCounts,
};

enum class Op {
#define ENVPOOL_OP(name, form, a, b, dst) name,
  ENVPOOL_TASK_OPS(ENVPOOL_OP)
#undef ENVPOOL_OP
      kCount
};

struct OpRow {
  const char* name;
  Form form;
  Shape shape;
};

inline constexpr OpRow kOps[] = {
#define ENVPOOL_OP(name, form, a, b, dst) {#name, Form::form, {a, b, dst}},
    ENVPOOL_TASK_OPS(ENVPOOL_OP)
#undef ENVPOOL_OP
};

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_OPS_H_
