// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvSpec<EnvFns>: an env's config, and the state and action specs that depend
// on it.
//
// EnvFns has three static functions: DefaultConfig(), StateSpec(config) and
// ActionSpec(config), each returning a Dict. The common keys come first. It may
// have a fourth, std::string StateFingerprint(config): bytes that, like the
// config, must be equal in two pools that exchange saved states, such as the
// contents of a file (paths themselves are not compared).
//
// EnvFns may also have ResetOptions(config). It returns a Dict of the options
// that a call of reset may set for that reset alone, with their defaults: bool,
// int, double or std::string. An additional CheckResetOptions(options) throws
// std::invalid_argument for values that an env cannot start from; it runs
// before any env is reset.
//
// EnvFns may also have Params(config). It returns a Dict of the physical
// parameters of an env, each a ParamSpec or ArrayParamSpec, which users can
// change while the pool runs; see param_spec.h.
//
// Threads: immutable after construction. Errors: std::invalid_argument for a
// common key that is out of range, and for entries with a low bound above the
// high bound.

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
#include "envpool/core/param_spec.h"
#include "envpool/core/spec.h"

namespace envpool {

/// The default of a config key that all envs have and, for integers, its range.
template <typename T>
struct CommonKey {
  T default_value;
  int min = std::numeric_limits<int>::min();
  int max = std::numeric_limits<int>::max();
};

/// All common keys. Their Python counterpart, which documents the keys, is
/// envpool/python/config/keywords.py.
inline const auto common_keys =  // NOLINT(readability-identifier-naming)
    MakeDict("num_envs"_.Bind(CommonKey<int>{1, 1}),
             "batch_size"_.Bind(CommonKey<int>{0, 0}),
             "num_threads"_.Bind(CommonKey<int>{0, 0, 4096}),
             "max_num_players"_.Bind(CommonKey<int>{1, 1, 32768}),
             "thread_affinity_offset"_.Bind(CommonKey<int>{-1, -1}),
             "base_path"_.Bind(CommonKey<std::string>{"envpool"}),
             "seed"_.Bind(CommonKey<int>{42}),
             "env_seed"_.Bind(CommonKey<std::vector<int>>{}),
             "gym_reset_return_info"_.Bind(CommonKey<bool>{true}),
             "max_episode_steps"_.Bind(
                 CommonKey<int>{std::numeric_limits<int>::max(), 0}));

template <typename... K, typename... T>
auto DefaultsOf(
    const Dict<std::tuple<K...>, std::tuple<CommonKey<T>...>>& keys) {
  return MakeDict(Value<K, T>{keys[K()].default_value}...);
}

inline const auto common_config =  // NOLINT(readability-identifier-naming)
    DefaultsOf(common_keys);

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

/// Throws std::invalid_argument unless `holds`.
inline void RequireConfig(bool holds, const std::string& key,
                          const std::string& expected, int got) {
  if (!holds) {
    throw std::invalid_argument(key + ": expected " + expected + ", got " +
                                std::to_string(got));
  }
}

/// The defaults of EnvFns::ResetOptions, or an empty Dict.
template <typename EnvFns, typename Config>
auto ResetOptionsOf(const Config& config) {
  if constexpr (requires { EnvFns::ResetOptions(config); }) {
    return EnvFns::ResetOptions(config);
  } else {
    return MakeDict();
  }
}

/// The parameters of EnvFns::Params, or an empty Dict.
template <typename EnvFns, typename Config>
auto ParamSpecsOf(const Config& config) {
  if constexpr (requires { EnvFns::Params(config); }) {
    return EnvFns::Params(config);
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
  using Params = decltype(ParamSpecsOf<EnvFns>(std::declval<const Config&>()));
  using StateKeys = typename StateSpec::Keys;
  using ActionKeys = typename ActionSpec::Keys;

  Config config;
  StateSpec state_spec;
  ActionSpec action_spec;
  ResetOptions reset_options;  // the defaults of a reset
  Params params;

  static inline const Config kDefaultConfig =
      ConcatDict(common_config, EnvFns::DefaultConfig());

  EnvSpec() : EnvSpec(kDefaultConfig) {}
  explicit EnvSpec(const ConfigValues& values)
      : config(Checked(Config(values))),
        state_spec(ConcatDict(common_state_spec, EnvFns::StateSpec(config))),
        action_spec(ConcatDict(common_action_spec, EnvFns::ActionSpec(config))),
        reset_options(ResetOptionsOf<EnvFns>(config)),
        params(ParamSpecsOf<EnvFns>(config)) {
    if (config["batch_size"_] == 0) {
      config["batch_size"_] = config["num_envs"_];
    }
    CheckEntries("state", state_spec);
    CheckEntries("action", action_spec);
  }

 private:
  static Config Checked(Config config) {
    common_keys.Apply([&config]<typename T>(auto key, const CommonKey<T>& row) {
      if constexpr (std::is_same_v<T, int>) {
        RequireConfig(config[key] >= row.min && config[key] <= row.max,
                      key.Str(),
                      "an integer in [" + std::to_string(row.min) + ", " +
                          std::to_string(row.max) + "]",
                      config[key]);
      }
    });
    const int num_envs = config["num_envs"_];
    const int num_seeds = static_cast<int>(config["env_seed"_].size());
    RequireConfig(config["batch_size"_] <= num_envs, "batch_size",
                  "at most num_envs=" + std::to_string(num_envs),
                  config["batch_size"_]);
    RequireConfig(num_seeds == 0 || num_seeds == num_envs, "env_seed",
                  "none or one seed for each env, " + std::to_string(num_envs),
                  num_seeds);
    return config;
  }
  /// Entries without elements, which the config disables, are not checked.
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

/// The time limit of the config; max_episode_steps=0 means none.
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
