// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/wfc/solver.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace envpool::minigrid::wfc {

Solver::Solver(std::shared_ptr<const Model> model, int rows, int columns)
    : model_(std::move(model)),
      rows_(rows),
      columns_(columns),
      opposite_neighbor_(static_cast<std::size_t>(rows) * columns),
      preferences_(opposite_neighbor_.size()),
      is_changed_(opposite_neighbor_.size()),
      weights_(model_->size()),
      walls_(opposite_neighbor_.size()) {
  LinkNeighbors();
  const Patterns all = ~Patterns{0} >> (64 - model_->size());
  wave_.assign(opposite_neighbor_.size(), all);
  for (std::size_t place = 0; place < wave_.size(); ++place) {
    MarkChanged(static_cast<int>(place));
  }
  // Places beyond the edge may have any pattern, but a pattern that allows no
  // neighbour at all in some direction is impossible even at the edge.
  for (std::size_t d = 0; d < kNeighbors.size(); ++d) {
    Patterns possible = 0;
    for (const Patterns allowed : model_->allowed_behind[d]) {
      possible |= allowed;
    }
    for (Patterns& patterns : wave_) {
      patterns &= possible;
    }
  }
  can_begin_ = Propagate();
  initial_wave_ = wave_;
}

void Solver::LinkNeighbors() {
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      std::array<int, 4>& links = opposite_neighbor_[row * columns_ + column];
      for (std::size_t d = 0; d < kNeighbors.size(); ++d) {
        const int y = row - kNeighbors[d].rows;
        const int x = column - kNeighbors[d].columns;
        const bool inside = y >= 0 && y < rows_ && x >= 0 && x < columns_;
        links[d] = inside || model_->periodic ? (y + rows_) % rows_ * columns_ +
                                                    (x + columns_) % columns_
                                              : kOutside;
      }
    }
  }
}

const std::vector<char>& Solver::Solve(Generator* random) {
  for (double& preference : preferences_) {
    preference = random->Random() * 0.1;
  }
  if (!can_begin_) {
    throw std::runtime_error("minigrid: no pattern fits the level");
  }
  int attempts = 0;
  while (!Attempt(random)) {
    if (++attempts == kMaxAttempts) {
      throw std::runtime_error(
          "minigrid: could not generate a valid pattern within 1000 attempts");
    }
  }
  for (std::size_t place = 0; place < wave_.size(); ++place) {
    walls_[place] =
        static_cast<char>(model_->is_wall[std::countr_zero(wave_[place])]);
  }
  return walls_;
}

bool Solver::Attempt(Generator* random) {
  wave_ = initial_wave_;
  do {
    const int place = LeastUncertain();
    const int pattern = DrawPattern(wave_[place], random);
    wave_[place] = Patterns{1} << pattern;
    MarkChanged(place);
    if (!Propagate()) {
      return false;
    }
  } while (
      !std::all_of(wave_.begin(), wave_.end(), std::has_single_bit<Patterns>));
  return true;
}

int Solver::LeastUncertain() const {
  double least = std::numeric_limits<double>::infinity();
  int found = 0;
  for (std::size_t place = 0; place < wave_.size(); ++place) {
    const int count = std::popcount(wave_[place]);
    const double weight = preferences_[place] + count;
    if (count > 1 && weight < least) {
      least = weight;
      found = static_cast<int>(place);
    }
  }
  return found;
}

int Solver::DrawPattern(Patterns possible, Generator* random) {
  double sum = 0;
  for (int p = 0; p < model_->size(); ++p) {
    weights_[p] = (possible >> p & 1) != 0 ? model_->weights[p] : 0.0;
    sum += weights_[p];
  }
  for (double& weight : weights_) {
    weight /= sum;
  }
  return static_cast<int>(random->Choice(weights_));
}

void Solver::MarkChanged(int place) {
  if (is_changed_[place] == 0) {
    is_changed_[place] = 1;
    changed_.push_back(place);
  }
}

bool Solver::Propagate() {
  bool possible = true;
  while (!changed_.empty()) {
    const int place = changed_.back();
    changed_.pop_back();
    is_changed_[place] = 0;
    if (!possible) {
      continue;  // empties the list
    }
    std::array<Patterns, 4> supported{};
    for (Patterns rest = wave_[place]; rest != 0; rest &= rest - 1) {
      const int q = std::countr_zero(rest);
      for (std::size_t d = 0; d < supported.size(); ++d) {
        supported[d] |= model_->allowed_behind[d][q];
      }
    }
    for (std::size_t d = 0; d < supported.size(); ++d) {
      const int neighbor = opposite_neighbor_[place][d];
      if (neighbor == kOutside) {
        continue;
      }
      const Patterns left = wave_[neighbor] & supported[d];
      if (left != wave_[neighbor]) {
        wave_[neighbor] = left;
        possible = possible && left != 0;
        MarkChanged(neighbor);
      }
    }
  }
  return possible;
}

}  // namespace envpool::minigrid::wfc
