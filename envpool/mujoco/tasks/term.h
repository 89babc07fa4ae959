// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A term of a task in C or C++, for the key "functions" of envpool.mujoco.task.
//
//     ENVPOOL_TERM EnvPoolTerm spread;
//
//     int spread(const double* inputs, int num_inputs, double* outputs,
//                int num_outputs) {
//       ...
//     }
//
// declares and defines one: the compiler checks its type, and ctypes finds it.

#ifndef ENVPOOL_MUJOCO_TASKS_TERM_H_
#define ENVPOOL_MUJOCO_TASKS_TERM_H_

#ifdef __cplusplus
#define ENVPOOL_TERM extern "C" __attribute__((visibility("default")))
#else
#define ENVPOOL_TERM __attribute__((visibility("default")))
#endif

// Computes `outputs` from `inputs`, all arguments one after the other; returns
// 0, or an error's number. It depends on its arguments only. Several threads
// call it at once, without Python's lock; it must not throw.
typedef int EnvPoolTerm(const double* inputs, int num_inputs, double* outputs,
                        int num_outputs);

#endif  // ENVPOOL_MUJOCO_TASKS_TERM_H_
