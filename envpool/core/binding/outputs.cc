// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/outputs.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {

Outputs::Outputs(Engine* engine)
    : engine_(engine),
      layout_(engine->blocks()->layout()),
      cache_(engine->blocks()) {}

Outputs::~Outputs() = default;

void Outputs::Configure(PyObject* step_plan, PyObject* reset_plan,
                        PyObject* hook, const std::vector<int>& hook_columns) {
  // The calls point into the plans.
  if (call_ != nullptr || interrupted_ != nullptr) {
    throw Error(ErrorKind::kProtocol,
                "results of a step with out= are pending; call recv() first");
  }
  const std::vector<Column>& columns = layout_.columns();
  const int num_columns = static_cast<int>(columns.size());
  Plan step(step_plan, columns);
  Plan reset(reset_plan, columns);
  num_kept_ = reset.NumberKept(step.NumberKept(0));
  step_plan_ = std::move(step);
  reset_plan_ = std::move(reset);
  ++plan_number_;
  if (cache_.is_static()) {
    MakeStatic();
  }
  keeps_trees_ = step_plan_.ShowsColumnsOnly();
  step_plan_.Name("out");
  reset_plan_.Name("out");
  shown_.assign(columns.size(), 0);
  step_plan_.CountShown(&shown_);
  hook_ = hook == Py_None ? PyRef() : PyRef::Borrow(hook);
  for (const int column : hook_columns) {
    if (column < 0 || column >= num_columns ||
        columns[column].dtype != DType::kBool) {
      throw Error(ErrorKind::kArgument,
                  "hook_columns: expected indices of bool columns");
    }
  }
  hook_columns_ = hook_columns;
}

void Outputs::MakeStatic() { cache_.MakeStatic(num_kept_); }

PyRef Outputs::AsArray(PyObject* object) const {
  const int is_tensor = PyObject_IsInstance(object, tensor_type_.get());
  if (is_tensor < 0) {
    throw PythonError();
  }
  if (is_tensor == 0) {
    return PyRef::Borrow(object);
  }
  PyObject* array = PyObject_CallMethod(object, "numpy", nullptr);
  if (array == nullptr) {
    if (PyErr_ExceptionMatches(PyExc_Exception) == 0) {
      throw PythonError();
    }
    PyErr_Clear();  // validate.py converts the action or raises the error
    return PyRef::Borrow(object);
  }
  return PyRef::Steal(array);
}

PyRef Outputs::Build(Result* result, bool reset) {
  Call* call = CallOfThisThread();
  const bool keeps_tree =
      keeps_trees_ && !reset && call == nullptr && !cache_.is_static();
  PyRef built = keeps_tree ? result->Tree(plan_number_) : PyRef();
  if (!built) {
    built = (reset ? reset_plan_ : step_plan_)
                .Build(result, call == nullptr ? nullptr : &call->arrays);
    if (keeps_tree) {
      result->KeepTree(built, plan_number_);
    }
  }
  if (call != nullptr && call->block == result->block()) {
    call->block->RestoreColumns();
    call->block = nullptr;
  }
  if (!hook_) {
    return built;
  }
  const StateBlock& block = *result->block();
  const bool any = std::any_of(
      hook_columns_.begin(), hook_columns_.end(), [&block](int column) {
        return std::memchr(block.Item(column, 0), 1, block.rows) != nullptr;
      });
  if (!any) {
    return built;
  }
  const PyRef columns = ColumnsOf(result);
  return PyRef::Steal(PyObject_CallFunctionObjArgs(hook_.get(), built.get(),
                                                   columns.get(), nullptr));
}

// --- arrays of the user -----------------------------------------------------

Outputs::Call* Outputs::CallOfThisThread() const {
  return call_ != nullptr && call_->thread == PyThread_get_thread_ident()
             ? call_.get()
             : nullptr;
}

void Outputs::SetArrays(PyObject* out, bool reset) {
  if (call_ != nullptr) {
    throw Error(ErrorKind::kProtocol,
                "out: expected one call with out at a time, but another thread "
                "is in one");
  }
  auto call = std::make_unique<Call>();
  call->thread = PyThread_get_thread_ident();
  (reset ? reset_plan_ : step_plan_).Match(out, &call->arrays);
  for (const OutArray& each : call->arrays.all()) {
    if (each.leaf->per_player() && engine_->config().max_players > 1) {
      throw Error(ErrorKind::kNotSupported,
                  each.leaf->name() +
                      ": expected None, since the number of players and so of "
                      "rows differs from result to result");
    }
  }
  call_ = std::move(call);
}

void Outputs::ClearArrays() noexcept {
  std::unique_ptr<Call> call = std::move(call_);
  const std::unique_ptr<Call> interrupted = std::move(call->interrupted);
  if (!call->in_use()) {
    return;
  }
  StateBlock* retracted = nullptr;
  try {
    retracted = engine_->RetractBlock();
  } catch (...) {  // in a forked child, where no thread writes
  }
  if (retracted != nullptr) {
    engine_->blocks()->Release(retracted);
  }
  if (call->in_use()) {
    interrupted_ = std::move(call);
  }
}

bool Outputs::CanPlace(const Plan& leaf) const {
  const int column = leaf.shown_column();
  // Columns stay in the block if the engine or the hook reads them later, or if
  // several leaves show them.
  return column >= 0 && column != ResultColumns::kEnvId &&
         column != ResultColumns::kPlayersEnvId && shown_[column] == 1 &&
         std::ranges::find(hook_columns_, column) == hook_columns_.end();
}

void Outputs::Place(int count) {
  Call* call = CallOfThisThread();
  if (call == nullptr) {
    return;
  }
  const EngineConfig& config = engine_->config();
  const bool sync = engine_->is_sync();
  call->arrays.CheckRows(sync ? engine_->outstanding() + count
                              : config.batch_size);
  // Only a request of all envs has a block to itself. An earlier block may
  // still be in use: another thread has received it and waits for the GIL.
  if (!sync || count != config.num_envs ||
      (interrupted_ != nullptr && interrupted_->in_use())) {
    return;
  }
  const auto restored = std::make_shared<std::atomic<bool>>(false);
  StateBlock* block = engine_->blocks()->Acquire();
  block->TellWhenRestored(restored);
  for (OutArray& each : call->arrays.all()) {
    if (CanPlace(*each.leaf)) {
      each.placed = true;
      block->PlaceColumn(each.leaf->shown_column(), each.data());
    }
  }
  if (engine_->OfferBlock(block)) {
    // Its arrays are kept for now: freeing the user's objects may run Python
    // code.
    call->interrupted = std::move(interrupted_);
    call->block = block;
    call->restored = restored;
    return;
  }
  engine_->blocks()->Release(block);
  for (OutArray& each : call->arrays.all()) {
    each.placed = false;
  }
}

void Outputs::CheckPendingRows() const {
  if (Call* call = CallOfThisThread()) {
    call->arrays.CheckRows(engine_->is_sync() ? engine_->outstanding()
                                              : engine_->config().batch_size);
  }
}

/// If another call received a block with rows in the user's memory, copies the
/// rows back into the block.
void Outputs::TakeBack(StateBlock* block) {
  const auto writes_to = [block](const Call* call) {
    return call != nullptr && call->block == block && call->in_use();
  };
  if (writes_to(CallOfThisThread())) {
    return;
  }
  for (std::unique_ptr<Call>* call : {&call_, &interrupted_}) {
    const bool here = writes_to(call->get());
    if (*call == nullptr || (!here && (*call)->in_use())) {
      continue;
    }
    for (OutArray& each : (*call)->arrays.all()) {
      const int column = each.leaf->shown_column();
      if (each.placed && here) {
        std::memcpy(block->OwnRows(column), each.data(),
                    block->rows * layout_.stride(column));
      }
      each.placed = false;
    }
    if (here) {
      block->RestoreColumns();
    }
    (*call)->block = nullptr;
  }
  if (interrupted_ != nullptr && !interrupted_->in_use()) {
    interrupted_.reset();
  }
}

PyRef ColumnsOf(Result* result) {
  const auto count =
      static_cast<Py_ssize_t>(result->block()->layout().columns().size());
  PyRef columns = PyRef::Steal(PyList_New(count));
  for (Py_ssize_t c = 0; c < count; ++c) {
    PyList_SET_ITEM(columns.get(), c,
                    result->ArrayOf(static_cast<int>(c)).release());
  }
  return columns;
}

}  // namespace envpool
