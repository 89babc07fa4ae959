// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/params/env_params.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/kernel/step_kernel.h"
#include "envpool/core/engine/params/param_values.h"

namespace envpool {
namespace {

/// Returns a separate random stream: no env draws from a seed with this spawn
/// key.
Generator GeneratorOf(std::int64_t seed) {
  const std::array<std::uint64_t, 1> entropy = {EntropyOf(seed)};
  const std::array<std::uint64_t, 1> spawn_key = {EnvParams::kSpawnKey};
  return Generator(SeedSequence::FromIntegers(entropy, spawn_key));
}

}  // namespace

std::string ShortText(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.12g", value);
  return text.data();
}

std::string RangeText(const Param& param) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "[%.12g, %.12g]", param.low,
                param.high);
  return text.data();
}

EnvParams::EnvParams(StepKernel* kernel, std::vector<std::int64_t> seeds)
    : kernel_(kernel),
      seeds_(std::move(seeds)),
      envs_(seeds_.size()),
      lists_(seeds_.size()) {}

EnvParams::~EnvParams() = default;

std::shared_ptr<const EnvParams::List> EnvParams::ListOf(int env_id) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const List>& list = lists_.at(env_id);
  if (list == nullptr) {
    List found = kernel_->Params(env_id);
    const auto same =
        std::find_if(distinct_.begin(), distinct_.end(),
                     [&found](const auto& each) { return *each == found; });
    if (same == distinct_.end()) {
      distinct_.push_back(std::make_shared<const List>(std::move(found)));
      list = distinct_.back();
    } else {
      list = *same;
    }
  }
  return list;
}

void EnvParams::Prepare() {
  const std::lock_guard lock(mutex_);
  kernel_->PrepareParams();
}

// --- one env ----------------------------------------------------------------

EnvParams::EnvEntry* EnvParams::Entry(int env_id) {
  std::unique_ptr<EnvEntry>& env = envs_.at(env_id);
  if (env == nullptr) {
    auto made = std::make_unique<EnvEntry>();
    made->list = ListOf(env_id);
    made->generator = GeneratorOf(seeds_[env_id]);
    env = std::move(made);
  }
  return env.get();
}

EnvParams::Touched* EnvParams::Touch(int env_id, int param) {
  EnvEntry* env = Entry(env_id);
  for (Touched& each : env->touched) {
    if (each.param == param) {
      return &each;
    }
  }
  Touched added;
  added.param = param;
  added.usual.resize(SizeOf(env->list->at(param)));
  kernel_->GetParam(env_id, param, added.usual.data());
  added.former = added.usual;
  added.values = added.usual;
  env->touched.push_back(std::move(added));
  return &env->touched.back();
}

double* EnvParams::Open(int env_id, int param) {
  Touched* touched = Touch(env_id, param);
  if (!touched->is_open) {
    kernel_->GetParam(env_id, param, touched->former.data());
    std::copy(touched->former.begin(), touched->former.end(),
              touched->values.begin());
    touched->is_open = true;
  }
  return touched->values.data();
}

void EnvParams::Commit(int env_id) {
  bool changes = false;
  for (const Touched& each : envs_[env_id]->touched) {
    if (each.is_open && !SameBits(each.values, each.former)) {
      kernel_->SetParam(env_id, each.param, each.values.data());
      changes = true;
    }
  }
  if (changes) {
    kernel_->ParamsChanged(env_id);
  }
}

void EnvParams::Close(int env_id) {
  for (Touched& each : envs_[env_id]->touched) {
    each.is_open = false;
  }
}

/// Cannot fail: the env accepted the former values before.
void EnvParams::Restore(int env_id) noexcept {
  if (envs_[env_id] == nullptr) {
    return;
  }
  for (Touched& each : envs_[env_id]->touched) {
    std::swap(each.values, each.former);
  }
  try {
    Commit(env_id);
  } catch (...) {
  }
  Close(env_id);
}

void EnvParams::ApplyAtReset(int env_id) {
  EnvEntry* env = envs_[env_id].get();
  if (env->pending.empty() && env->draws == nullptr) {
    return;
  }
  try {
    for (const Pending& each : env->pending) {
      Open(env_id, each.param)[each.element] = each.value;
    }
    env->pending.clear();
    if (env->draws != nullptr) {
      DrawAll(env_id);
    }
    Commit(env_id);
  } catch (...) {
    Restore(env_id);
    throw;
  }
  Close(env_id);
}

void EnvParams::DrawAll(int env_id) {
  EnvEntry* env = envs_[env_id].get();
  for (const ParamDraw& draw : *env->draws) {
    double* values = Open(env_id, draw.of.param);
    const double* usual = Touch(env_id, draw.of.param)->usual.data();
    const Param& param = (*env->list)[draw.of.param];
    for (const int element : draw.of.elements) {
      values[element] = draw.Draw(param, usual[element], &env->generator);
    }
  }
}

// --- several envs -----------------------------------------------------------

void EnvParams::CheckElements(const std::vector<int>& ids,
                              const ParamElements& of) {
  for (const int id : ids) {
    const auto list = ListOf(id);
    if (list != ListOf(ids[0])) {
      throw Error(ErrorKind::kArgument,
                  "env_id: expected envs with equal parameters, but those of "
                  "envs " +
                      std::to_string(ids[0]) + " and " + std::to_string(id) +
                      " differ; make a call for each kind",
                  {id});
    }
    if (of.param < 0 || of.param >= static_cast<int>(list->size())) {
      throw Error(ErrorKind::kArgument, of.name + ": no such parameter");
    }
    const int size = static_cast<int>(SizeOf((*list)[of.param]));
    for (const int element : of.elements) {
      if (element < 0 || element >= size) {
        throw Error(ErrorKind::kArgument, of.name + ": no such element");
      }
    }
  }
}

void EnvParams::CheckValues(const std::vector<int>& ids,
                            const ParamValues& row) {
  const std::size_t width = row.of.elements.size();
  if (row.values.size() != ids.size() * width) {
    throw Error(ErrorKind::kArgument,
                row.of.name + ": expected a value for each element and env");
  }
  if (ids.empty()) {
    return;
  }
  const auto list = ListOf(ids[0]);
  const Param& param = (*list)[row.of.param];
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    const int id = ids[i / width];
    if (!IsAllowed(param, row.values[i]) &&
        !IsUsual(id, row.of.param, row.of.elements[i % width], row.values[i])) {
      throw Error(ErrorKind::kArgument,
                  row.of.name + ": expected " +
                      (param.is_integer ? "integers" : "numbers") + " in " +
                      RangeText(param) + ", got " + ShortText(row.values[i]) +
                      " for env " + std::to_string(id),
                  {id});
    }
  }
}

/// The defaults may lie outside of the range for new values.
bool EnvParams::IsUsual(int env_id, int param, int element, double value) {
  return SameBits(Touch(env_id, param)->usual[element], value);
}

std::vector<double> EnvParams::Get(const std::vector<int>& ids,
                                   const ParamElements& of, bool usual) {
  CheckElements(ids, of);
  std::vector<double> result;
  result.reserve(ids.size() * of.elements.size());
  std::vector<double> buffer;
  for (const int id : ids) {
    buffer.resize(SizeOf(ListOf(id)->at(of.param)));
    kernel_->GetParam(id, of.param, buffer.data());
    const double* values = buffer.data();
    if (usual && envs_[id] != nullptr) {
      for (const Touched& each : envs_[id]->touched) {
        if (each.param == of.param) {
          values = each.usual.data();
        }
      }
    }
    for (const int element : of.elements) {
      result.push_back(values[element]);
    }
  }
  return result;
}

void EnvParams::Set(const std::vector<int>& ids,
                    const std::vector<ParamValues>& rows, bool at_reset) {
  for (const ParamValues& row : rows) {
    CheckElements(ids, row.of);
    CheckValues(ids, row);
  }
  Prepare();
  if (at_reset) {
    SetAtReset(ids, rows);
  } else {
    SetNow(ids, rows);
  }
}

void EnvParams::SetNow(const std::vector<int>& ids,
                       const std::vector<ParamValues>& rows) {
  std::size_t started = 0;
  try {
    for (; started < ids.size(); ++started) {
      for (const ParamValues& row : rows) {
        const std::size_t width = row.of.elements.size();
        double* values = Open(ids[started], row.of.param);
        for (std::size_t e = 0; e < width; ++e) {
          values[row.of.elements[e]] = row.values[started * width + e];
        }
      }
      if (!rows.empty()) {
        Commit(ids[started]);
      }
    }
  } catch (...) {
    for (std::size_t i = 0; i <= started; ++i) {
      Restore(ids[i]);
    }
    throw;
  }
  for (const int id : ids) {
    if (!rows.empty()) {
      Close(id);
    }
  }
  if (ids.size() == envs_.size()) {
    kernel_->SettleParams();
  }
}

void EnvParams::SetAtReset(const std::vector<int>& ids,
                           const std::vector<ParamValues>& rows) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::size_t more = 0;
    for (const ParamValues& row : rows) {
      Touch(ids[i], row.of.param);
      more += row.of.elements.size();
    }
    EnvEntry* env = Entry(ids[i]);
    env->pending.reserve(env->pending.size() + more);
  }
  // Nothing fails from here on.
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::vector<Pending>& pending = Entry(ids[i])->pending;
    for (const ParamValues& row : rows) {
      const std::size_t width = row.of.elements.size();
      for (std::size_t e = 0; e < width; ++e) {
        const Pending added = {row.of.param, row.of.elements[e],
                               row.values[i * width + e]};
        const auto same = std::find_if(
            pending.begin(), pending.end(), [&added](const Pending& each) {
              return each.param == added.param && each.element == added.element;
            });
        if (same == pending.end()) {
          pending.push_back(added);
        } else {
          *same = added;
        }
      }
    }
  }
}

void EnvParams::Randomize(const std::vector<int>& ids,
                          std::vector<ParamDraw> draws) {
  for (const ParamDraw& draw : draws) {
    CheckElements(ids, draw.of);
  }
  Prepare();
  for (const int id : ids) {
    for (const ParamDraw& draw : draws) {
      const Touched* touched = Touch(id, draw.of.param);
      draw.Check(Entry(id)->list->at(draw.of.param), touched->usual.data());
    }
  }
  const auto shared =
      std::make_shared<const std::vector<ParamDraw>>(std::move(draws));
  for (const int id : ids) {
    Entry(id)->draws = shared;
  }
}

void EnvParams::Reseed(int env_id, std::int64_t seed) {
  seeds_.at(env_id) = seed;
  if (envs_[env_id] != nullptr) {
    envs_[env_id]->generator = GeneratorOf(seed);
  }
}

}  // namespace envpool
