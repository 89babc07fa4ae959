// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ENVPOOL_EXPORT marks classes with type information that is shared between
// shared objects (exceptions, and classes that the binding's base module
// registers). All headers include this one, so it also reports an unsuitable
// compiler.

#ifndef ENVPOOL_CORE_EXPORT_H_
#define ENVPOOL_CORE_EXPORT_H_

#if __cplusplus < 202002L
#error "EnvPool's headers are C++20: compile with -std=c++20"
#endif

#define ENVPOOL_EXPORT __attribute__((visibility("default")))

// Enclose classes that differ in a checked build; see checked/entry_watch.h.
#ifdef ENVPOOL_CHECKED
#define ENVPOOL_BEGIN_CHECKED inline namespace checked {
#define ENVPOOL_END_CHECKED }
#else
#define ENVPOOL_BEGIN_CHECKED
#define ENVPOOL_END_CHECKED
#endif

#endif  // ENVPOOL_CORE_EXPORT_H_
