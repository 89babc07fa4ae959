// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/params/param_draws.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/params/env_params.h"

namespace envpool {
namespace {

[[noreturn]] void Refuse(const ParamDraw& draw, const std::string& text) {
  throw Error(ErrorKind::kArgument, draw.of.name + ": expected " + text);
}

}  // namespace

void ParamDraw::Check(const Param& param, const double* usual) const {
  const bool has_two = kind != Kind::kChoice;
  const bool is_finite =
      std::all_of(numbers.begin(), numbers.end(),
                  [](double number) { return std::isfinite(number); });
  if (!is_finite || (has_two ? numbers.size() != 2 : numbers.empty())) {
    Refuse(*this, has_two ? "two finite numbers" : "finite numbers");
  }
  if (kind == Kind::kNormal) {
    if (numbers[1] < 0) {
      Refuse(*this, "a standard deviation of at least 0, got " +
                        ShortText(numbers[1]));
    }
    return;
  }
  if (has_two && numbers[0] > numbers[1]) {
    Refuse(*this, "low <= high, got " + ShortText(numbers[0]) + " and " +
                      ShortText(numbers[1]));
  }
  if (kind == Kind::kLogUniform && numbers[0] <= 0) {
    Refuse(*this, "low > 0, got " + ShortText(numbers[0]));
  }
  for (const int element : of.elements) {
    for (const double number : numbers) {
      const double value = Apply(param, usual[element], number);
      if (!(param.low <= value && value <= param.high)) {
        Refuse(*this, "values in " + RangeText(param) + ", got " +
                          ShortText(value) + " at one end of the draws");
      }
    }
  }
}

double ParamDraw::Draw(const Param& param, double usual,
                       Generator* generator) const {
  const bool integer = param.is_integer && mode == Mode::kSet;
  double value = Apply(param, usual, Sample(integer, generator));
  for (int i = 1; i < kMaxDraws && !(param.low <= value && value <= param.high);
       ++i) {
    value = Apply(param, usual, Sample(integer, generator));
  }
  return std::clamp(value, param.low, param.high);
}

double ParamDraw::Sample(bool integer, Generator* generator) const {
  const double low = numbers[0];
  switch (kind) {
    case Kind::kUniform:
      if (integer) {
        return static_cast<double>(generator->IntegersInclusive(
            static_cast<std::int64_t>(std::ceil(low)),
            static_cast<std::int64_t>(std::floor(numbers[1]))));
      }
      return std::clamp(generator->Uniform(low, numbers[1]), low, numbers[1]);
    case Kind::kLogUniform:
      return std::clamp(
          std::exp(generator->Uniform(std::log(low), std::log(numbers[1]))),
          low, numbers[1]);
    case Kind::kNormal:
      return generator->Normal(low, numbers[1]);
    case Kind::kChoice:
      break;
  }
  return numbers[generator->Choice(static_cast<std::int64_t>(numbers.size()))];
}

double ParamDraw::Apply(const Param& param, double usual, double drawn) const {
  double value = drawn;
  if (mode == Mode::kScale) {
    value = usual * drawn;
  } else if (mode == Mode::kAdd) {
    value = usual + drawn;
  }
  return param.is_integer ? std::nearbyint(value) : value;
}

}  // namespace envpool
