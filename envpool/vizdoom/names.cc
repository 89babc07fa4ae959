// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/names.h"

#include <algorithm>
#include <string>
#include <vector>

namespace envpool::vizdoom {

namespace {

std::vector<std::string> MakeVariableNames() {
  std::vector<std::string> names = {"KILLCOUNT",
                                    "ITEMCOUNT",
                                    "SECRETCOUNT",
                                    "FRAGCOUNT",
                                    "DEATHCOUNT",
                                    "HITCOUNT",
                                    "HITS_TAKEN",
                                    "DAMAGECOUNT",
                                    "DAMAGE_TAKEN",
                                    "HEALTH",
                                    "ARMOR",
                                    "DEAD",
                                    "ON_GROUND",
                                    "ATTACK_READY",
                                    "ALTATTACK_READY",
                                    "SELECTED_WEAPON",
                                    "SELECTED_WEAPON_AMMO"};
  for (const char* kind : {"AMMO", "WEAPON"}) {
    for (int slot = 0; slot < 10; ++slot) {
      names.push_back(kind + std::to_string(slot));
    }
  }
  for (const char* name :
       {"POSITION_X", "POSITION_Y", "POSITION_Z", "ANGLE", "PITCH", "ROLL",
        "VIEW_HEIGHT", "VELOCITY_X", "VELOCITY_Y", "VELOCITY_Z",
        "CAMERA_POSITION_X", "CAMERA_POSITION_Y", "CAMERA_POSITION_Z",
        "CAMERA_ANGLE", "CAMERA_PITCH", "CAMERA_ROLL", "CAMERA_FOV",
        "PLAYER_NUMBER", "PLAYER_COUNT"}) {
    names.emplace_back(name);
  }
  for (int player = 1; player <= 16; ++player) {
    names.push_back("PLAYER" + std::to_string(player) + "_FRAGCOUNT");
  }
  for (int number = 1; number <= 60; ++number) {
    names.push_back("USER" + std::to_string(number));
  }
  return names;
}

int IndexOf(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

}  // namespace

const std::vector<std::string>& ButtonNames() {
  static const auto* const kNames =
      new std::vector<std::string>{"ATTACK",
                                   "USE",
                                   "JUMP",
                                   "CROUCH",
                                   "TURN180",
                                   "ALTATTACK",
                                   "RELOAD",
                                   "ZOOM",
                                   "SPEED",
                                   "STRAFE",
                                   "MOVE_RIGHT",
                                   "MOVE_LEFT",
                                   "MOVE_BACKWARD",
                                   "MOVE_FORWARD",
                                   "TURN_RIGHT",
                                   "TURN_LEFT",
                                   "LOOK_UP",
                                   "LOOK_DOWN",
                                   "MOVE_UP",
                                   "MOVE_DOWN",
                                   "LAND",
                                   "SELECT_WEAPON1",
                                   "SELECT_WEAPON2",
                                   "SELECT_WEAPON3",
                                   "SELECT_WEAPON4",
                                   "SELECT_WEAPON5",
                                   "SELECT_WEAPON6",
                                   "SELECT_WEAPON7",
                                   "SELECT_WEAPON8",
                                   "SELECT_WEAPON9",
                                   "SELECT_WEAPON0",
                                   "SELECT_NEXT_WEAPON",
                                   "SELECT_PREV_WEAPON",
                                   "DROP_SELECTED_WEAPON",
                                   "ACTIVATE_SELECTED_ITEM",
                                   "SELECT_NEXT_ITEM",
                                   "SELECT_PREV_ITEM",
                                   "DROP_SELECTED_ITEM",
                                   "LOOK_UP_DOWN_DELTA",
                                   "TURN_LEFT_RIGHT_DELTA",
                                   "MOVE_FORWARD_BACKWARD_DELTA",
                                   "MOVE_LEFT_RIGHT_DELTA",
                                   "MOVE_UP_DOWN_DELTA"};
  return *kNames;
}

const std::vector<std::string>& VariableNames() {
  static const auto* const kNames =
      new std::vector<std::string>(MakeVariableNames());
  return *kNames;
}

int ButtonOf(const std::string& name) { return IndexOf(ButtonNames(), name); }

int VariableOf(const std::string& name) {
  return IndexOf(VariableNames(), name);
}

}  // namespace envpool::vizdoom
