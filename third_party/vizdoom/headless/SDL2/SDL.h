// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The part of SDL that the engine needs without a window: a clock and mutexes.
//
// Threads: any.

#ifndef THIRD_PARTY_VIZDOOM_HEADLESS_SDL2_SDL_H_
#define THIRD_PARTY_VIZDOOM_HEADLESS_SDL2_SDL_H_

#include <pthread.h>
#include <time.h>

#include <cstdint>

enum { SDL_INIT_TIMER = 1, SDL_INIT_VIDEO = 2 };

inline int SDL_Init(unsigned) { return 0; }
inline int SDL_InitSubSystem(unsigned) { return 0; }
inline void SDL_QuitSubSystem(unsigned) {}
inline void SDL_Quit() {}
inline const char* SDL_GetError() { return ""; }
inline const char* SDL_GetCurrentVideoDriver() { return "none"; }

/// Milliseconds since the first call.
inline unsigned SDL_GetTicks() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t milliseconds =
      std::int64_t{1000} * now.tv_sec + now.tv_nsec / 1000000;
  static const std::int64_t start = milliseconds;
  return static_cast<unsigned>(milliseconds - start);
}

typedef pthread_mutex_t SDL_mutex;

/// A recursive mutex, as SDL's.
inline SDL_mutex* SDL_CreateMutex() {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  SDL_mutex* mutex = new SDL_mutex;
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return mutex;
}

inline void SDL_DestroyMutex(SDL_mutex* mutex) {
  pthread_mutex_destroy(mutex);
  delete mutex;
}

inline int SDL_mutexP(SDL_mutex* mutex) { return pthread_mutex_lock(mutex); }
inline int SDL_mutexV(SDL_mutex* mutex) { return pthread_mutex_unlock(mutex); }

#endif  // THIRD_PARTY_VIZDOOM_HEADLESS_SDL2_SDL_H_
