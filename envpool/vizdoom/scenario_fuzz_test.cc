// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads settings and lists of maps from files of any bytes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "envpool/testing/fuzz/input.h"
#include "envpool/vizdoom/scenario.h"

using envpool::testing::FileOf;
using envpool::testing::FuzzInput;
using envpool::vizdoom::Region;
using envpool::vizdoom::Scenario;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  FuzzInput input(data, size);
  const std::string arguments = input.TakeLine();
  // The file of settings, a line "---", and the file of maps.
  const std::string files = input.TakeAll();
  const std::size_t end = std::min(files.find("---\n"), files.size());
  try {
    Scenario scenario =
        envpool::vizdoom::ReadScenario(FileOf(files.substr(0, end), ".cfg"));
    AddArguments(arguments, &scenario);
    envpool::vizdoom::CheckNoNetwork("game_args", scenario.arguments);
    for (int region = 0; region < envpool::vizdoom::kRegions; ++region) {
      static_cast<void>(scenario.BufferSize(static_cast<Region>(region)));
    }
    const std::string maps =
        end == files.size() ? "" : files.substr(end + sizeof("---"));
    scenario.wad = FileOf(maps, ".wad");
    scenario.iwad = scenario.wad;
    CheckMap(scenario);
  } catch (const std::invalid_argument&) {
    // A file that is refused.
  }
  return 0;
}
