// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Replaces the engine's file of this name, which interrupts threads of Boost:
// here the engine has one thread.

#include "viz_system.h"

#include <unistd.h>

void VIZ_InterruptionPoint() {}

void VIZ_Sleep(unsigned int microseconds) { usleep(microseconds); }
