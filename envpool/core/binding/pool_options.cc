// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/pool_options.h"

#include <string>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

namespace py = pybind11;

AutoresetMode ParseAutoreset(const std::string& mode) {
  if (mode == "next_step") {
    return AutoresetMode::kNextStep;
  }
  if (mode == "same_step") {
    return AutoresetMode::kSameStep;
  }
  if (mode == "disabled") {
    return AutoresetMode::kDisabled;
  }
  throw Error(ErrorKind::kArgument,
              "autoreset_mode: expected 'next_step', 'same_step' or "
              "'disabled', got '" +
                  mode + "'");
}

bool ParseNuma(const std::string& numa) {
  if (numa != "auto" && numa != "off") {
    throw Error(ErrorKind::kArgument,
                "numa: expected 'auto' or 'off', got '" + numa + "'");
  }
  return numa == "auto";
}

}  // namespace

EngineOptions ParseOptions(const pybind11::dict& options) {
  EngineOptions parsed;
  for (const auto& [key_object, value] : options) {
    const auto key = key_object.cast<std::string>();
    if (key == "autoreset_mode") {
      parsed.autoreset = ParseAutoreset(value.cast<std::string>());
    } else if (key == "episode_stats") {
      parsed.episode_stats = value.cast<bool>();
    } else if (key == "caller_helps") {
      parsed.caller_helps = value.cast<bool>();
    } else if (key == "chunk") {
      parsed.chunk = value.cast<int>();
    } else if (key == "shared_threads") {
      parsed.shared_threads = value.cast<bool>();
    } else if (key == "numa") {
      parsed.numa = ParseNuma(value.cast<std::string>());
    } else {
      throw Error(ErrorKind::kArgument, "options: unknown key '" + key + "'");
    }
  }
  return parsed;
}

}  // namespace envpool
