// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FrameStack: the last pictures of an env, of which an observation is made.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_ATARI_FRAME_STACK_H_
#define ENVPOOL_ATARI_FRAME_STACK_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace envpool::atari {

class FrameStack {
 public:
  FrameStack(int depth, std::size_t picture_bytes)
      : depth_(depth),
        bytes_(picture_bytes),
        pictures_(depth * picture_bytes) {}

  /// Drops the oldest picture; the memory returned is the newest, to be
  /// written.
  std::uint8_t* Push() {
    newest_ = (newest_ + 1) % depth_;
    return At(newest_);
  }
  /// The newest picture once more.
  void PushAgain() {
    const std::uint8_t* picture = At(newest_);
    std::memmove(Push(), picture, bytes_);
  }
  /// Makes all pictures equal to the newest.
  void Fill() {
    for (int i = 1; i < depth_; ++i) {
      PushAgain();
    }
  }
  /// Writes all pictures, the oldest first.
  void Copy(std::uint8_t* to) const {
    const std::size_t older = (depth_ - 1 - newest_) * bytes_;
    std::memcpy(to, At(newest_) + bytes_, older);
    std::memcpy(to + older, At(0), (newest_ + 1) * bytes_);
  }

  template <typename Writer>
  void Save(Writer* writer) const {
    std::vector<std::uint8_t> ordered(pictures_.size());
    Copy(ordered.data());
    writer->Write(ordered);
  }
  template <typename Reader>
  void Load(Reader* reader) {
    reader->Read(&pictures_, pictures_.size());
    newest_ = depth_ - 1;
  }

 private:
  std::uint8_t* At(int i) { return pictures_.data() + i * bytes_; }
  [[nodiscard]] const std::uint8_t* At(int i) const {
    return pictures_.data() + i * bytes_;
  }

  int depth_;
  std::size_t bytes_;
  std::vector<std::uint8_t> pictures_;
  int newest_{0};
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_FRAME_STACK_H_
