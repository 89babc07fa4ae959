// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Seeds, states and parameters of idle envs.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/kernel/state_io.h"
#include "envpool/core/engine/params/env_params.h"

namespace envpool {
namespace {

/// Never returns null, which means all envs.
const int* DataOf(const std::vector<int>& ids) {
  static constexpr int kNone = 0;
  return ids.empty() ? &kNone : ids.data();
}

// A state ends with the parameters: usually a single zero byte, otherwise the
// parameters, their size and a one.

std::string ParamsOf(StepKernel* kernel, int env_id) {
  StateWriter params;
  kernel->env_params()->Save(env_id, &params);
  if (params.bytes().size() > 1) {
    params.Write(static_cast<std::uint32_t>(params.bytes().size()));
    params.Write(std::uint8_t{1});
  }
  return params.bytes();
}

/// Removes the parameters from the end of the state, and returns them.
std::string_view TakeParams(std::string_view* state) {
  const StateReader checker("");
  checker.Require(!state->empty());
  std::uint32_t size = 1;
  if (state->back() != 0) {
    state->remove_suffix(1);
    checker.Require(state->size() >= sizeof(size));
    std::memcpy(&size, state->end() - sizeof(size), sizeof(size));
    state->remove_suffix(sizeof(size));
    checker.Require(size > 1 && size <= state->size());
  }
  const std::string_view params = state->substr(state->size() - size);
  state->remove_suffix(size);
  return params;
}

/// The parameters first: the env may depend on them.
void LoadOne(StepKernel* kernel, int env_id, std::string_view state) {
  StateReader params(TakeParams(&state));
  kernel->env_params()->Load(env_id, &params);
  params.Finish();
  StateReader reader(state);
  kernel->Load(env_id, &reader);
  reader.Finish();
}

std::vector<std::string> SaveAll(StepKernel* kernel,
                                 const std::vector<int>& ids) {
  std::vector<std::string> states;
  states.reserve(ids.size());
  for (const int id : ids) {
    StateWriter writer;
    kernel->Save(id, &writer);
    states.push_back(writer.bytes() + ParamsOf(kernel, id));
  }
  return states;
}

/// Reserves memory for RestoreStates, which may run when memory has run out.
std::unique_ptr<char[]> MemoryToLoad(const std::vector<std::string>& states) {
  constexpr std::size_t kAtLeast = std::size_t{1} << 16;
  std::size_t most = 0;
  for (const std::string& state : states) {
    most = std::max(most, state.size());
  }
  return std::unique_ptr<char[]>(new char[kAtLeast + 4 * most]);
}

/// Restores the first `count` envs to their previous states.
void RestoreStates(StepKernel* kernel, const std::vector<int>& ids,
                   const std::vector<std::string>& before, std::size_t count) {
  int lost = -1;
  for (std::size_t i = 0; i < count; ++i) {
    try {
      LoadOne(kernel, ids[i], before[i]);
    } catch (...) {
      lost = ids[i];
    }
  }
  if (lost >= 0) {
    throw Error(ErrorKind::kEnvStep,
                "load: env " + std::to_string(lost) +
                    " accepts neither the new state nor its old one; reset it",
                {lost});
  }
}

}  // namespace

void Engine::Reseed(const int* ids, int count, Seeds seeds) {
  WithIdle(ids, count, [&] { ReseedAdmitted(ids, count, seeds); });
}

std::vector<std::string> Engine::SaveStates(const std::vector<int>& ids) {
  std::vector<std::string> states;
  WithIdle(DataOf(ids), static_cast<int>(ids.size()),
           [&] { states = SaveAll(kernel_, ids); });
  return states;
}

void Engine::LoadStates(const std::vector<int>& ids,
                        const std::vector<std::string>& states) {
  if (states.size() != ids.size()) {
    throw Error(ErrorKind::kArgument, "states: expected one for each of " +
                                          std::to_string(ids.size()) +
                                          " envs, got " +
                                          std::to_string(states.size()));
  }
  WithIdle(DataOf(ids), static_cast<int>(ids.size()), [&] {
    const std::vector<std::string> before = SaveAll(kernel_, ids);
    std::unique_ptr<char[]> memory = MemoryToLoad(before);
    std::size_t num_started = 0;
    try {
      while (num_started < ids.size()) {
        const std::size_t i = num_started++;
        LoadOne(kernel_, ids[i], states[i]);
      }
    } catch (...) {
      memory.reset();
      RestoreStates(kernel_, ids, before, num_started);
      throw;
    }
    RefreshEnded(ids);
    if (ids.size() == static_cast<std::size_t>(config_.num_envs)) {
      kernel_->SettleParams();
    }
  });
}

std::vector<double> Engine::GetParam(const std::vector<int>& ids,
                                     const ParamElements& of, bool usual) {
  std::vector<double> values;
  WithIdle(DataOf(ids), static_cast<int>(ids.size()),
           [&] { values = params_->Get(ids, of, usual); });
  return values;
}

void Engine::SetParams(const std::vector<int>& ids,
                       const std::vector<ParamValues>& rows, bool at_reset) {
  WithIdle(DataOf(ids), static_cast<int>(ids.size()),
           [&] { params_->Set(ids, rows, at_reset); });
}

void Engine::Randomize(const std::vector<int>& ids,
                       std::vector<ParamDraw> draws) {
  WithIdle(DataOf(ids), static_cast<int>(ids.size()),
           [&] { params_->Randomize(ids, std::move(draws)); });
}

/// Asks the kernel which of these envs have ended.
void Engine::RefreshEnded(const std::vector<int>& ids) {
  const std::unique_lock lock = Lock();
  if (admission_.resets_are_explicit()) {
    for (const int id : ids) {
      admission_.set_ended(id, kernel_->IsDone(id));
    }
  }
}

}  // namespace envpool
