// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvPool<Spec>: the C++ interface of a pool of envs: send actions by env id,
// receive batches of results.
//
// Errors: functions that a pool does not provide throw std::runtime_error.

#ifndef ENVPOOL_CORE_ENVPOOL_H_
#define ENVPOOL_CORE_ENVPOOL_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/dict.h"

namespace envpool {

template <typename EnvSpecT>
class EnvPool {
 public:
  using Spec = EnvSpecT;
  using State = NamedVector<typename Spec::StateKeys, Array>;
  using Action = NamedVector<typename Spec::ActionKeys, Array>;

  EnvSpecT spec;

  explicit EnvPool(const EnvSpecT& spec_in) : spec(spec_in) {}
  virtual ~EnvPool() = default;
  EnvPool(const EnvPool&) = delete;
  EnvPool& operator=(const EnvPool&) = delete;

 protected:
  virtual void Send(const std::vector<Array>& /*actions*/) { Refuse("send"); }
  virtual void Send(std::vector<Array>&& /*actions*/) { Refuse("send"); }
  virtual std::vector<Array> Recv() { Refuse("recv"); }
  virtual void Reset(const Array& /*env_ids*/) { Refuse("reset"); }
  virtual Array Render(const Array& /*env_ids*/, int /*width*/, int /*height*/,
                       int /*camera_id*/) {
    Refuse("render");
  }

 private:
  [[noreturn]] static void Refuse(const char* what) {
    throw std::runtime_error(std::string(what) +
                             " is not provided by this pool");
  }
};

}  // namespace envpool

using envpool::EnvPool;

#endif  // ENVPOOL_CORE_ENVPOOL_H_
