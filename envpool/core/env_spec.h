// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvSpec<EnvFns>: an env's config together with the state and action specs
// that follow from it.
//
// EnvFns has three static functions: DefaultConfig(), StateSpec(config) and
// ActionSpec(config), each returning a Dict. The common keys come first. It may
// have a fourth, std::string StateFingerprint(config): bytes that, like the
// config, must be equal in two pools that exchange saved states, such as the
// contents of a file whose path is not compared.
//
// And it may have ResetOptions(config), which returns a Dict of what a call of
// reset may set for that reset alone, with the values otherwise: bool, int,
// double or std::string. With it there may be CheckResetOptions(options), which
// throws std::invalid_argument for values that an env cannot start from; it
// runs before anything is reset.
//
// Threads: immutable after construction. Errors: std::invalid_argument for
// impossible num_envs, batch_size, max_num_players, num_threads or env_seed,
// and for entries with a low bound above the high one.

#ifndef ENVPOOL_CORE_ENV_SPEC_H_
#define ENVPOOL_CORE_ENV_SPEC_H_

#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/dict.h"
#include "envpool/core/spec.h"

namespace envpool {

inline const auto common_config =  // NOLINT(readability-identifier-naming)
    MakeDict("num_envs"_.Bind(1), "batch_size"_.Bind(0), "num_threads"_.Bind(0),
             "max_num_players"_.Bind(1), "thread_affinity_offset"_.Bind(-1),
             "base_path"_.Bind(std::string("envpool")), "seed"_.Bind(42),
             "env_seed"_.Bind(std::vector<int>()),
             "gym_reset_return_info"_.Bind(true),
             "max_episode_steps"_.Bind(std::numeric_limits<int>::max()));

inline const auto common_state_spec =  // NOLINT(readability-identifier-naming)
    MakeDict("info:env_id"_.Bind(Spec<int>({})),
             "info:players.env_id"_.Bind(Spec<int>({-1})),
             "elapsed_step"_.Bind(Spec<int>({})), "done"_.Bind(Spec<bool>({})),
             "reward"_.Bind(Spec<float>({-1})),
             "discount"_.Bind(Spec<float>({-1}, {0.0f, 1.0f})),
             "step_type"_.Bind(Spec<int>({})), "trunc"_.Bind(Spec<bool>({})));

inline const auto common_action_spec =  // NOLINT(readability-identifier-naming)
    MakeDict("env_id"_.Bind(Spec<int>({})),
             "players.env_id"_.Bind(Spec<int>({-1})));

/// The defaults of EnvFns::ResetOptions, or an empty Dict.
template <typename EnvFns, typename Config>
auto ResetOptionsOf(const Config& config) {
  if constexpr (requires { EnvFns::ResetOptions(config); }) {
    return EnvFns::ResetOptions(config);
  } else {
    return MakeDict();
  }
}

template <typename EnvFns>
class EnvSpec {
 public:
  using EnvFnsType = EnvFns;
  using Config = decltype(ConcatDict(common_config, EnvFns::DefaultConfig()));
  using ConfigKeys = typename Config::Keys;
  using ConfigValues = typename Config::Values;
  using StateSpec = decltype(ConcatDict(
      common_state_spec, EnvFns::StateSpec(std::declval<const Config&>())));
  using ActionSpec = decltype(ConcatDict(
      common_action_spec, EnvFns::ActionSpec(std::declval<const Config&>())));
  using ResetOptions =
      decltype(ResetOptionsOf<EnvFns>(std::declval<const Config&>()));
  using StateKeys = typename StateSpec::Keys;
  using ActionKeys = typename ActionSpec::Keys;

  Config config;
  StateSpec state_spec;
  ActionSpec action_spec;
  ResetOptions reset_options;  // where a reset does not say otherwise

  static inline const Config kDefaultConfig =
      ConcatDict(common_config, EnvFns::DefaultConfig());

  EnvSpec() : EnvSpec(kDefaultConfig) {}
  explicit EnvSpec(const ConfigValues& values)
      : config(Checked(Config(values))),
        state_spec(ConcatDict(common_state_spec, EnvFns::StateSpec(config))),
        action_spec(ConcatDict(common_action_spec, EnvFns::ActionSpec(config))),
        reset_options(ResetOptionsOf<EnvFns>(config)) {
    if (config["batch_size"_] == 0) {
      config["batch_size"_] = config["num_envs"_];
    }
    CheckEntries("state", state_spec);
    CheckEntries("action", action_spec);
  }

 private:
  static Config Checked(Config config) {
    const int num_envs = config["num_envs"_];
    const std::size_t num_seeds = config["env_seed"_].size();
    Require(num_envs >= 1, "num_envs >= 1", num_envs);
    Require(config["batch_size"_] >= 0 && config["batch_size"_] <= num_envs,
            "0 <= batch_size <= num_envs", config["batch_size"_]);
    Require(config["max_num_players"_] >= 1, "max_num_players >= 1",
            config["max_num_players"_]);
    Require(config["num_threads"_] >= 0, "num_threads >= 0",
            config["num_threads"_]);
    Require(num_seeds == 0 || num_seeds == static_cast<std::size_t>(num_envs),
            "env_seed empty or one seed for each env",
            static_cast<int>(num_seeds));
    return config;
  }
  /// An entry without elements is one that the config does not want.
  template <typename Entries>
  static void CheckEntries(const char* kind, const Entries& entries) {
    entries.Apply([kind](auto key, const auto& entry) {
      try {
        if (Prod(entry.shape) > 0) {
          entry.CheckBounds();
        }
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(kind + (" entry '" + key.Str()) +
                                    "': " + error.what());
      }
    });
  }
  static void Require(bool holds, const char* expected, int got) {
    if (!holds) {
      throw std::invalid_argument(std::string("EnvSpec: expected ") + expected +
                                  ", got " + std::to_string(got));
    }
  }
};

/// The seed of one env: env_seed[env_id] if seeds are given one by one, else
/// seed + env_id (modulo 2^32: the top of the range wraps).
template <typename EnvSpecT>
int SeedOf(const EnvSpecT& spec, int env_id) {
  const std::vector<int>& seeds = spec.config["env_seed"_];
  return seeds.empty()
             ? static_cast<int>(static_cast<unsigned>(spec.config["seed"_]) +
                                static_cast<unsigned>(env_id))
             : seeds.at(env_id);
}

/// The time limit that the config asks for; max_episode_steps=0 asks for none.
template <typename EnvSpecT>
int EpisodeLimit(const EnvSpecT& spec) {
  const int limit = spec.config["max_episode_steps"_];
  return limit == 0 ? std::numeric_limits<int>::max() : limit;
}

/// The Dict of TArray<T> that corresponds to a Dict of Spec<T>.
template <typename SpecDict>
struct SpecToTArray;
template <typename Keys, typename... D>
struct SpecToTArray<Dict<Keys, std::tuple<Spec<D>...>>> {
  using Type = Dict<Keys, std::tuple<TArray<D>...>>;
};

}  // namespace envpool

using envpool::common_action_spec;
using envpool::common_config;
using envpool::common_state_spec;
using envpool::EnvSpec;

#endif  // ENVPOOL_CORE_ENV_SPEC_H_
