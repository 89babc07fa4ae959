// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The per-step path. It copies an action only to check and to store it.

#include <cstdint>
#include <vector>

#include "envpool/core/binding/action_array.h"
#include "envpool/core/binding/action_dict.h"
#include "envpool/core/binding/first_row.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/outputs.h"
#include "envpool/core/binding/translate.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/memory/read_once.h"
#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {
namespace {

/// The length of a vector; 0 for any other object.
npy_intp Length(PyObject* object) {
  auto* array = reinterpret_cast<PyArrayObject*>(object);
  return PyArray_CheckExact(object) && PyArray_NDIM(array) == 1
             ? PyArray_DIM(array, 0)
             : 0;
}

}  // namespace

const Column& NativePool::OnlyAction() const {
  return engine_->actions()->layout().columns()[ActionStore::kFirstColumn];
}

bool NativePool::ReadChoice(PyObject* action) const {
  if (OnlyAction().dtype != DType::kInt32 || OnlyAction().ItemSize() != 1 ||
      !(PyLong_Check(action) || PyArray_IsScalar(action, Integer))) {
    return false;
  }
  const PyRef index = PyRef::Steal(PyNumber_Index(action));
  int overflow = 0;
  const std::int64_t choice =
      PyLong_AsLongLongAndOverflow(index.get(), &overflow);
  return overflow == 0 && action_->Read(&choice, NPY_LONG, 1);
}

bool NativePool::ReadIds(PyObject* env_id, npy_intp count, const int** ids) {
  const int num_envs = engine_->config().num_envs;
  if (env_id == Py_None) {
    *ids = nullptr;
    return count == num_envs;
  }
  if (!PyArray_CheckExact(env_id)) {
    return false;
  }
  auto* array = reinterpret_cast<PyArrayObject*>(env_id);
  if (!IsPlain(array) || PyArray_NDIM(array) != 1 ||
      PyArray_DIM(array, 0) != count || count > num_envs) {
    return false;
  }
  ids_.resize(num_envs);
  *ids = ids_.data();
  const void* data = PyArray_DATA(array);
  if (PyArray_TYPE(array) == NPY_INT32) {
    ReadOnce(static_cast<const std::int32_t*>(data), count, ids_.data());
    return true;  // the engine checks the ids
  }
  return PyArray_TYPE(array) == NPY_LONG &&
         ReadInRange(static_cast<const std::int64_t*>(data), count, 0,
                     num_envs - 1, ids_.data());
}

void NativePool::StoreAction(const int* ids) const {
  ActionStore* store = engine_->actions();
  const int count = static_cast<int>(action_->rows());
  store->MarkFloat32(ids, count, action_->widens());
  // Runs of consecutive ids are copied at once.
  ForRuns(ids, count, [&](int index, int first_env, npy_intp length) {
    action_->Store(index, length,
                   store->Item(ActionStore::kFirstColumn, first_env));
  });
}

bool NativePool::SendFast(PyObject* action, PyObject* env_id,
                          bool caller_waits) {
  const int* ids;
  if (action_ != nullptr && action_->Read(action, 1)) {
    if (!ReadIds(env_id, action_->rows(), &ids)) {
      return false;
    }
    SendArray(ids, caller_waits);
    return true;
  }
  return PyDict_CheckExact(action) && SendDict(action, env_id, 1, caller_waits);
}

bool NativePool::SendDict(PyObject* action, PyObject* env_id, int leading,
                          bool caller_waits) {
  if (!dict_->can_read() || !dict_->Read(action, leading)) {
    return false;
  }
  if (env_id == Py_None) {
    env_id = dict_->env_id();
  } else if (dict_->env_id() != Py_None && dict_->env_id() != env_id) {
    return false;
  }
  if (env_id == Py_None && !engine_->is_sync() &&
      engine_->config().max_players > 1) {
    return false;  // validate.py raises the error
  }
  npy_intp count = dict_->count();
  if (count < 0) {
    count = env_id == Py_None ? engine_->config().num_envs : Length(env_id);
  }
  const int* ids;
  if (!ReadIds(env_id, count, &ids)) {
    return false;
  }
  const Result* last = outputs_->cache()->last();
  if (!dict_->FindPlayers(ids, count,
                          last == nullptr ? nullptr : last->block())) {
    return false;
  }
  SendWith(ids, static_cast<int>(count), caller_waits,
           [&] { dict_->Store(ids, count); });
  return true;
}

void NativePool::SendArray(const int* ids, bool caller_waits) {
  SendWith(ids, static_cast<int>(action_->rows()), caller_waits,
           [&] { StoreAction(ids); });
}

/// `store` copies the actions into their slots.
template <typename Store>
void NativePool::SendWith(const int* ids, int count, bool caller_waits,
                          const Store& store) {
  outputs_->Prepare(count);
  engine_->Admit(ids, count, Request::kStep, caller_waits && IsAlone());
  {
    const FpScope fp;  // conversions must round the same for every caller
    store();
  }
  try {
    engine_->Publish(ids, count, Request::kStep, caller_waits);
  } catch (...) {
    engine_->Withdraw(ids, count);
    throw;
  }
  ++num_sent_;
}

void NativePool::SendAction(PyObject* action, PyObject* env_id,
                            bool caller_waits) {
  static_cast<void>(Usable());
  NoteSender();
  if (SendFast(action, env_id, caller_waits)) {
    return;
  }
  if (outputs_->has_tensors()) {
    const PyRef action_array = outputs_->AsArray(action);
    const PyRef id_array = outputs_->AsArray(env_id);
    if (SendFast(action_array.get(), id_array.get(), caller_waits)) {
      return;
    }
  }
  if (!normalize_) {
    throw Error(ErrorKind::kProtocol, "_configure has not been called");
  }
  const FpScope fp;  // as in SendFast
  const PyRef arrays = PyRef::Steal(
      PyObject_CallFunctionObjArgs(normalize_.get(), action, env_id, nullptr));
  SendColumns(arrays.get(), caller_waits);
}

PyRef NativePool::StepOne(PyObject* action) {
  Engine* engine = Usable();
  if (engine->config().num_envs != 1) {
    throw Error(ErrorKind::kProtocol, "_step_one: expected a pool of one env");
  }
  if (action_ != nullptr && (ReadChoice(action) || action_->Read(action, 0))) {
    SendArray(nullptr, true);
  } else if (!PyDict_CheckExact(action) ||
             !SendDict(action, Py_None, 0, true)) {
    SendAction(action, Py_None, true);
  }
  return FirstRow(RecvResult(false, -1).get());
}

}  // namespace envpool
