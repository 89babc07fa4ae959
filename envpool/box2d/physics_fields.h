// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PhysicsField: a row of a task's table of physical parameters, which is a Dict
// by the names of the parameters. The pool's specs are made from the table, and
// values are written to the task's physics struct through it.
//
// Threads: values only. Errors: none.

#ifndef ENVPOOL_BOX2D_PHYSICS_FIELDS_H_
#define ENVPOOL_BOX2D_PHYSICS_FIELDS_H_

#include <array>
#include <cstddef>
#include <utility>

#include "envpool/core/dict.h"
#include "envpool/core/env_spec.h"

namespace envpool::box2d {

template <typename PhysicsT>
struct PhysicsField {
  double PhysicsT::* member;
  double low;
  double high;
  const char* meaning;
};

/// The specs of the parameters; `defaults` has their default values.
template <typename Fields, typename Physics>
auto ParamsOf(const Fields& fields, const Physics& defaults) {
  auto specs =
      Transform(fields.AllValues(), [&](const PhysicsField<Physics>& field) {
        return ParamSpec{defaults.*field.member, field.low, field.high,
                         field.meaning};
      });
  return Dict<typename Fields::Keys, decltype(specs)>(std::move(specs));
}

/// The physics with these values, which are in the order of the fields.
template <typename Physics, typename Fields>
Physics PhysicsOf(const Fields& fields,
                  const std::array<double, Fields::kSize>& values) {
  Physics physics;
  std::size_t k = 0;
  fields.Apply([&](auto /*key*/, const PhysicsField<Physics>& field) {
    physics.*field.member = values[k++];
  });
  return physics;
}

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_PHYSICS_FIELDS_H_
