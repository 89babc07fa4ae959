// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/rewards.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "envpool/vizdoom/names.h"

namespace envpool::vizdoom {

namespace {

// The engine's health value of a player without a body.
constexpr double kNoHealth = -999900;
constexpr double kFullHealth = 100;
constexpr double kMaxDamage = 200, kMaxHits = 5;

// Whether the engine continues a counter from the previous episode.
bool IsCumulative(int number) {
  return number == kHitCount || number == kDamageCount || number == kDeathCount;
}

}  // namespace

// --- Variables --------------------------------------------------------------

Variables::Variables(std::vector<int> numbers)
    : numbers_(std::move(numbers)),
      offsets_(numbers_.size()),
      before_(numbers_.size()),
      values_(numbers_.size()) {}

double Variables::ValueIn(const Game& game, int place) const {
  const double value = game.Variable(numbers_[place]) - offsets_[place];
  if (numbers_[place] == kHealth && value == kNoHealth) {
    return values_[place] > 0 ? values_[place] : kFullHealth;
  }
  return value;
}

void Variables::Begin(const Game& game) {
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    offsets_[i] = IsCumulative(numbers_[i]) ? game.Variable(numbers_[i]) : 0;
    values_[i] = 0;
  }
  Read(game);
  before_ = values_;
}

void Variables::Read(const Game& game) {
  std::swap(before_, values_);
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    values_[i] = before_[i];  // the fallback of ValueIn
    values_[i] = ValueIn(game, static_cast<int>(i));
  }
}

double Variables::ValueOf(int number) const {
  const auto place = std::find(numbers_.begin(), numbers_.end(), number);
  return values_[place - numbers_.begin()];
}

// --- EnvPoolReward ----------------------------------------------------------

EnvPoolReward::EnvPoolReward(const RewardConfig& weights, WeaponConfig weapons,
                             int weapon_duration,
                             const std::vector<int>& numbers)
    : weapons_(std::move(weapons)), weapon_duration_(weapon_duration) {
  for (const int number : numbers) {
    const auto found = weights.find(VariableNames()[number]);
    const auto [increase, decrease] =
        found == weights.end() ? std::tuple(0.0, 0.0) : found->second;
    weights_.push_back(
        {number, static_cast<float>(increase), static_cast<float>(decrease)});
  }
}

void EnvPoolReward::Begin() {
  weapon_ = -1;
  weapon_steps_ = 0;
}

float EnvPoolReward::Step(const Variables& variables) {
  float reward = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const auto& [number, increase, decrease] = weights_[i];
    double change = variables.Change(static_cast<int>(i));
    if (number == kDamageCount) {
      change = std::min(change, kMaxDamage);
    } else if (number == kHitCount) {
      change = std::min(change, kMaxHits);
    }
    reward += change >= 0 ? static_cast<float>(change) * increase
                          : static_cast<float>(-change) * decrease;
  }
  return reward + WeaponBonus(variables);
}

float EnvPoolReward::WeaponBonus(const Variables& variables) {
  const int weapon = static_cast<int>(variables.ValueOf(kSelectedWeapon));
  weapon_steps_ = weapon == weapon_ ? weapon_steps_ + 1 : 1;
  weapon_ = weapon;
  const auto bonus = weapons_.find(weapon);
  if (weapon_steps_ < weapon_duration_ || bonus == weapons_.end() ||
      variables.ValueOf(kSelectedWeaponAmmo) <= 0) {
    return 0;
  }
  return static_cast<float>(bonus->second);
}

// --- OfficialReward ---------------------------------------------------------

double OfficialReward::AddCounts(const Game& game, double reward) {
  const SharedGame& now = game.game();
  const std::pair<int, double> counts[] = {
      {now.kill_count, rewards_.kill},
      {now.secret_count, rewards_.secret},
      {now.item_count, rewards_.item},
      {now.frag_count, rewards_.frag},
      {now.hit_count, rewards_.hit},
      {now.hits_taken, -rewards_.hit_taken_penalty},
      {now.damage_count, rewards_.damage_made},
      {now.damage_taken, -rewards_.damage_taken_penalty},
      {now.health, rewards_.health},
      {now.armor, rewards_.armor}};
  int i = 0;
  for (const auto& [count, weight] : counts) {
    if (weight != 0 && count > counts_[i]) {
      reward += (count - counts_[i]) * weight;
    }
    counts_[i] = count;
    ++i;
  }
  return reward;
}

void OfficialReward::Begin(const Game& game) {
  last_tic_ = 0;
  Step(game);
}

double OfficialReward::Step(const Game& game) {
  const double map = game.game().map_reward / 65536.0;
  double reward = map - map_;
  map_ = map;
  const int lived = static_cast<int>(game.last_tic() - last_tic_);
  last_tic_ = game.last_tic();
  reward += std::max(lived, 0) * rewards_.living;
  if (game.IsDead()) {
    reward -= rewards_.death_penalty;
  } else if (game.IsOver()) {
    reward += rewards_.map_exit;
  }
  return AddCounts(game, reward);
}

}  // namespace envpool::vizdoom
