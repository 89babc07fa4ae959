// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The code that runs at every step. It copies an action only to check and to
// store it.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/action_reader.h"
#include "envpool/core/binding/first_row.h"
#include "envpool/core/binding/gil_wait.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/outputs.h"
#include "envpool/core/binding/translate.h"
#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/engine/transforms/pool_transforms.h"

namespace envpool {

/// Returns false for objects that must first be converted to arrays.
bool NativePool::TryRead(PyObject* action, PyObject* env_id) {
  const Result* last =
      engine_->config().max_players > 1 ? outputs_->cache()->last() : nullptr;
  if (last == nullptr) {
    return reader_->Read(action, env_id, nullptr);
  }
  const StateBlock& block = *last->block();
  const ResultRows rows{block.env_ids(), block.rows,
                        block.Rows<int>(ResultColumns::kPlayersEnvId, 0),
                        block.total_players};
  return reader_->Read(action, env_id, &rows);
}

/// Converts and reads an action that TryRead refuses. The returned arrays must
/// outlive Store.
std::pair<PyRef, PyRef> NativePool::Read(PyObject* action, PyObject* env_id) {
  if (outputs_->has_tensors()) {
    std::pair kept(outputs_->AsArray(action), outputs_->AsArray(env_id));
    if (TryRead(kept.first.get(), kept.second.get())) {
      return kept;
    }
  }
  if (!normalize_) {
    throw Error(ErrorKind::kProtocol, "_configure has not been called");
  }
  PyRef arrays = PyRef::Steal(
      PyObject_CallFunctionObjArgs(normalize_.get(), action, env_id, nullptr));
  if (!PyTuple_Check(arrays.get()) || PyTuple_GET_SIZE(arrays.get()) != 2 ||
      !TryRead(PyTuple_GET_ITEM(arrays.get(), 0),
               PyTuple_GET_ITEM(arrays.get(), 1))) {
    throw Error(ErrorKind::kArgumentType, "action: expected arrays");
  }
  return {std::move(arrays), PyRef()};
}

// The next three functions send the action that was read last. No Python code
// may have run since: it might have read another action, or freed an array.

void NativePool::SendRead() {
  outputs_->Prepare(reader_->count());
  SendPrepared(false);
}

void NativePool::StoreRead() noexcept {
  reader_->Store();
  if (transforms_ != nullptr) {
    transforms_->ChangeActions(reader_->ids(), reader_->count());
  }
}

void NativePool::SendPrepared(bool caller_waits) {
  const int* ids = reader_->ids();
  const int count = reader_->count();
  engine_->Admit(ids, count, Request::kStep, caller_waits && IsAlone());
  StoreRead();
  try {
    engine_->Publish(ids, count, Request::kStep, caller_waits);
  } catch (...) {
    engine_->Withdraw(ids, count);
    throw;
  }
  ++num_sent_;
}

void NativePool::SendAction(PyObject* action, PyObject* env_id) {
  static_cast<void>(Usable());
  NoteSender();
  if (TryRead(action, env_id)) {
    SendRead();
    return;
  }
  const auto kept = Read(action, env_id);
  SendRead();
}

/// Also receives and returns the result.
PyRef NativePool::StepRead() {
  outputs_->Prepare(reader_->count());
  StateBlock* block = nullptr;
  bool sent = false;
  if (reader_->ids() == nullptr) {
    std::optional<GilReleased> released;
    const auto store = [&]() noexcept {
      StoreRead();
      if (!engine_->StepIsCheap()) {
        released.emplace();  // until the envs have run
      }
    };
    block = engine_->StepAlone(store, outputs_->cache()->spare(), &sent);
  }
  if (sent) {
    ++num_sent_;
  } else {
    SendPrepared(true);
  }
  if (block == nullptr) {
    block = RecvBlock(-1);
  }
  outputs_->cache()->Reclaim(sent);
  return Build(Accept(block), false);
}

PyRef NativePool::StepAction(PyObject* action, PyObject* env_id) {
  static_cast<void>(Usable());
  NoteSender();
  if (TryRead(action, env_id)) {
    return StepRead();
  }
  const auto kept = Read(action, env_id);
  return StepRead();
}

std::vector<PyRef> NativePool::ReadAction(PyObject* action, PyObject* env_id) {
  static_cast<void>(Usable());
  if (TryRead(action, env_id)) {
    return reader_->ToArrays();
  }
  const auto kept = Read(action, env_id);
  return reader_->ToArrays();
}

void NativePool::SendColumns(PyObject* sequence) {
  const std::vector<Column>& columns = Usable()->actions()->layout().columns();
  const PyRef items = PyRef::Steal(PySequence_Tuple(sequence));
  const Py_ssize_t count = PyTuple_GET_SIZE(items.get());
  if (count != static_cast<Py_ssize_t>(columns.size())) {
    throw Error(ErrorKind::kArgument,
                "action: expected " + std::to_string(columns.size()) +
                    " arrays, got " + std::to_string(count));
  }
  const PyRef action = PyRef::Steal(PyDict_New());
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (PyDict_SetItemString(action.get(), columns[i].key.c_str(),
                             PyTuple_GET_ITEM(items.get(), i)) < 0) {
      throw PythonError();
    }
  }
  SendAction(action.get(), Py_None);
}

void NativePool::CheckActionShape(const std::string& key,
                                  const std::vector<std::int64_t>& shape,
                                  std::int64_t rows,
                                  const std::string& what) const {
  static_cast<void>(Usable());
  reader_->CheckShape(key, {shape.begin(), shape.end()}, rows, what);
}

PyRef NativePool::StepOne(PyObject* action) {
  Engine* engine = Usable();
  if (engine->config().num_envs != 1) {
    throw Error(ErrorKind::kProtocol, "_step_one: expected a pool of one env");
  }
  NoteSender();
  const PyRef result =
      reader_->ReadNumber(action) ? StepRead() : StepAction(action, Py_None);
  return FirstRow(result.get());
}

}  // namespace envpool
