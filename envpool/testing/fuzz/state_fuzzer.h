// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// StateFuzzer<Pool>: loads changed saved states into a pool of two envs. The
// pool may refuse a state, and is unchanged then, or accept it; the env must
// then still step, and the genuine states must load after that.
//
// A state begins as a genuine one, to which the input applies changes. So an
// input fits any version of the env.
//
// Threads: one. Errors: Expect.

#ifndef ENVPOOL_TESTING_FUZZ_STATE_FUZZER_H_
#define ENVPOOL_TESTING_FUZZ_STATE_FUZZER_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/with_type.h"
#include "envpool/core/engine_pool.h"
#include "envpool/testing/fuzz/input.h"

namespace envpool::testing {

/// A config with two envs and one thread.
template <typename Spec>
typename Spec::Config FuzzConfig() {
  auto config = Spec::kDefaultConfig;
  config["num_envs"_] = 2;
  config["num_threads"_] = 1;
  config["seed"_] = 7;
  return config;
}

/// Writes an allowed number for an element of an action.
inline void DrawNumber(const Column& column, std::size_t element,
                       FuzzInput* input, char* to) {
  Bound low = column.low;
  Bound high = column.high;
  if (!column.has_scalar_bounds) {
    low = column.lows[element];
    high = column.highs[element];
  }
  WithType(column.dtype, [&]<typename T>(T /*zero*/) {
    T value{};
    if constexpr (std::is_floating_point_v<T>) {
      auto first = low.To<double>();
      auto last = high.To<double>();
      if (!std::isfinite(first) || !std::isfinite(last)) {
        first = -1;
        last = 1;
      }
      const double part = input->Take<std::uint8_t>() / 255.0;
      value = static_cast<T>(std::lerp(first, last, part));
    } else {
      const auto first = static_cast<std::uint64_t>(low.To<T>());
      const auto last = static_cast<std::uint64_t>(high.To<T>());
      const auto most = static_cast<int>(std::min<std::uint64_t>(
          last - first, std::numeric_limits<int>::max()));
      value = static_cast<T>(first + input->TakeIn(0, most));
    }
    std::memcpy(to, &value, sizeof(T));
  });
}

/// Allowed actions for all envs: one row for each, or for each player.
inline std::vector<Array> DrawActions(Engine* engine, FuzzInput* input) {
  const Layout& layout = engine->actions()->layout();
  const std::vector<Column>& columns = layout.columns();
  std::vector<Array> arrays;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Column& column = columns[c];
    const int rows_of_env = column.per_player ? layout.max_players() : 1;
    std::vector<int> shape{engine->config().num_envs * rows_of_env};
    shape.insert(shape.end(), column.shape.begin(), column.shape.end());
    Array array(ShapeSpec(static_cast<int>(column.element_size), shape));
    for (std::size_t i = 0; i < array.size; ++i) {
      char* to = static_cast<char*>(array.Data()) + i * column.element_size;
      if (c < ActionStore::kFirstColumn) {
        const int env_id = static_cast<int>(i) / rows_of_env;
        std::memcpy(to, &env_id, sizeof(env_id));
      } else if (!column.is_container()) {
        DrawNumber(column, i % column.ItemSize(), input, to);
      }
    }
    arrays.push_back(array);
  }
  return arrays;
}

template <typename Pool>
class StateFuzzer {
 public:
  using Spec = typename Pool::Spec;

  /// Saves genuine states of several steps.
  explicit StateFuzzer(const Spec& spec,
                       const EngineOptions& options = EngineOptions{})
      : pool_(spec, options), engine_(pool_.engine()) {
    FuzzInput nothing(nullptr, 0);
    engine_->Reset(kBoth.data(), 2, nullptr, true);
    bool is_sound = Receive();
    for (const int steps : {0, 1, 5, 20}) {
      for (int i = 0; i < steps; ++i) {
        is_sound &= Step(&nothing);
      }
      genuine_.push_back(engine_->SaveStates(kBoth));
    }
    Expect(is_sound, "an env fails with this config");
  }

  void Run(FuzzInput input) {
    const std::vector<std::string>& genuine =
        genuine_[input.TakeIndex(genuine_.size())];
    engine_->LoadStates(kBoth, genuine);
    const std::size_t steps = input.TakeIndex(8);
    std::string forged = genuine[0];
    for (std::size_t edits = 1 + input.TakeIndex(4); edits > 0; --edits) {
      Edit(&input, &forged);
    }
    bool is_loaded = true;
    try {
      engine_->LoadStates({0}, {forged});
    } catch (const std::exception&) {
      is_loaded = false;
    }
    if (is_loaded) {
      static_cast<void>(engine_->SaveStates(kBoth));
      for (std::size_t i = 0; i < steps; ++i) {
        Step(&input);
      }
      engine_->LoadStates(kBoth, genuine);
    }
    Expect(engine_->SaveStates(kBoth) == genuine,
           is_loaded ? "genuine states do not come back"
                     : "a refused state has changed an env");
  }

 private:
  static inline const std::vector<int> kBoth{0, 1};

  /// Returns whether no env has failed, and so does Receive.
  bool Step(FuzzInput* input) {
    try {
      engine_->Send(DrawActions(engine_, input), true);
    } catch (const Error&) {
      // An ended episode, where autoreset is disabled.
      return true;
    }
    return Receive();
  }
  bool Receive() {
    StateBlock* block = engine_->Recv(nullptr);
    const bool is_sound = block->faults.empty();
    engine_->blocks()->Release(block);
    return is_sound;
  }

  /// Changes a part of a state.
  static void Edit(FuzzInput* input, std::string* state) {
    const std::size_t at = input->TakeIndex(state->size() + 1);
    const std::size_t left = state->size() - at;
    const auto place = [&](auto value) {
      std::memcpy(state->data() + at, &value, std::min(left, sizeof(value)));
    };
    switch (input->TakeIn(0, 7)) {
      case 0:
        return place(input->Take<std::uint8_t>());
      case 1:
        return place(input->Take<std::int32_t>());
      case 2:
        return place(input->Take<double>());
      case 3:
        return place(kNumbers[input->TakeIndex(std::size(kNumbers))]);
      case 4:
        return place(static_cast<float>(
            kNumbers[input->TakeIndex(std::size(kNumbers))]));
      case 5:
        return place(std::int32_t{input->Take<std::int8_t>()});
      case 6:
        state->resize(at);
        return;
      default:
        state->insert(at, input->TakeText(8));
    }
  }

  static constexpr double kNumbers[] = {
      0,
      -0.0,
      1,
      -1,
      0.5,
      1e-320,
      1e9,
      -1e9,
      1e18,
      1e300,
      -1e300,
      1e38,
      3.141,
      100.5,
      -1e-9,
      std::numeric_limits<double>::infinity(),
      -std::numeric_limits<double>::infinity(),
      std::numeric_limits<double>::quiet_NaN()};

  Pool pool_;
  Engine* const engine_;
  std::vector<std::vector<std::string>> genuine_;
};

/// Fuzzes the default config of one of the pools, which the input chooses.
template <typename... Pool>
void FuzzStates(FuzzInput input) {
  using Run = void (*)(FuzzInput);
  static constexpr Run kRuns[] = {[](FuzzInput rest) {
    using Spec = typename Pool::Spec;
    static StateFuzzer<Pool> fuzzer(Spec(FuzzConfig<Spec>()));
    fuzzer.Run(rest);
  }...};
  const int last = static_cast<int>(sizeof...(Pool)) - 1;
  kRuns[input.TakeIn(0, last)](input);
}

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_FUZZ_STATE_FUZZER_H_
