// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/message_queue.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "envpool/vizdoom/shared_memory.h"

namespace envpool::vizdoom {

namespace {

constexpr std::size_t kMaxMessages = 64;
constexpr std::size_t kHeaderOffset = 16;  // the header follows the ready word
// glibc's mutex has 40 bytes on x86-64, and 48 on ARM64.
constexpr std::size_t kHeaderSize = 152 + sizeof(pthread_mutex_t);
constexpr std::uint32_t kReady = 2;
constexpr std::chrono::milliseconds kPollInterval{200};  // between checks
constexpr int kMaxLockAttempts = 50;  // until Lock() gives up

timespec After(std::chrono::nanoseconds wait) {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t nanos = time.tv_nsec + wait.count();
  time.tv_sec += nanos / kSecond;
  time.tv_nsec = nanos % kSecond;
  return time;
}

[[noreturn]] void Fail(const char* what, int error) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(error));
}

}  // namespace

// Boost.Interprocess's header; a pointer is stored as the distance from its own
// address to its target.
struct MessageQueue::Header {
  std::int64_t index;
  std::size_t max_messages;
  std::size_t max_size;
  std::size_t count;
  pthread_mutex_t mutex;
  pthread_cond_t can_receive;
  pthread_cond_t can_send;
  std::size_t first;
  std::size_t blocked_senders;
  std::size_t blocked_receivers;
};

struct MessageQueue::Slot {
  std::size_t size;
  unsigned priority;
  unsigned unused;
  Message message;
};

namespace {

constexpr std::size_t kSlotsOffset =
    kHeaderSize + kMaxMessages * sizeof(std::int64_t);
constexpr std::size_t kSlotSize = 152;
constexpr std::size_t kSize =
    kHeaderOffset + kSlotsOffset + kMaxMessages * kSlotSize;

}  // namespace

MessageQueue::MessageQueue(std::string name, const std::atomic<bool>* cancelled)
    : cancelled_(cancelled), name_(std::move(name)) {
  static_assert(sizeof(Header) == kHeaderSize);
  static_assert(sizeof(Message) == 129);
  static_assert(offsetof(Slot, message) == 16 && sizeof(Slot) == kSlotSize);
  const std::string path = "/" + name_;
  const int file =
      shm_open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) {
    Fail("cannot make a message queue", errno);
  }
  void* memory = MAP_FAILED;
  // Without allocated space, the first use of the memory could kill the
  // process.
  const int error = posix_fallocate(file, 0, kSize);
  if (error == 0) {
    memory = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  const int map_error = error != 0 ? error : errno;
  close(file);
  if (memory == MAP_FAILED) {
    shm_unlink(path.c_str());
    Fail("cannot map a message queue", map_error);
  }
  memory_ = static_cast<char*>(memory);
  header_ = reinterpret_cast<Header*>(memory_ + kHeaderOffset);
  Initialize();
}

MessageQueue::~MessageQueue() {
  Unlink();
  munmap(memory_, kSize);
}

void MessageQueue::Unlink() {
  if (!name_.empty()) {
    UnlinkSharedMemory(name_);
    name_.clear();
  }
}

void MessageQueue::Initialize() {
  char* base = memory_ + kHeaderOffset;
  header_->index = sizeof(Header);
  header_->max_messages = kMaxMessages;
  header_->max_size = sizeof(Message);
  auto* index = reinterpret_cast<std::int64_t*>(base + sizeof(Header));
  for (std::size_t i = 0; i < kMaxMessages; ++i) {
    char* slot = base + kSlotsOffset + i * kSlotSize;
    index[i] = slot - reinterpret_cast<char*>(&index[i]);
  }
  pthread_mutexattr_t mutex{};
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  // If a process is killed while it holds the lock, the other must not wait for
  // it.
  pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&header_->mutex, &mutex);
  pthread_mutexattr_destroy(&mutex);
  pthread_condattr_t condition{};
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&header_->can_receive, &condition);
  pthread_cond_init(&header_->can_send, &condition);
  pthread_condattr_destroy(&condition);
  std::atomic_ref<std::uint32_t>(*reinterpret_cast<std::uint32_t*>(memory_))
      .store(kReady, std::memory_order_release);
}

void MessageQueue::CheckCancelled() const {
  if (cancelled_->load()) {
    throw std::runtime_error("the pool has been closed");
  }
}

/// Whether the lock is held after an attempt with the result `error`. False if
/// the other process died while it held the lock.
bool MessageQueue::Holds(int error) {
  if (error == EOWNERDEAD) {
    pthread_mutex_unlock(&header_->mutex);  // now it cannot be locked again
    return false;
  }
  if (error != 0 && error != ENOTRECOVERABLE) {
    Fail("cannot lock a message queue", error);
  }
  return error == 0;
}

bool MessageQueue::Lock() {
  int error = ETIMEDOUT;
  for (int attempt = 0; attempt < kMaxLockAttempts && error == ETIMEDOUT;
       ++attempt) {
    CheckCancelled();
    const timespec deadline = After(kPollInterval);
    error = pthread_mutex_timedlock(&header_->mutex, &deadline);
  }
  return Holds(error);
}

MessageQueue::Slot* MessageQueue::PushSlot() {
  header_->first = (header_->first + kMaxMessages - 1) % kMaxMessages;
  ++header_->count;
  auto* index = reinterpret_cast<std::int64_t*>(
      reinterpret_cast<char*>(header_) + sizeof(Header));
  std::int64_t* pointer = index + header_->first;
  return reinterpret_cast<Slot*>(reinterpret_cast<char*>(pointer) + *pointer);
}

MessageQueue::Slot* MessageQueue::TopSlot() {
  const std::size_t last = (header_->first + header_->count - 1) % kMaxMessages;
  auto* index = reinterpret_cast<std::int64_t*>(
      reinterpret_cast<char*>(header_) + sizeof(Header));
  std::int64_t* pointer = index + last;
  return reinterpret_cast<Slot*>(reinterpret_cast<char*>(pointer) + *pointer);
}

void MessageQueue::Send(Code code, const std::string& text) {
  Message message{};
  message.code = code;
  text.copy(message.text, Message::kTextLength - 1);
  if (!Lock()) {
    return;
  }
  if (header_->count == kMaxMessages) {
    pthread_mutex_unlock(&header_->mutex);
    throw std::runtime_error("the engine does not read its messages");
  }
  const bool wake = header_->blocked_receivers > 0;
  Slot* slot = PushSlot();
  slot->priority = 0;
  slot->size = sizeof(Message);
  std::memcpy(&slot->message, &message, sizeof(Message));
  pthread_mutex_unlock(&header_->mutex);
  if (wake) {
    pthread_cond_signal(&header_->can_receive);
  }
}

/// Waits for a message, with the lock released. Returns whether the lock is
/// held again; see Holds.
bool MessageQueue::AwaitMessage(std::chrono::milliseconds timeout) {
  const timespec deadline = After(timeout);
  ++header_->blocked_receivers;
  int error = 0;
  while (header_->count == 0 && error == 0) {
    error = pthread_cond_timedwait(&header_->can_receive, &header_->mutex,
                                   &deadline);
  }
  --header_->blocked_receivers;
  return Holds(error == ETIMEDOUT ? 0 : error);
}

std::optional<Message> MessageQueue::Receive(
    std::chrono::milliseconds timeout) {
  if (!Lock()) {
    return std::nullopt;
  }
  while (header_->count == 0) {
    const std::chrono::milliseconds part = std::min(timeout, kPollInterval);
    timeout -= part;
    if (!AwaitMessage(part)) {
      return std::nullopt;
    }
    const bool is_over = timeout.count() == 0 || cancelled_->load();
    if (header_->count == 0 && is_over) {
      pthread_mutex_unlock(&header_->mutex);
      CheckCancelled();
      return std::nullopt;
    }
  }
  const bool wake = header_->blocked_senders > 0;
  Slot* slot = TopSlot();
  Message message;
  std::memcpy(&message, &slot->message, sizeof(Message));
  slot->size = 0;
  slot->priority = 0;
  --header_->count;
  pthread_mutex_unlock(&header_->mutex);
  if (wake) {
    pthread_cond_signal(&header_->can_send);
  }
  return message;
}

}  // namespace envpool::vizdoom
