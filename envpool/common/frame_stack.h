// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FrameStack<T>: the last frames of an env, which form one observation.
//
// A frame is a fixed number of values: the bytes of an image in any order, or
// the numbers of an observation. Frames are stored in a ring, so a push copies
// nothing.
//
// Threads: one at a time. Errors: Load throws as StateReader does.

#ifndef ENVPOOL_COMMON_FRAME_STACK_H_
#define ENVPOOL_COMMON_FRAME_STACK_H_

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "envpool/core/env.h"

namespace envpool {

template <typename T>
class FrameStack {
 public:
  /// Makes a stack of `depth` frames of `size` values each, all zero.
  FrameStack(int depth, std::size_t size)
      : depth_(depth), size_(size), frames_(depth * size), newest_(depth - 1) {}

  [[nodiscard]] int depth() const { return depth_; }

  /// Drops the oldest frame. The caller writes the newest one to the returned
  /// memory.
  T* Push() {
    newest_ = (newest_ + 1) % depth_;
    return At(newest_);
  }
  /// Pushes a copy of the newest frame.
  void PushAgain() {
    if (depth_ > 1) {
      const T* frame = At(newest_);
      std::copy_n(frame, size_, Push());
    }
  }
  /// Makes all frames equal to the newest.
  void Fill() {
    for (int i = 1; i < depth_; ++i) {
      PushAgain();
    }
  }
  /// Pushes the frame that write(T*) writes, and copies all frames to `out`,
  /// converted to its type. The first frame of an episode replaces all frames.
  /// A stack of depth 0 has no memory: the frame is written directly to `out`,
  /// which must be of type T.
  template <typename Out, typename Write>
  void PushTo(Out* out, bool is_first, const Write& write) {
    if constexpr (std::is_same_v<Out, T>) {
      if (depth_ == 0) {
        write(out);
        return;
      }
    }
    write(Push());
    if (is_first) {
      Fill();
    }
    Copy(out);
  }

  /// Writes all frames to `out`, the oldest first.
  template <typename Out>
  void Copy(Out* out) const {
    const std::size_t older = (depth_ - 1 - newest_) * size_;
    Convert(At(newest_ + 1), older, out);
    Convert(At(0), (newest_ + 1) * size_, out + older);
  }
  /// Writes the same part of each frame to `out`: `count` values from `first`.
  template <typename Out>
  void CopyPart(std::size_t first, std::size_t count, Out* out) const {
    for (int i = 1; i <= depth_; ++i, out += count) {
      Convert(At((newest_ + i) % depth_) + first, count, out);
    }
  }

  void Save(StateWriter* writer) const {
    std::vector<T> ordered(frames_.size());
    Copy(ordered.data());
    writer->Write(ordered);
  }
  void Load(StateReader* reader) {
    reader->Read(&frames_, frames_.size());
    newest_ = depth_ - 1;
  }

 private:
  T* At(int i) { return frames_.data() + i * size_; }
  [[nodiscard]] const T* At(int i) const { return frames_.data() + i * size_; }
  template <typename Out>
  static void Convert(const T* from, std::size_t count, Out* out) {
    if constexpr (std::is_same_v<Out, T>) {
      std::copy_n(from, count, out);
    } else {
      std::transform(from, from + count, out,
                     [](T value) { return static_cast<Out>(value); });
    }
  }

  int depth_;
  std::size_t size_;
  std::vector<T> frames_;
  int newest_;
};

}  // namespace envpool

#endif  // ENVPOOL_COMMON_FRAME_STACK_H_
