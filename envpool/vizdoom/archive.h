// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The archives that engines load in place of their own vizdoom.pk3: the same
// without compression. An engine reads some of its entries many times while it
// starts, and would inflate them each time.
//
// Threads: any.

#ifndef ENVPOOL_VIZDOOM_ARCHIVE_H_
#define ENVPOOL_VIZDOOM_ARCHIVE_H_

#include <string>

namespace envpool::vizdoom {

/// The archive's name, beside an engine.
constexpr const char* kArchive = "vizdoom.pk3";

/// Gives an engine, by its path, the archive in an open file.
void SetArchive(const std::string& engine, int file);

/// The open file with the archive of an engine; -1 if there is none, or no
/// /proc in which a child process that has the file finds its path.
int ArchiveOf(const std::string& engine);

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_ARCHIVE_H_
