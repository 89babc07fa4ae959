// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the headers of CPython 3.11 to 3.14 ask pyconfig.h about macOS on ARM64.
// The rest of the headers is the same on all systems.

#ifndef THIRD_PARTY_MACOS_PYCONFIG_H_
#define THIRD_PARTY_MACOS_PYCONFIG_H_

#define ALIGNOF_MAX_ALIGN_T 8
#define SIZEOF_INT 4
#define SIZEOF_LONG 8
#define SIZEOF_LONG_LONG 8
#define SIZEOF_PID_T 4
#define SIZEOF_PTHREAD_T 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_UINTPTR_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 4
#define SIZEOF__BOOL 1

#define HAVE_CLOCK_GETTIME 1
#define HAVE_FORK 1
#define HAVE_KQUEUE 1
#define HAVE_LANGINFO_H 1
#define HAVE_PTHREAD_H 1
#define HAVE_SSIZE_T 1
#define HAVE_SYS_SELECT_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_WCHAR_H 1

#define WITH_DOC_STRINGS 1
#define WITH_MIMALLOC 1
#define WITH_PYMALLOC 1

#endif  // THIRD_PARTY_MACOS_PYCONFIG_H_
