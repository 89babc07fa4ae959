// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Param: a physical parameter of an env, such as a mass or gravity. Its values
// may differ from env to env and change during a run; they never change spaces.
//
// Threads: immutable. Errors: none.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_PARAMS_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_PARAMS_H_

#include <string>
#include <vector>

namespace envpool {

struct Param {
  std::string name;
  std::string meaning;     // one phrase, including the unit
  std::vector<int> shape;  // empty for a single number
  double low, high;        // the allowed values, inclusive
  bool is_integer = false;
  // Names of the entries along the first axis, such as bodies; may be empty.
  std::vector<std::string> labels = {};

  friend bool operator==(const Param&, const Param&) = default;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_PARAMS_H_
