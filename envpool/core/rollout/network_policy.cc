// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/network_policy.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/with_type.h"
#include "envpool/core/rollout/choice.h"

namespace envpool {
namespace {

constexpr std::size_t kAction = ActionStore::kFirstColumn;
constexpr double kHalfLogTwoPi = 0.918938533204672741780;

void CheckSize(const char* what, std::size_t expected, int found) {
  if (expected != static_cast<std::size_t>(found)) {
    throw Error(ErrorKind::kArgument, std::string("policy: expected ") + what +
                                          " " + std::to_string(expected) +
                                          ", got " + std::to_string(found));
  }
}

void WriteNumber(const Column& column, std::size_t index, double number,
                 char* to) {
  WithType(column.dtype, [&]<typename T>(T /*zero*/) {
    reinterpret_cast<T*>(to)[index] = static_cast<T>(number);
  });
}

}  // namespace

NetworkPolicy::NetworkPolicy(const Layout& results, const ActionStore& store,
                             DenseNetwork actor,
                             std::optional<DenseNetwork> critic,
                             NetworkPolicyOptions options)
    : actor_(std::move(actor)),
      critic_(std::move(critic)),
      options_(std::move(options)),
      action_(store.layout().columns().at(kAction)),
      num_rows_(static_cast<std::int64_t>(store.layout().rows()) *
                options_.rows) {
  std::size_t inputs = 0;
  for (const int column : options_.observations) {
    observations_.push_back(results.columns().at(column));
    inputs += observations_.back().ItemSize();
  }
  CheckSize("layers with inputs of size", inputs, actor_.inputs());
  if (critic_) {
    CheckSize("a critic with inputs of size", inputs, critic_->inputs());
    CheckSize("a critic with outputs of size", 1, critic_->outputs());
  }
  if (options_.is_choice) {
    if (options_.mask >= 0) {
      CheckSize("a number of logits of",
                results.columns().at(options_.mask).ItemSize(),
                actor_.outputs());
    }
    return;
  }
  CheckSize("layers with outputs of size", action_.ItemSize(),
            actor_.outputs());
  const std::size_t sizes[] = {action_.ItemSize(),
                               action_.ItemSize() * num_rows_};
  if (std::ranges::find(sizes, options_.log_std.size()) == std::end(sizes)) {
    CheckSize("log_std of size", sizes[0],
              static_cast<int>(options_.log_std.size()));
  }
}

std::vector<int> NetworkPolicy::Reads() const {
  std::vector<int> columns = options_.observations;
  if (options_.mask >= 0) {
    columns.push_back(options_.mask);
  }
  return columns;
}

CountedDraws NetworkPolicy::DrawsOf(const Turn& turn, int row) const {
  const std::int64_t number = turn.first_env * options_.rows + row;
  return {options_.seed, number, options_.first_step + turn.step};
}

const char* NetworkPolicy::Seen(const Turn& turn, int column, int row) const {
  return turn.Seen(column, row / options_.rows, row % options_.rows);
}

char* NetworkPolicy::Action(const Turn& turn, int row) const {
  return turn.Action(kAction, row / options_.rows, row % options_.rows);
}

/// Joins the observations of each row to a row of numbers.
void NetworkPolicy::ReadObservations(const Turn& turn, float* to) const {
  const int inputs = actor_.inputs();
  std::size_t at = 0;
  for (std::size_t i = 0; i < observations_.size(); ++i) {
    const int column = options_.observations[i];
    const std::size_t size = observations_[i].ItemSize();
    WithType(observations_[i].dtype, [&]<typename T>(T /*zero*/) {
      for (int row = 0; row < turn.count * options_.rows; ++row) {
        const T* from = reinterpret_cast<const T*>(Seen(turn, column, row));
        float* rows = to + static_cast<std::size_t>(row) * inputs + at;
        for (std::size_t k = 0; k < size; ++k) {
          rows[k] = static_cast<float>(from[k]);
        }
      }
    });
    at += size;
  }
}

void NetworkPolicy::Act(const Turn& turn) const {
  const int width = std::max(actor_.width(), critic_ ? critic_->width() : 0);
  const int count = turn.count * options_.rows;
  const int first = turn.first_env * options_.rows;
  const std::size_t size = static_cast<std::size_t>(count) * width;
  std::vector<float> numbers(2 * size);
  float* in = numbers.data();
  const std::int64_t at = turn.step * num_rows_ + first;
  if (critic_ && options_.values != nullptr) {
    ReadObservations(turn, in);
    const float* values = critic_->Run(first, count, in, in + size);
    std::copy_n(values, count, options_.values + at);
  }
  ReadObservations(turn, in);
  float* outputs = actor_.Run(first, count, in, in + size);
  for (int row = 0; row < count; ++row) {
    float* own = outputs + static_cast<std::size_t>(row) * actor_.outputs();
    const double log_prob = options_.is_choice ? Choose(turn, row, own)
                                               : DrawGaussian(turn, row, own);
    if (options_.log_probs != nullptr) {
      options_.log_probs[at + row] = static_cast<float>(log_prob);
    }
  }
}

/// Writes a choice and returns its log-probability.
double NetworkPolicy::Choose(const Turn& turn, int row, float* logits) const {
  const auto* legal = options_.mask < 0 ? nullptr
                                        : reinterpret_cast<const std::int8_t*>(
                                              Seen(turn, options_.mask, row));
  CountedDraws draws = DrawsOf(turn, row);
  const Choice choice = ChooseByLogits(logits, actor_.outputs(), legal,
                                       options_.samples ? &draws : nullptr);
  WriteNumber(action_, 0, options_.first_choice + choice.number,
              Action(turn, row));
  return choice.log_prob;
}

double NetworkPolicy::DrawGaussian(const Turn& turn, int row,
                                   const float* means) const {
  char* to = Action(turn, row);
  const std::size_t count = action_.ItemSize();
  const float* log_std = options_.log_std.data();
  if (options_.log_std.size() != count) {
    log_std += (turn.first_env * options_.rows + row) * count;
  }
  CountedDraws draws = DrawsOf(turn, row);
  double log_prob = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double noise = options_.samples ? draws.Normal() : 0.0;
    const double deviation = std::exp(static_cast<double>(log_std[i]));
    WriteNumber(action_, i, static_cast<double>(means[i]) + deviation * noise,
                to);
    log_prob -=
        0.5 * noise * noise + static_cast<double>(log_std[i]) + kHalfLogTwoPi;
  }
  return log_prob;
}

}  // namespace envpool
