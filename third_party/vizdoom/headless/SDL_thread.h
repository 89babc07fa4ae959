// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SDL2/SDL.h has the mutexes.

#ifndef THIRD_PARTY_VIZDOOM_HEADLESS_SDL_THREAD_H_
#define THIRD_PARTY_VIZDOOM_HEADLESS_SDL_THREAD_H_

#include "SDL2/SDL.h"

#endif  // THIRD_PARTY_VIZDOOM_HEADLESS_SDL_THREAD_H_
