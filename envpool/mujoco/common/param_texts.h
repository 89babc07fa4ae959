// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The meanings and ranges of a model's parameters.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_MUJOCO_COMMON_PARAM_TEXTS_H_
#define ENVPOOL_MUJOCO_COMMON_PARAM_TEXTS_H_

#include <string_view>

namespace envpool::mujoco {

struct ParamText {
  std::string_view name;
  double low;
  double high;
  const char* meaning;
};

/// The text of a parameter. A parameter without a text here has a general
/// meaning and the range of MuJoCo's numbers.
const ParamText& TextOf(std::string_view name);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_PARAM_TEXTS_H_
