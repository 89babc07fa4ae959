// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions that the linker would take from glibc and libstdc++ under versions
// newer than those of manylinux_2_28, under the older versions that the same
// libraries have had all along. They are hidden: each shared library has its
// own.

// The versions of glibc that had the functions first.
#if defined(__aarch64__)
#define FIRST GLIBC_2.17
#define AT FIRST
#define PTHREAD FIRST
#else
#define FIRST GLIBC_2.2.5
#define AT GLIBC_2.4
#define PTHREAD GLIBC_2.12
#endif

#if defined(__aarch64__)
.macro jump older
  adrp x16, :got:\older
  ldr x16, [x16, :got_lo12:\older]
  br x16
.endm

.macro land
  bti c
.endm

.macro set_second value
  mov w1, #\value
.endm

// Puts the version of a stat() call, as glibc calls it, before the arguments.
.macro shift_right arguments
  .if \arguments > 3
  mov x4, x3
  .endif
  .if \arguments > 2
  mov x3, x2
  .endif
  mov x2, x1
  mov x1, x0
  mov w0, #0
.endm
#else
.macro jump older
  jmp *\older@GOTPCREL(%rip)
.endm

.macro land
  endbr64
.endm

.macro set_second value
  mov $\value, %esi
.endm

.macro shift_right arguments
  .if \arguments > 3
  mov %rcx, %r8
  .endif
  .if \arguments > 2
  mov %rdx, %rcx
  .endif
  mov %rsi, %rdx
  mov %rdi, %rsi
  mov $1, %edi
.endm
#endif

// `name` is `older`, a function of the version `version`.
.macro forward name, older, version
  .symver \name\()_older, \older\()@\version
  begin \name
  jump \name\()_older
  finish \name
.endm

// As above, with a second argument.
.macro forward_mode name, older, version, mode
  .symver \name\()_older, \older\()@\version
  begin \name
  set_second \mode
  jump \name\()_older
  finish \name
.endm

// As above, with the version of a stat() call before its first `arguments`
// arguments.
.macro forward_stat name, older, version, arguments
  .symver \name\()_older, \older\()@\version
  begin \name
  shift_right \arguments
  jump \name\()_older
  finish \name
.endm

.macro begin name
  .section .text.\name, "ax", %progbits
  .hidden \name
  .globl \name
  .type \name, %function
\name:
  .cfi_startproc
  land
.endm

.macro finish name
  .cfi_endproc
  .size \name, . - \name
.endm

// The same algorithms since 2.28; the newer versions do not ask how errors are
// to be handled.
forward exp, exp, FIRST
forward log, log, FIRST
forward pow, pow, FIRST

// Once of libdl, libpthread and librt, now of libc.
forward dlclose, dlclose, FIRST
forward dlerror, dlerror, FIRST
forward dlopen, dlopen, FIRST
forward dlsym, dlsym, FIRST
forward pthread_condattr_setpshared, pthread_condattr_setpshared, FIRST
forward pthread_create, pthread_create, FIRST
forward pthread_join, pthread_join, FIRST
forward pthread_mutex_timedlock, pthread_mutex_timedlock, FIRST
forward pthread_mutexattr_destroy, pthread_mutexattr_destroy, FIRST
forward pthread_mutexattr_init, pthread_mutexattr_init, FIRST
forward pthread_mutexattr_setpshared, pthread_mutexattr_setpshared, FIRST
forward pthread_mutexattr_setrobust, pthread_mutexattr_setrobust, PTHREAD
forward pthread_once, pthread_once, FIRST
forward pthread_setname_np, pthread_setname_np, PTHREAD
forward pthread_sigmask, pthread_sigmask, FIRST
forward shm_open, shm_open, FIRST
forward shm_unlink, shm_unlink, FIRST

// Once inline functions.
forward_stat stat, __xstat, FIRST, 2
forward_stat fstat, __fxstat, FIRST, 2
forward_stat lstat, __lxstat, FIRST, 2
forward_stat fstatat, __fxstatat, AT, 4

// std::condition_variable::wait(std::unique_lock<std::mutex>&)
#define WAIT _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE
forward WAIT, WAIT, GLIBCXX_3.4.11

// std::__throw_bad_array_new_length()
#define BAD_LENGTH _ZSt28__throw_bad_array_new_lengthv
forward BAD_LENGTH, __cxa_throw_bad_array_new_length, CXXABI_1.3.8

// The constructors of std::stringstream (in | out) and std::ostringstream (out).
#define STREAM(end) \
  _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1E##end
#define OSTREAM(end) \
  _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1E##end
forward_mode STREAM(v), STREAM(St13_Ios_Openmode), GLIBCXX_3.4.21, 24
forward_mode OSTREAM(v), OSTREAM(St13_Ios_Openmode), GLIBCXX_3.4.21, 16

// str() const & of std::stringbuf, stringstream and ostringstream, once without
// the &
#define STRING(start, name) \
  start##St7__cxx1##name##IcSt11char_traitsIcESaIcEE3strEv
forward STRING(_ZNKR, 115basic_stringbuf), STRING(_ZNK, 115basic_stringbuf), \
  GLIBCXX_3.4.21
forward STRING(_ZNKR, 118basic_stringstream), \
  STRING(_ZNK, 118basic_stringstream), GLIBCXX_3.4.21
forward STRING(_ZNKR, 119basic_ostringstream), \
  STRING(_ZNK, 119basic_ostringstream), GLIBCXX_3.4.21

// Whether the process has never had a second thread: not known.
  .section .rodata.__libc_single_threaded, "a", %progbits
  .hidden __libc_single_threaded
  .globl __libc_single_threaded
  .type __libc_single_threaded, %object
  .size __libc_single_threaded, 1
__libc_single_threaded:
  .byte 0

  .section .note.GNU-stack, "", %progbits
