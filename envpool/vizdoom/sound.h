// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenAL Soft, the library with which engines make sound. An engine without a
// working library continues in silence, and assertions of old versions kill the
// engine, so engines with sound get a library of a known version.
//
// Threads: any. Errors: std::runtime_error if there is no such library.

#ifndef ENVPOOL_VIZDOOM_SOUND_H_
#define ENVPOOL_VIZDOOM_SOUND_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace envpool::vizdoom {

/// Sets the path of the library that engines load from now on. If it is "",
/// `problem` is the reason.
void SetSoundLibrary(const std::string& path, const std::string& problem);

/// Puts a link to the library into a folder, and returns the environment
/// variables with which an engine finds it there.
std::vector<std::string> GiveSoundLibrary(const std::string& folder);

/// Returns the library's path in such a folder, or "" if an engine has loaded
/// it.
std::string MissingSoundLibrary(const std::string& folder, pid_t engine);

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_SOUND_H_
