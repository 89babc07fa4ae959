// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// NetworkPolicy: a policy that is a DenseNetwork of the observation.
//
// Its outputs are the logits of one choice, or the means of Gaussian actions.
// It can also store the log-probabilities of the actions, and the values of the
// observations by a second network.
//
// Threads: as Policy. Ownership: it has copies of the networks; the arrays of
// log-probabilities and values belong to the caller.

#ifndef ENVPOOL_CORE_ROLLOUT_NETWORK_POLICY_H_
#define ENVPOOL_CORE_ROLLOUT_NETWORK_POLICY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "envpool/core/export.h"
#include "envpool/core/rollout/counted_draws.h"
#include "envpool/core/rollout/dense_network.h"
#include "envpool/core/rollout/policy.h"

namespace envpool {

struct NetworkPolicyOptions {
  std::vector<int> observations;  // columns of results, joined in this order
  int rows = 1;                   // of an env's action
  bool is_choice = false;         // whether the action is one of n choices
  double first_choice = 0;        // its lowest number
  int mask = -1;                  // the column of the legal choices, or -1
  // Whether actions are drawn; if not, they are the likeliest.
  bool samples = true;
  // The logarithms of the standard deviations of Gaussian actions; those of one
  // row, or of each.
  std::vector<float> log_std;
  std::uint64_t seed = 0;
  std::int64_t first_step = 0;  // as of RandomActions
  // (steps, rows of the actions), or null.
  float* log_probs = nullptr;
  float* values = nullptr;
};

class ENVPOOL_EXPORT NetworkPolicy : public Policy {
 public:
  /// `critic`: computes the values. Throws Error(kArgument) if a network has
  /// not as many inputs as the observation has numbers, or the actor not as
  /// many outputs as the action has choices or numbers.
  NetworkPolicy(const Layout& results, const ActionStore& store,
                DenseNetwork actor, std::optional<DenseNetwork> critic,
                NetworkPolicyOptions options);

  void Act(const Turn& turn) const override;
  [[nodiscard]] std::vector<int> Reads() const override;
  [[nodiscard]] int RowsTogether() const override { return 16; }

 private:
  void ReadObservations(const Turn& turn, float* to) const;
  double Choose(const Turn& turn, int row, float* logits) const;
  double DrawGaussian(const Turn& turn, int row, const float* means) const;
  /// A row of the actions of these envs: its draws, what it responds to, and
  /// where it is.
  [[nodiscard]] CountedDraws DrawsOf(const Turn& turn, int row) const;
  [[nodiscard]] const char* Seen(const Turn& turn, int column, int row) const;
  [[nodiscard]] char* Action(const Turn& turn, int row) const;

  const DenseNetwork actor_;
  const std::optional<DenseNetwork> critic_;
  const NetworkPolicyOptions options_;
  std::vector<Column> observations_;
  const Column action_;
  const std::int64_t num_rows_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_NETWORK_POLICY_H_
