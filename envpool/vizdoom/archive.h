// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Uncompressed archives that engines load instead of their own vizdoom.pk3. An
// engine reads some entries many times while it starts, and would inflate them
// each time.
//
// Threads: any.

#ifndef ENVPOOL_VIZDOOM_ARCHIVE_H_
#define ENVPOOL_VIZDOOM_ARCHIVE_H_

#include <string>

namespace envpool::vizdoom {

/// The archive's name in the folder of an engine.
constexpr const char* kArchive = "vizdoom.pk3";

/// Sets the archive for the engine at a path; `file` must stay open.
void SetArchive(const std::string& engine, int file);

/// Returns the descriptor of an engine's archive. Returns -1 without an
/// archive, or without /proc, in which a child process finds the file's path.
int ArchiveOf(const std::string& engine);

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_ARCHIVE_H_
