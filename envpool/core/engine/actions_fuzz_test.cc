// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends arrays of any number, size and shape to pools with one player and with
// several.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/testing/dummy_env.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/pool_driver.h"

namespace {

using envpool::Array;
using envpool::Engine;
using envpool::Error;
using envpool::ShapeSpec;
using envpool::testing::DummyEnvPool;
using envpool::testing::DummyEnvSpec;
using envpool::testing::Expect;
using envpool::testing::FuzzInput;

constexpr int kEnvs = 3;

std::unique_ptr<DummyEnvPool> Make(int players) {
  auto config = DummyEnvSpec::kDefaultConfig;
  config["num_envs"_] = kEnvs;
  config["num_threads"_] = 1;
  config["max_num_players"_] = players;
  return std::make_unique<DummyEnvPool>(DummyEnvSpec(config));
}

/// An array like those of the pool's spec, or one with other extents.
Array DrawArray(const envpool::Column& column, int rows, FuzzInput* input) {
  std::vector<int> shape{rows};
  shape.insert(shape.end(), column.shape.begin(), column.shape.end());
  int element_size = static_cast<int>(column.element_size);
  const int wrong = input->TakeIn(0, 15);
  if (wrong == 1) {
    element_size = 1 << input->TakeIn(0, 3);
  } else if (wrong == 2) {
    shape.push_back(input->TakeIn(0, 3));
  } else if (wrong == 3) {
    shape.pop_back();
  } else if (wrong == 4) {
    shape.back() = input->TakeIn(0, 9);
  }
  Array array(ShapeSpec(element_size, shape));
  const std::size_t bytes = array.size * array.element_size;
  const std::string values = input->TakeText(bytes);
  array.Assign(values.data(), values.size());
  return array;
}

void Send(Engine* engine, FuzzInput* input) {
  std::vector<Array> arrays;
  const int rows = input->TakeIn(0, kEnvs + 1);
  const int player_rows = input->TakeIn(0, 1) == 0 ? rows : input->TakeIn(0, 9);
  for (const envpool::Column& column : engine->actions()->layout().columns()) {
    arrays.push_back(
        DrawArray(column, column.per_player ? player_rows : rows, input));
  }
  if (input->TakeIn(0, 15) == 1) {
    arrays.resize(static_cast<std::size_t>(input->TakeIn(0, 8)));
  }
  engine->Send(arrays, true);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const std::unique_ptr<DummyEnvPool> pools[] = {Make(1), Make(4)};
  FuzzInput input(data, size);
  Engine* engine = pools[input.TakeIn(0, 1)]->engine();
  while (!input.empty()) {
    try {
      if (input.TakeIn(0, 7) == 0) {
        const std::vector<int> ids = input.TakeMany<int>(
            static_cast<std::size_t>(input.TakeIn(0, kEnvs + 1)));
        engine->Reset(ids.data(), static_cast<int>(ids.size()), nullptr, true);
      } else {
        Send(engine, &input);
      }
      engine->blocks()->Release(engine->Recv(nullptr));
    } catch (const Error&) {
      engine->Drain(nullptr);
    }
  }
  const std::vector<int> all{0, 1, 2};
  engine->Reset(all.data(), kEnvs, nullptr, true);
  envpool::StateBlock* block = engine->Recv(nullptr);
  Expect(block->rows == kEnvs && block->faults.empty(), "an env is lost");
  engine->blocks()->Release(block);
  return 0;
}
