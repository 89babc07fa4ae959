// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// VizdoomEnvSpec: the options, results and actions of a ViZDoom env.
//
// Threads: as EnvSpec. Errors: std::invalid_argument for a file that cannot be
// read, and for too many actions.

#ifndef ENVPOOL_VIZDOOM_VIZDOOM_SPEC_H_
#define ENVPOOL_VIZDOOM_VIZDOOM_SPEC_H_

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/vizdoom/actions.h"
#include "envpool/vizdoom/names.h"
#include "envpool/vizdoom/rewards.h"
#include "envpool/vizdoom/scenario.h"

namespace envpool::vizdoom {

/// The game variables among the infos of every scenario, in this order.
inline constexpr int kInfoVariables[] = {
    kAmmo0 + 2, kAmmo0 + 3, kAmmo0 + 4,   kAmmo0 + 5,      kAmmo0 + 6,
    kAmmo0 + 7, kArmor,     kDamageCount, kDeathCount,     kFragCount,
    kHealth,    kHitCount,  kKillCount,   kSelectedWeapon, kSelectedWeaponAmmo,
    kUser1 + 1};

inline RewardConfig DefaultRewards() {
  RewardConfig rewards = {
      {"FRAGCOUNT", {1, -1.5}},         {"KILLCOUNT", {1, 0}},
      {"DEATHCOUNT", {-0.75, 0.75}},    {"HITCOUNT", {0.01, -0.01}},
      {"DAMAGECOUNT", {0.003, -0.003}}, {"HEALTH", {0.005, -0.003}},
      {"ARMOR", {0.005, -0.001}}};
  for (int slot = 0; slot < 8; ++slot) {
    const double scale = slot < 3 ? 1 : slot < 6 ? 5 : 10;
    const std::string name = std::to_string(slot);
    rewards["WEAPON" + name] = {0.02 * scale, -0.01 * scale};
    rewards["AMMO" + name] = {0.0002 * scale, -0.0001 * scale};
  }
  return rewards;
}

inline WeaponConfig DefaultWeapons() {
  return {{0, 0.0002}, {1, 0.0002}, {2, 0.0002}, {3, 0.001},
          {4, 0.001},  {5, 0.001},  {6, 0.002},  {7, 0.002}};
}

class VizdoomEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "img_height"_.Bind(84), "img_width"_.Bind(84), "stack_num"_.Bind(4),
        "frame_skip"_.Bind(4), "lmp_save_dir"_.Bind(std::string()),
        "episodic_life"_.Bind(false), "force_speed"_.Bind(false),
        "use_combined_action"_.Bind(false), "use_inter_area_resize"_.Bind(true),
        "weapon_duration"_.Bind(5), "reward_config"_.Bind(DefaultRewards()),
        "selected_weapon_reward_config"_.Bind(DefaultWeapons()),
        "delta_button_config"_.Bind(DeltaConfig()),
        "cfg_path"_.Bind(std::string()), "wad_path"_.Bind(std::string()),
        "vzd_path"_.Bind(std::string()), "iwad_path"_.Bind(std::string()),
        "game_args"_.Bind(std::string()), "map_id"_.Bind(std::string("map01")),
        "deathmatch"_.Bind(false), "reward"_.Bind(std::string("envpool")));
  }

  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    CheckNames(conf);
    Scenario scenario = ScenarioOf(conf);
    scenario.map = conf["map_id"_];
    scenario.iwad = conf["iwad_path"_];
    if (!conf["wad_path"_].empty()) {
      scenario.wad = conf["wad_path"_];
    }
    const bool has_network = conf["max_num_players"_] > 1;
    if (has_network) {
      CheckNoNetwork("cfg_path: game_args of " + scenario.path,
                     scenario.arguments);
    }
    AddArguments(conf["game_args"_], &scenario);
    if (has_network) {
      CheckNoNetwork("game_args", scenario.arguments);
    }
    CheckMap(scenario);
    const int channels = conf["stack_num"_] * scenario.Channels();
    const std::vector<int> shape = {-1, channels, conf["img_height"_],
                                    conf["img_width"_]};
    return MakeDict(
        "obs"_.Bind(Spec<std::uint8_t>(shape, {0, 255})), Info("info:AMMO2"_),
        Info("info:AMMO3"_), Info("info:AMMO4"_), Info("info:AMMO5"_),
        Info("info:AMMO6"_), Info("info:AMMO7"_), Info("info:ARMOR"_),
        Info("info:DAMAGECOUNT"_), Info("info:DEATHCOUNT"_),
        Info("info:FRAGCOUNT"_), Info("info:HEALTH"_), Info("info:HITCOUNT"_),
        Info("info:KILLCOUNT"_), Info("info:SELECTED_WEAPON"_),
        Info("info:SELECTED_WEAPON_AMMO"_), Info("info:USER2"_));
  }

  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const Scenario scenario = ScenarioOf(conf);
    if (conf["use_combined_action"_]) {
      const ActionSet actions = ActionsOf(conf, scenario);
      return MakeDict("action"_.Bind(
          MarkDiscrete(Spec<double>({-1}, {0.0, actions.size() - 1.0}))));
    }
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::vector<double> low, high;
    for (const int button : scenario.buttons) {
      const bool is_binary = button < kBinaryButtons;
      low.push_back(is_binary ? 0 : -kInfinity);
      high.push_back(is_binary ? 1 : kInfinity);
    }
    const int count = static_cast<int>(scenario.buttons.size());
    return MakeDict("action"_.Bind(
        Spec<double>(std::vector<int>{-1, count}, std::tuple(low, high))));
  }

  template <typename Config>
  static Scenario ScenarioOf(const Config& conf) {
    const std::string& path = conf["cfg_path"_];
    if (path.empty()) {
      throw std::invalid_argument(
          "cfg_path: expected the path of a scenario's .cfg, got none");
    }
    Scenario scenario = ReadScenario(path);
    if (scenario.buttons.empty()) {
      throw std::invalid_argument("cfg_path: " + path +
                                  ": expected available_buttons, got none");
    }
    return scenario;
  }

  template <typename Config>
  static ActionSet ActionsOf(const Config& conf, const Scenario& scenario) {
    return {scenario.buttons, conf["force_speed"_],
            conf["delta_button_config"_]};
  }

 private:
  template <typename Config>
  static void CheckNames(const Config& conf) {
    for (const auto& [name, weights] : conf["reward_config"_]) {
      if (VariableOf(name) < 0) {
        throw std::invalid_argument(
            "reward_config: expected names of game variables, got '" + name +
            "'");
      }
    }
    for (const auto& [name, values] : conf["delta_button_config"_]) {
      if (ButtonOf(name) < kBinaryButtons) {
        throw std::invalid_argument(
            "delta_button_config: expected names of delta buttons, got '" +
            name + "'");
      }
    }
  }

  template <typename K>
  static auto Info(K key) {
    return key.Bind(Spec<double>({-1}));
  }
};

using VizdoomEnvSpec = EnvSpec<VizdoomEnvFns>;

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_VIZDOOM_SPEC_H_
