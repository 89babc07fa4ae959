// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MessageQueue: a queue between two processes in shared memory, in the layout
// of Boost.Interprocess, since the engine's end is a
// `boost::interprocess::message_queue`. Waiting threads sleep in the kernel.
//
// All messages have the same priority, so the index is used as a ring: see
// PushSlot and TopSlot.
//
// Threads: as Game. Errors: std::runtime_error if the queue cannot be made, if
// the other process stops while it holds the lock, or if a wait is cancelled.

#ifndef ENVPOOL_VIZDOOM_MESSAGE_QUEUE_H_
#define ENVPOOL_VIZDOOM_MESSAGE_QUEUE_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace envpool::vizdoom {

/// Message types, with the engine's numbers.
enum class Code : std::uint8_t {
  // From the engine.
  kDone = 11,
  kEngineError = 13,
  // To the engine.
  kTic = 21,
  kUpdate = 22,
  kTicAndUpdate = 23,
  kCommand = 24,
  // To an engine that knows it, see SharedGame: several tics and an update.
  kTics = 31,
};

struct Message {
  static constexpr std::size_t kTextLength = 128;
  Code code;
  char text[kTextLength];
};

class MessageQueue {
 public:
  /// Makes an empty queue of this name. Once `cancelled` is true, every wait
  /// soon ends with an exception.
  MessageQueue(std::string name, const std::atomic<bool>* cancelled);
  ~MessageQueue();
  MessageQueue(const MessageQueue&) = delete;
  MessageQueue& operator=(const MessageQueue&) = delete;

  /// Removes the name. Call it after the other process has opened the queue.
  void Unlink();

  /// Sends a message; `text` may have kTextLength - 1 characters. Throws if 64
  /// messages are waiting. Does nothing if the other process has died while it
  /// held the lock.
  void Send(Code code, const std::string& text = "");

  /// Waits for a message; nullopt after `timeout`, or at once if the other
  /// process has died while it held the lock.
  std::optional<Message> Receive(std::chrono::milliseconds timeout);

 private:
  struct Header;
  struct Slot;

  void Initialize();
  bool Lock();
  bool Holds(int error);
  bool AwaitMessage(std::chrono::milliseconds timeout);
  Slot* PushSlot();
  Slot* TopSlot();

  void CheckCancelled() const;

  const std::atomic<bool>* const cancelled_;
  std::string name_;  // "" after Unlink()
  char* memory_;
  Header* header_;
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_MESSAGE_QUEUE_H_
