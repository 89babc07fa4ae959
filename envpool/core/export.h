// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ENVPOOL_EXPORT: classes whose type information crosses shared objects
// (exceptions, and what the binding's base module registers).

#ifndef ENVPOOL_CORE_EXPORT_H_
#define ENVPOOL_CORE_EXPORT_H_

#define ENVPOOL_EXPORT __attribute__((visibility("default")))

#endif  // ENVPOOL_CORE_EXPORT_H_
