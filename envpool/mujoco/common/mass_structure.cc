// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/mass_structure.h"

#include <algorithm>
#include <cmath>

namespace envpool::mujoco {
namespace {

// The compiler's tolerances of places and of axes.
constexpr mjtNum kPlaceTolerance = 1e-6;
constexpr mjtNum kAxisTolerance = 1e-14;

int CountNonZero(const mjtNum* values, mjtNum tolerance) {
  return static_cast<int>(std::count_if(
      values, values + 3,
      [tolerance](mjtNum value) { return std::fabs(value) > tolerance; }));
}

/// Whether the body's axes, those of its inertia and those of its joints
/// coincide.
bool IsAligned(const mjModel& model, int body) {
  if (model.body_sameframe[body] != mjSAMEFRAME_BODY) {
    return false;
  }
  const int first = model.body_jntadr[body];
  for (int i = first; i < first + model.body_jntnum[body]; ++i) {
    if (CountNonZero(model.jnt_pos + 3 * i, kPlaceTolerance) > 0 ||
        CountNonZero(model.jnt_axis + 3 * i, kAxisTolerance) > 1) {
      return false;
    }
  }
  return true;
}

/// The index of an entry of a sparse matrix; -1 if it is not stored.
int IndexOf(const int* starts, const int* counts, const int* columns, int row,
            int column) {
  const int* first = columns + starts[row];
  const int* end = first + counts[row];
  const int* found = std::find(first, end, column);
  return found == end ? -1 : static_cast<int>(found - columns);
}

/// A row of the lower triangle has an entry for the degree of freedom itself
/// and for those that move it.
void FillRows(mjModel* model) {
  int first = 0;
  for (int row = 0; row < model->nv; ++row) {
    int count = 1;
    if (model->dof_simplenum[row] == 0) {
      for (int up = model->dof_parentid[row]; up >= 0;
           up = model->dof_parentid[up]) {
        ++count;
      }
    }
    model->M_rowadr[row] = first;
    model->M_rownnz[row] = count;
    int column = row;
    for (int i = 0; i < count; ++i) {
      const int at = first + count - 1 - i;
      model->M_colind[at] = column;
      model->mapM2M[at] = model->dof_Madr[row] + i;
      column = model->dof_parentid[column];
    }
    first += count;
  }
  model->nC = first;
}

/// The indices between this matrix and the full square, D.
void FillMaps(mjModel* model) {
  for (int row = 0; row < model->nv; ++row) {
    for (int i = 0; i < model->D_rownnz[row]; ++i) {
      const int at = model->D_rowadr[row] + i;
      const int column = model->D_colind[at];
      model->mapM2D[at] =
          IndexOf(model->M_rowadr, model->M_rownnz, model->M_colind,
                  std::max(row, column), std::min(row, column));
    }
    for (int i = 0; i < model->M_rownnz[row]; ++i) {
      const int at = model->M_rowadr[row] + i;
      model->mapD2M[at] = IndexOf(model->D_rowadr, model->D_rownnz,
                                  model->D_colind, row, model->M_colind[at]);
    }
  }
}

}  // namespace

void DeriveMassStructure(const mjModel& shared, mjModel* model) {
  bool is_changed = false;
  for (int i = 1; i < model->nbody; ++i) {
    const mjtByte simple = IsAligned(*model, i) ? shared.body_simple[i] : 0;
    is_changed |= simple != model->body_simple[i];
    model->body_simple[i] = simple;
  }
  if (!is_changed) {
    return;
  }
  int count = 0;
  for (int i = static_cast<int>(model->nv) - 1; i >= 0; --i) {
    count = model->body_simple[model->dof_bodyid[i]] != 0 ? count + 1 : 0;
    model->dof_simplenum[i] = count;
  }
  FillRows(model);
  FillMaps(model);
}

}  // namespace envpool::mujoco
