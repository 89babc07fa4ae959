// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvChecks: the checks of an Env<Spec> in a checked build; empty otherwise.
// EnvKernel: PerEnvKernel; in a checked build it also records which env runs,
// for crash reports.
//
// Threads: one at a time, like the env. Errors: see RowChecks.

#ifndef ENVPOOL_CORE_CHECKED_ENV_CHECKS_H_
#define ENVPOOL_CORE_CHECKED_ENV_CHECKS_H_

#include "envpool/core/checked/crash_report.h"
#include "envpool/core/engine/kernel/per_env_kernel.h"

#ifdef ENVPOOL_CHECKED

#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "envpool/core/checked/row_checks.h"
#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/type_list.h"

#endif  // ENVPOOL_CHECKED

namespace envpool {
ENVPOOL_BEGIN_CHECKED

#ifdef ENVPOOL_CHECKED

template <typename EnvSpecT, typename State, typename Action>
class EnvChecks {
 public:
  /// Calls f(), an env's Reset or Step, and checks its results.
  template <typename EnvT, typename F>
  void Run(const EnvT& env, int env_id, const char* call, const F& f) {
    if (env_name_.empty()) {
      env_name_ = NameOf(typeid(env));
      MakeEntries(env_id);
    }
    row_.CheckUnchanged();
    bool returned = false;
    try {
      const EnvScope scope(env_name_.c_str(), env_id, 1, call);
      f();
      returned = true;
    } catch (...) {
      End(call, returned);
      throw;
    }
    End(call, returned);
  }

  /// Makes the arrays of `action` valid until this Step returns.
  void Watch(Action* action) {
    ForIndex<Action::kSize>([&](auto index) {
      Watch(&std::get<index>(action->AllValues()), action_entries_[index]);
    });
  }

  /// Moves the row that this call has allocated into guarded memory.
  void Watch(State* state) {
    row_.BeginRow();
    ForIndex<State::kSize>([&](auto index) {
      auto& array = std::get<index>(state->AllValues());
      using D = typename std::remove_cvref_t<decltype(array)>::dtype;
      Watch(&array, state_entries_[index]);
      if constexpr (std::is_arithmetic_v<D>) {
        const Array& data = array;
        const bool is_own = index >= ResultColumns::kFirstFamily ||
                            index == ResultColumns::kReward;
        row_.Add({state_entries_[index], static_cast<char*>(data.Data()),
                  data.size * data.element_size,
                  std::is_floating_point_v<D> ? data.element_size : 0,
                  kIsObservation[index], is_own ? &uses[index] : nullptr});
      }
    });
    row_.Start();
    std::size_t item = 0;
    ForIndex<State::kSize>([&](auto index) {
      auto& array = std::get<index>(state->AllValues());
      using D = typename std::remove_cvref_t<decltype(array)>::dtype;
      if constexpr (std::is_arithmetic_v<D>) {
        array.MoveTo(row_.Data(item++));
      }
    });
  }

 private:
  using Entries = std::vector<std::shared_ptr<Entry>>;

  template <typename... K>
  static constexpr std::array<bool, State::kSize> FindObservations(
      const std::tuple<K...>& /*keys*/) {
    return {K::kStrView.starts_with("obs")...};
  }
  static constexpr std::array<bool, State::kSize> kIsObservation =
      FindObservations(State::StaticKeys());
  inline static std::array<EntryUse, State::kSize> uses;

  void MakeEntries(int env_id) {
    const auto make = [&](const char* what, const auto& keys, Entries* all) {
      for (const std::string& key : keys) {
        all->push_back(std::make_shared<Entry>());
        all->back()->name = env_name_ + ": " + what + "[\"" + key + "\"_]";
        all->back()->env_id = env_id;
      }
    };
    make("state", State::AllKeys(), &state_entries_);
    make("action", Action::AllKeys(), &action_entries_);
  }
  template <typename ArrayT>
  static void Watch(ArrayT* array, const std::shared_ptr<Entry>& entry) {
    const std::vector<std::size_t> shape = array->Shape();
    entry->shape.assign(shape.begin(), shape.end());
    entry->named = false;
    entry->used = false;
    array->Watch(entry);
  }
  void End(const char* call, bool returned) {
    for (const Entries* entries : {&state_entries_, &action_entries_}) {
      for (const std::shared_ptr<Entry>& entry : *entries) {
        ++entry->round;
      }
    }
    row_.Close(call, returned);
  }

  std::string env_name_;
  Entries state_entries_, action_entries_;
  RowChecks row_;
};

/// The kernel of a pool of EnvT.
template <typename EnvT>
class EnvKernel final : public PerEnvKernel {
 public:
  using PerEnvKernel::PerEnvKernel;

  void Reseed(int env_id, std::int64_t seed) override {
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "Reseed");
    PerEnvKernel::Reseed(env_id, seed);
  }
  void Save(int env_id, StateWriter* writer) override {
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "Save");
    PerEnvKernel::Save(env_id, writer);
  }
  void Load(int env_id, StateReader* reader) override {
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "Load");
    PerEnvKernel::Load(env_id, reader);
  }
  std::pair<int, int> RenderSize(int env_id, int width, int height) override {
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "RenderSize");
    return PerEnvKernel::RenderSize(env_id, width, height);
  }
  void Render(int env_id, int width, int height, int camera_id,
              unsigned char* rgb) override {
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "Render");
    PerEnvKernel::Render(env_id, width, height, camera_id, rgb);
  }
  std::string RenderText(int env_id) override {
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "RenderText");
    return PerEnvKernel::RenderText(env_id);
  }
};

#else

template <typename EnvSpecT, typename State, typename Action>
class EnvChecks {
 public:
  template <typename EnvT, typename F>
  void Run(const EnvT& /*env*/, int /*env_id*/, const char* /*call*/,
           const F& f) {
    f();
  }
  void Watch(State* /*state*/) {}
  void Watch(Action* /*action*/) {}
};

template <typename EnvT>
using EnvKernel = PerEnvKernel;

#endif  // ENVPOOL_CHECKED

ENVPOOL_END_CHECKED
}  // namespace envpool

#endif  // ENVPOOL_CORE_CHECKED_ENV_CHECKS_H_
