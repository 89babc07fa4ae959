// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ENVPOOL_EXPORT: classes whose type information crosses shared objects
// (exceptions, and what the binding's base module registers). All headers
// include this one, so it is also where an unsuitable compiler is reported.

#ifndef ENVPOOL_CORE_EXPORT_H_
#define ENVPOOL_CORE_EXPORT_H_

#if __cplusplus < 202002L
#error "EnvPool's headers are C++20: compile with -std=c++20"
#endif

#define ENVPOOL_EXPORT __attribute__((visibility("default")))

// Around classes that are different ones in a checked build.
#ifdef ENVPOOL_CHECKED
#define ENVPOOL_BEGIN_CHECKED inline namespace checked {
#define ENVPOOL_END_CHECKED }
#else
#define ENVPOOL_BEGIN_CHECKED
#define ENVPOOL_END_CHECKED
#endif

#endif  // ENVPOOL_CORE_EXPORT_H_
