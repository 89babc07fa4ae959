// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The reader's and writer's side of a message queue in shared memory. Its
// layout is Boost.Interprocess's, as in envpool/vizdoom/message_queue.cc, which
// makes the queues.
//
// Threads and processes: any. Errors: interprocess_exception.

#ifndef THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_IPC_MESSAGE_QUEUE_HPP_
#define THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_IPC_MESSAGE_QUEUE_HPP_

#include <pthread.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstring>
#include <memory>

#include "boost/interprocess/mapped_region.hpp"

namespace boost {
namespace interprocess {

class message_queue {
 public:
  message_queue(open_only_t, const char* name)
      : memory_(open_or_create, name, read_write) {
    struct stat status;
    if (fstat(memory_.file(), &status) != 0 || status.st_size == 0) {
      throw interprocess_exception();  // there was no such queue
    }
    region_.reset(new mapped_region(memory_, read_write, 0, status.st_size));
    header_ = reinterpret_cast<Header*>(
        static_cast<char*>(region_->get_address()) + kHeaderOffset);
  }

  void send(const void* message, std::size_t size, unsigned priority) {
    bool wake;
    {
      const Lock lock(header_);
      ++header_->blocked_senders;
      while (header_->count == header_->max_messages) {
        pthread_cond_wait(&header_->can_send, &header_->mutex);
      }
      --header_->blocked_senders;
      wake = header_->blocked_receivers > 0;
      Put(message, size, priority);
    }
    if (wake) {  // without the lock, so that the other process need not wait
                 // for it
      pthread_cond_signal(&header_->can_receive);
    }
  }

  void receive(void* message, std::size_t capacity, std::size_t& size,
               unsigned& priority) {
    bool wake;
    {
      const Lock lock(header_);
      ++header_->blocked_receivers;
      while (header_->count == 0) {
        pthread_cond_wait(&header_->can_receive, &header_->mutex);
      }
      --header_->blocked_receivers;
      wake = header_->blocked_senders > 0;
      Take(message, capacity, size, priority);
    }
    if (wake) {
      pthread_cond_signal(&header_->can_send);
    }
  }

  bool try_receive(void* message, std::size_t capacity, std::size_t& size,
                   unsigned& priority) {
    {
      const Lock lock(header_);
      if (header_->count == 0) {
        return false;
      }
    }
    receive(message, capacity, size, priority);  // the only receiver
    return true;
  }

 private:
  static constexpr std::size_t kHeaderOffset = 16;  // after the ready word

  // A pointer is stored as the distance from its own address to its target.
  struct Header {
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
  struct Slot {
    std::size_t size;
    unsigned priority;
    unsigned unused;
  };

  // If the other process has died with the lock, this one will be killed.
  class Lock {
   public:
    explicit Lock(Header* header) : header_(header) {
      if (pthread_mutex_lock(&header->mutex) != 0) {
        throw interprocess_exception();
      }
    }
    ~Lock() { pthread_mutex_unlock(&header_->mutex); }

   private:
    Header* header_;
  };

  Slot* SlotAt(std::size_t number) {
    char* pointer = reinterpret_cast<char*>(header_ + 1) + 8 * number;
    std::int64_t distance;
    std::memcpy(&distance, pointer, sizeof(distance));
    return reinterpret_cast<Slot*>(pointer + distance);
  }

  void Put(const void* message, std::size_t size, unsigned priority) {
    header_->first =
        (header_->first + header_->max_messages - 1) % header_->max_messages;
    ++header_->count;
    Slot* slot = SlotAt(header_->first);
    slot->size = size;
    slot->priority = priority;
    std::memcpy(slot + 1, message, size);
  }

  void Take(void* message, std::size_t capacity, std::size_t& size,
            unsigned& priority) {
    const Slot* slot =
        SlotAt((header_->first + header_->count - 1) % header_->max_messages);
    if (slot->size > capacity) {
      throw interprocess_exception();
    }
    size = slot->size;
    priority = slot->priority;
    std::memcpy(message, slot + 1, size);
    --header_->count;
  }

  shared_memory_object memory_;
  std::unique_ptr<mapped_region> region_;
  Header* header_;
};

}  // namespace interprocess
}  // namespace boost

#endif  // THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_IPC_MESSAGE_QUEUE_HPP_
