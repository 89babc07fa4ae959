// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SpareResets: idle workers begin the next episodes of envs in spare env
// objects, before the envs need them.
//
// After each reset, the inputs of the env's next reset, such as its random
// generator, are stored. A worker gives them to a spare object and resets that.
// If the env has the same inputs when it has to be reset, it adopts the spare
// object's episode; otherwise, it resets itself. So episodes do not depend on
// whether a spare object was ready. If there are fewer spare objects than envs,
// they serve envs in the order of the envs' resets.
//
// Ownership: refers to the spare objects and the engine. Threads: Ask and
// Take by the thread that runs the env, RunOne by any worker. Errors: Take may
// throw std::bad_alloc. If the reset of a spare object fails, the env resets
// itself.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_SPARE_RESETS_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_SPARE_RESETS_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/kernel/env_base.h"
#include "envpool/core/export.h"

namespace envpool {

class RowLease;

class ENVPOOL_EXPORT SpareResets {
 public:
  SpareResets(const std::vector<EnvBase*>& spares, Engine* engine);
  ~SpareResets();
  SpareResets(const SpareResets&) = delete;
  SpareResets& operator=(const SpareResets&) = delete;

  /// Asks for the next episode of an env that has just reset itself.
  void Ask(const EnvBase& env) noexcept;
  /// If the env's next episode is ready, moves it into the env, writes its
  /// first row, asks for the episode after that and returns true.
  bool Take(EnvBase* env, RowLease* lease);
  /// Prepares one episode; returns false if none is asked for.
  bool RunOne() noexcept;
  /// How many episodes have been taken.
  [[nodiscard]] std::int64_t taken() const { return taken_.load(); }

 private:
  enum class Phase : std::uint8_t { kFree, kQueued, kBusy, kReady };
  struct Spare {
    EnvBase* env{nullptr};
    std::unique_ptr<StateBlock> row;
    Phase phase{Phase::kFree};
    int env_id{-1};      // of the env that it serves; -1 while free
    std::string inputs;  // of its reset
    std::string next;    // of the reset after that, once it is ready
  };

  struct Wish {
    std::string inputs;      // of the env's next reset
    std::int64_t number{0};  // of the env's latest request
    Spare* spare{nullptr};   // the one that serves it, or null
  };
  struct Place {  // in the queue of envs without a spare
    int env_id;
    std::int64_t number;
  };

  [[nodiscard]] bool IsReady(int env_id) const;
  /// The spare with the env's next episode, now busy; null if there is none.
  Spare* FindReady(int env_id, const std::string& inputs);
  void Adopt(EnvBase* env, const Spare& spare, const RowLease& lease) const;
  template <typename F>
  void Change(const F& change) noexcept;
  void ServeLocked(Spare* spare, int env_id);
  // These return whether a spare has been queued.
  bool AskLocked(int env_id, std::string inputs);
  bool FreeLocked(Spare* spare);
  bool FinishLocked(Spare* spare, bool ready);
  bool Reset(Spare* spare) noexcept;

  Engine* const engine_;
  const Layout layout_;  // of one row
  mutable std::mutex mutex_;
  std::vector<Spare> spares_;
  std::vector<Spare*> free_;
  std::deque<Spare*> queue_;   // kQueued
  std::deque<Place> waiting_;  // oldest first; outdated places are skipped
  std::vector<Wish> wishes_;   // by env
  std::atomic<std::int64_t> taken_{0};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_SPARE_RESETS_H_
