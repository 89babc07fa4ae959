// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ParamDraw: the distribution of some elements of a parameter, for draws at
// each reset. ParamValues: values to set.
//
// Threads: immutable. Errors: Error(kArgument), from Check only.

#ifndef ENVPOOL_CORE_ENGINE_PARAMS_PARAM_DRAWS_H_
#define ENVPOOL_CORE_ENGINE_PARAMS_PARAM_DRAWS_H_

#include <string>
#include <vector>

#include "envpool/core/engine/kernel/params.h"
#include "envpool/core/export.h"
#include "envpool/core/random/rng.h"

namespace envpool {

/// A subset of a parameter's elements.
struct ParamElements {
  std::string name;  // name in error messages
  int param;
  std::vector<int> elements;  // indices of the flattened parameter
};

/// New values: by env, then by element.
struct ParamValues {
  ParamElements of;
  std::vector<double> values;
};

struct ParamDraw {
  enum class Kind { kUniform, kLogUniform, kNormal, kChoice };
  enum class Mode { kSet, kScale, kAdd };

  ParamElements of;
  Kind kind;
  Mode mode;
  // By kind: low and high end, mean and standard deviation, or the choices.
  std::vector<double> numbers;

  /// Throws for numbers that do not fit the kind, and if a draw other than
  /// normal can leave the parameter's range. `usual` has the default values.
  ENVPOOL_EXPORT void Check(const Param& param, const double* usual) const;
  /// Draws one value. A normal value outside of the range is drawn again, up to
  /// kMaxDraws times, and then moved to the nearer end.
  static constexpr int kMaxDraws = 100;
  ENVPOOL_EXPORT double Draw(const Param& param, double usual,
                             Generator* generator) const;

 private:
  [[nodiscard]] double Sample(bool integer, Generator* generator) const;
  [[nodiscard]] double Apply(const Param& param, double usual,
                             double drawn) const;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_PARAMS_PARAM_DRAWS_H_
