// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CheckAbi: refuses a family module that was compiled against other headers
// than the loaded libenvpool_core.so, before it can do harm.

#ifndef ENVPOOL_CORE_BINDING_ABI_H_
#define ENVPOOL_CORE_BINDING_ABI_H_

#include <cstddef>
#include <cstdint>

#include "envpool/core/binding/native_pool.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/kernel/env_base.h"
#include "envpool/core/export.h"

namespace envpool {

/// Incremented in every release that changes the layout or meaning of headers.
inline constexpr std::uint64_t kAbiVersion = 3;

/// The version and the sizes of the types that cross the boundary. Most layout
/// changes without a new version change one of these sizes.
constexpr std::uint64_t AbiTag() {
  std::uint64_t tag = kAbiVersion;
  for (const std::size_t size :
       {sizeof(Engine), sizeof(NativePool), sizeof(EnvBase), sizeof(EnvRecord),
        sizeof(StateBlock), sizeof(Column), sizeof(Chunk), sizeof(Array),
        sizeof(EngineConfig), sizeof(ResultColumns)}) {
    tag = tag * 1'000'003 + size;
  }
  return tag;
}

/// Raises ImportError for a tag other than the library's own.
ENVPOOL_EXPORT void CheckAbi(std::uint64_t module_tag);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ABI_H_
