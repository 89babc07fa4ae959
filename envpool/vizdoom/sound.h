// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The library with which engines make sound, OpenAL Soft. An engine that has
// none that works plays on in silence, or is killed by an assertion of an old
// one, so engines that are asked for sound are given one of a known version.
//
// Threads: any. Errors: std::runtime_error where there is no such library.

#ifndef ENVPOOL_VIZDOOM_SOUND_H_
#define ENVPOOL_VIZDOOM_SOUND_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace envpool::vizdoom {

/// Says which library engines load from now on, by its path; "" for none, and
/// then `problem` says why.
void SetSoundLibrary(const std::string& path, const std::string& problem);

/// Puts a link to the library into a folder, and returns the environment
/// variables with which an engine finds it there.
std::vector<std::string> GiveSoundLibrary(const std::string& folder);

/// The library in such a folder if an engine has not loaded it; else "".
std::string MissingSoundLibrary(const std::string& folder, pid_t engine);

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_SOUND_H_
