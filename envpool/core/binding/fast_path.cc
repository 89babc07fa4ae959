// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The per-step path: reading an action without copying it twice.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/binding/first_row.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/outputs.h"
#include "envpool/core/binding/translate.h"
#include "envpool/core/engine/fp_scope.h"
#include "envpool/core/engine/id_runs.h"

namespace envpool {
namespace {

constexpr std::size_t kActionColumn = 2;

/// Whether every value lies in [low, high]; NaN does not occur in integers.
template <typename T>
bool InRange(const T* values, npy_intp count, double low, double high) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto first = static_cast<T>(low);
  const auto span = static_cast<Unsigned>(high - low);
  if constexpr (sizeof(T) == 8) {
    // The bounds are those of an int32, so that whatever lies outside makes
    // one of the differences negative. Plain SSE2 has no comparison for this.
    Unsigned signs = 0;
    for (npy_intp i = 0; i < count; ++i) {
      const auto value = static_cast<Unsigned>(values[i]);
      signs |= (value - static_cast<Unsigned>(first)) |
               (static_cast<Unsigned>(first) + span - value);
    }
    return signs >> 63 == 0;
  }
  bool outside = false;
  for (npy_intp i = 0; i < count; ++i) {
    outside |= static_cast<Unsigned>(static_cast<Unsigned>(values[i]) -
                                     static_cast<Unsigned>(first)) > span;
  }
  return !outside;
}

template <typename From, typename To>
void Cast(const void* from, char* to, npy_intp count) {
  const auto* __restrict source = static_cast<const From*>(from);
  auto* __restrict target = reinterpret_cast<To*>(to);
  for (npy_intp i = 0; i < count; ++i) {
    target[i] = static_cast<To>(source[i]);
  }
}

using CastFn = void (*)(const void*, char*, npy_intp);

/// Conversion between two of the numeric types that the fast path knows.
CastFn PickCast(int from, DType to) {
  if (from == NPY_LONG && to == DType::kInt32) {
    return Cast<std::int64_t, std::int32_t>;
  }
  if (from == NPY_FLOAT64 && to == DType::kFloat32) {
    return Cast<double, float>;
  }
  if (from == NPY_FLOAT32 && to == DType::kFloat64) {
    return Cast<float, double>;
  }
  return nullptr;
}

bool IsPlain(PyArrayObject* array) {
  return PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY_RO) &&
         PyArray_ISNBO(PyArray_DESCR(array)->byteorder);
}

}  // namespace

bool NativePool::ReadAction(PyObject* action, bool one_row,
                            FastAction* fast) const {
  if (!PyArray_CheckExact(action)) {
    return false;
  }
  auto* array = reinterpret_cast<PyArrayObject*>(action);
  const Column& column = engine_->actions()->layout().columns()[kActionColumn];
  const int leading = one_row ? 0 : 1;
  const int extra = static_cast<int>(column.shape.size());
  if (!IsPlain(array) || PyArray_NDIM(array) != extra + leading) {
    return false;
  }
  const npy_intp* dims = PyArray_DIMS(array);
  if (!std::equal(column.shape.begin(), column.shape.end(), dims + leading)) {
    return false;
  }
  *fast = {PyArray_DATA(array), PyArray_TYPE(array), one_row ? 1 : dims[0]};
  const int exact = NumpyType(column.dtype);
  if (fast->source_type != exact &&
      PickCast(fast->source_type, column.dtype) == nullptr) {
    return false;
  }
  if (column.dtype != DType::kInt32) {
    return true;
  }
  return fast->source_type == exact
             ? InRange(static_cast<const std::int32_t*>(fast->data),
                       fast->count, column.low, column.high)
             : InRange(static_cast<const std::int64_t*>(fast->data),
                       fast->count, column.low, column.high);
}

bool NativePool::ReadChoice(PyObject* action, std::int64_t* choice,
                            FastAction* fast) const {
  const Column& column = engine_->actions()->layout().columns()[kActionColumn];
  if (column.dtype != DType::kInt32 ||
      !(PyLong_Check(action) || PyArray_IsScalar(action, Integer))) {
    return false;
  }
  const PyRef index = PyRef::Steal(PyNumber_Index(action));
  int overflow = 0;
  *choice = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
  *fast = {choice, NPY_LONG, 1};
  return overflow == 0 && InRange(choice, 1, column.low, column.high);
}

bool NativePool::ReadIds(PyObject* env_id, npy_intp count, const int** ids) {
  if (env_id == Py_None) {
    *ids = nullptr;
    return count == engine_->config().num_envs;
  }
  if (!PyArray_CheckExact(env_id)) {
    return false;
  }
  auto* array = reinterpret_cast<PyArrayObject*>(env_id);
  if (!IsPlain(array) || PyArray_NDIM(array) != 1 ||
      PyArray_DIM(array, 0) != count) {
    return false;
  }
  if (PyArray_TYPE(array) == NPY_INT32) {
    *ids = static_cast<const int*>(PyArray_DATA(array));
    return true;
  }
  if (PyArray_TYPE(array) != NPY_LONG) {
    return false;
  }
  const auto* wide = static_cast<const std::int64_t*>(PyArray_DATA(array));
  if (!InRange(wide, count, 0, engine_->config().num_envs - 1)) {
    return false;
  }
  ids_buffer_.assign(wide, wide + count);
  ids_buffer_.push_back(0);  // so that data() is not null, which means all
  *ids = ids_buffer_.data();
  return true;
}

void NativePool::StoreAction(const FastAction& fast, const int* ids) const {
  ActionStore* store = engine_->actions();
  const Column& column = store->layout().columns()[kActionColumn];
  const CastFn cast = PickCast(fast.source_type, column.dtype);
  const auto item = static_cast<npy_intp>(column.ItemSize());
  const std::size_t bytes = column.ItemBytes();
  const std::size_t source_bytes =
      cast == nullptr ? bytes
                      : item * (column.dtype == DType::kFloat64 ? 4 : 8);
  const auto* from = static_cast<const char*>(fast.data);
  store->MarkFloat32(ids, static_cast<int>(fast.count),
                     fast.source_type == NPY_FLOAT32);
  // Runs of consecutive ids are copied at once.
  ForRuns(ids, static_cast<int>(fast.count),
          [&](int index, int first_env, npy_intp length) {
            char* to = store->Item(kActionColumn, first_env);
            if (cast == nullptr) {
              std::memcpy(to, from + index * bytes, length * bytes);
            } else {
              cast(from + index * source_bytes, to, length * item);
            }
          });
}

bool NativePool::SendFast(PyObject* action, PyObject* env_id,
                          bool caller_waits) {
  FastAction fast;
  const int* ids;
  if (!single_action_ || !ReadAction(action, false, &fast) ||
      !ReadIds(env_id, fast.count, &ids)) {
    return false;
  }
  SendRead(fast, ids, caller_waits);
  return true;
}

void NativePool::SendRead(const FastAction& fast, const int* ids,
                          bool caller_waits) {
  const int count = static_cast<int>(fast.count);
  outputs_->Prepare(count);
  engine_->Admit(ids, count, Request::kStep, caller_waits && IsAlone());
  {
    const FpScope fp;  // a conversion rounds the same for every caller
    StoreAction(fast, ids);
  }
  try {
    engine_->Publish(ids, count, Request::kStep, caller_waits);
  } catch (...) {
    engine_->Withdraw(ids, count);
    throw;
  }
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
  FastAction fast;
  std::int64_t choice;
  if (single_action_ &&
      (ReadChoice(action, &choice, &fast) || ReadAction(action, true, &fast))) {
    SendRead(fast, nullptr, true);
  } else {
    SendAction(action, Py_None, true);
  }
  return FirstRow(RecvResult(false, -1).get());
}

}  // namespace envpool
