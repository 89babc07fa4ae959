// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters in saved states: a byte of flags, followed by the data that the
// flags announce. Only parameters that differ from their defaults are written.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/step_kernel.h"
#include "envpool/core/engine/params/env_params.h"
#include "envpool/core/engine/params/param_values.h"

namespace envpool {

namespace {
constexpr std::uint8_t kHasValues = 1;
constexpr std::uint8_t kHasPending = 2;
constexpr std::uint8_t kHasDraws = 4;
}  // namespace

void EnvParams::Save(int env_id, StateWriter* writer) const {
  const EnvEntry* env = envs_.at(env_id).get();
  if (env == nullptr) {
    writer->Write(std::uint8_t{0});
    return;
  }
  std::vector<std::pair<int, std::vector<double>>> changed;
  for (const Touched& each : env->touched) {
    std::vector<double> values(each.usual.size());
    kernel_->GetParam(env_id, each.param, values.data());
    if (!SameBits(values, each.usual)) {
      changed.emplace_back(each.param, std::move(values));
    }
  }
  std::uint8_t flags = changed.empty() ? 0 : kHasValues;
  flags |= env->pending.empty() ? 0 : kHasPending;
  flags |= env->draws == nullptr ? 0 : kHasDraws;
  writer->Write(flags);
  if ((flags & kHasValues) != 0) {
    writer->Write(static_cast<std::uint32_t>(changed.size()));
    for (const auto& [param, values] : changed) {
      writer->Write(param);
      writer->Write(values);
    }
  }
  if ((flags & kHasPending) != 0) {
    writer->Write(static_cast<std::uint32_t>(env->pending.size()));
    for (const Pending& each : env->pending) {
      writer->Write(each.param);
      writer->Write(each.element);
      writer->Write(each.value);
    }
  }
  if ((flags & kHasDraws) != 0) {
    writer->Write(env->generator);
  }
}

void EnvParams::Load(int env_id, StateReader* reader) {
  std::uint8_t flags;
  reader->Read(&flags, 0, kHasValues | kHasPending | kHasDraws);
  if (flags == 0 && envs_.at(env_id) == nullptr) {
    return;
  }
  Prepare();
  EnvEntry* env = Entry(env_id);
  try {
    for (const Touched& each : env->touched) {
      std::copy(each.usual.begin(), each.usual.end(), Open(env_id, each.param));
    }
    if ((flags & kHasValues) != 0) {
      LoadValues(env_id, reader);
    }
    Commit(env_id);
  } catch (...) {
    Restore(env_id);
    throw;
  }
  Close(env_id);
  std::vector<Pending> pending;
  if ((flags & kHasPending) != 0) {
    pending = ReadPending(env_id, reader);
  }
  Generator generator = env->generator;
  if ((flags & kHasDraws) != 0) {
    reader->Read(&generator);
  }
  env->pending = std::move(pending);
  env->generator = generator;
}

void EnvParams::LoadValues(int env_id, StateReader* reader) {
  const List& list = *Entry(env_id)->list;
  const int size = static_cast<int>(list.size());
  std::uint32_t count;
  reader->Read(&count, 1, size);
  std::vector<bool> has_read(size);
  for (std::uint32_t i = 0; i < count; ++i) {
    int number;
    reader->Read(&number, 0, size - 1);
    reader->Require(!has_read[number]);
    has_read[number] = true;
    const Param& param = list[number];
    std::vector<double> values;
    reader->Read(&values, SizeOf(param));
    double* opened = Open(env_id, number);
    for (int e = 0; e < static_cast<int>(values.size()); ++e) {
      reader->Require(IsAllowed(param, values[e]) ||
                      IsUsual(env_id, number, e, values[e]));
      opened[e] = values[e];
    }
  }
}

std::vector<EnvParams::Pending> EnvParams::ReadPending(int env_id,
                                                       StateReader* reader) {
  const List& list = *Entry(env_id)->list;
  std::uint32_t count;
  reader->Read(&count);
  std::vector<Pending> pending;
  for (std::uint32_t i = 0; i < count; ++i) {
    Pending read;
    reader->Read(&read.param, 0, static_cast<int>(list.size()) - 1);
    const Param& param = list[read.param];
    reader->Read(&read.element, 0, static_cast<int>(SizeOf(param)) - 1);
    reader->Read(&read.value);
    reader->Require(IsAllowed(param, read.value) ||
                    IsUsual(env_id, read.param, read.element, read.value));
    Touch(env_id, read.param);
    pending.push_back(read);
  }
  return pending;
}

}  // namespace envpool
