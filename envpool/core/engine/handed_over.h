// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// HandedOver<T>: objects from Python for pools that are about to be made. A
// config cannot hold pointers, so it holds the object's number in this table.
//
// Threads: any. Ownership: shared with the caller of Add; At takes the object
// out. Errors: Error(kEnvCreation) from At.

#ifndef ENVPOOL_CORE_ENGINE_HANDED_OVER_H_
#define ENVPOOL_CORE_ENGINE_HANDED_OVER_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "envpool/core/engine/errors.h"

namespace envpool {

template <typename T>
class HandedOver {
 public:
  /// Returns the object's number.
  static int Add(const std::shared_ptr<T>& object) {
    const std::lock_guard lock(mutex);
    table[++last] = object;
    return last;
  }
  /// `key` is the config key that holds the number.
  static std::shared_ptr<T> At(const char* key, int number) {
    const std::lock_guard lock(mutex);
    const auto found = table.find(number);
    std::shared_ptr<T> object =
        found == table.end() ? nullptr : found->second.lock();
    if (object == nullptr) {
      throw Error(ErrorKind::kEnvCreation,
                  std::string(key) + ": expected one without a pool, got " +
                      std::to_string(number));
    }
    table.erase(found);
    return object;
  }

 private:
  static inline std::mutex mutex;
  static inline std::map<int, std::weak_ptr<T>> table;
  static inline int last = 0;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_HANDED_OVER_H_
