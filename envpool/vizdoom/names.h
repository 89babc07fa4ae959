// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The names of ViZDoom's buttons and game variables.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_VIZDOOM_NAMES_H_
#define ENVPOOL_VIZDOOM_NAMES_H_

#include <string>
#include <vector>

namespace envpool::vizdoom {

/// The engine's numbers of the buttons that this code refers to.
enum Button {
  kSpeed = 8,
  kMoveRight = 10,
  kMoveLeft = 11,
  kMoveBackward = 12,
  kMoveForward = 13,
  kTurnRight = 14,
  kTurnLeft = 15,
  kLookUp = 16,
  kLookDown = 17,
  kMoveUp = 18,
  kMoveDown = 19,
  kSelectWeapon1 = 21,
  kSelectWeapon0 = 30,
  kSelectNextWeapon = 31,
  kSelectPrevWeapon = 32,
  kSelectNextItem = 35,
  kSelectPrevItem = 36,
};

/// Game variables, in ViZDoom's order. A name with a number is the first of
/// consecutive variables.
enum Variable {
  kKillCount,
  kItemCount,
  kSecretCount,
  kFragCount,
  kDeathCount,
  kHitCount,
  kHitsTaken,
  kDamageCount,
  kDamageTaken,
  kHealth,
  kArmor,
  kDead,
  kOnGround,
  kAttackReady,
  kAltAttackReady,
  kSelectedWeapon,
  kSelectedWeaponAmmo,
  kAmmo0,
  kWeapon0 = kAmmo0 + 10,
  kPositionX = kWeapon0 + 10,
  kCameraPositionX = kPositionX + 10,
  kPlayerNumber = kCameraPositionX + 7,
  kPlayerCount,
  kPlayer1FragCount,
  kUser1 = kPlayer1FragCount + 16,
  kVariables = kUser1 + 60,
};

/// The names in capitals, by the engine's number.
const std::vector<std::string>& ButtonNames();
const std::vector<std::string>& VariableNames();

/// The number of a name in capitals; -1 if there is no such name.
int ButtonOf(const std::string& name);
int VariableOf(const std::string& name);

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_NAMES_H_
