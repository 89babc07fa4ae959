// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/outputs.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {

Outputs::Outputs(Engine* engine)
    : layout_(engine->blocks()->layout()), cache_(engine->blocks()) {}

void Outputs::Configure(PyObject* step_plan, PyObject* reset_plan,
                        PyObject* hook, const std::vector<int>& hook_columns) {
  const std::vector<Column>& columns = layout_.columns();
  const int num_columns = static_cast<int>(columns.size());
  step_plan_ = Plan(step_plan, columns);
  reset_plan_ = Plan(reset_plan, columns);
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

PyRef Outputs::Build(const Result& result, bool reset) const {
  PyRef built = (reset ? reset_plan_ : step_plan_).Build(result);
  if (!hook_) {
    return built;
  }
  const StateBlock& block = *result.block();
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

PyRef ColumnsOf(const Result& result) {
  const auto count =
      static_cast<Py_ssize_t>(result.block()->layout().columns().size());
  PyRef columns = PyRef::Steal(PyList_New(count));
  for (Py_ssize_t c = 0; c < count; ++c) {
    PyList_SET_ITEM(columns.get(), c,
                    result.ArrayOf(static_cast<int>(c)).release());
  }
  return columns;
}

}  // namespace envpool
