// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// JobShop: schedule the operations of jobs on machines; those of a job follow
// each other. An action has the job that each machine starts, or the number of
// jobs to go on or to wait. Each step costs 1 until all is done. The episode
// also ends, with the worst return, with an illegal action or when all machines
// wait.

#ifndef ENVPOOL_PLANNING_JOB_SHOP_H_
#define ENVPOOL_PLANNING_JOB_SHOP_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "envpool/planning/problem.h"

namespace envpool::planning {

class JobShop {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_jobs"_.Bind(20), "num_machines"_.Bind(10),
                    "max_num_ops"_.Bind(8), "max_op_duration"_.Bind(6));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int jobs = conf["num_jobs"_];
    const int machines = conf["num_machines"_];
    const int ops = conf["max_num_ops"_];
    const int longest = conf["max_op_duration"_];
    return MakeDict(
        "obs:ops_machine_ids"_.Bind(Spec<int>({jobs, ops}, {-1, machines - 1})),
        "obs:ops_durations"_.Bind(Spec<int>({jobs, ops}, {-1, longest})),
        "obs:ops_mask"_.Bind(Spec<bool>({jobs, ops}, {false, true})),
        "obs:machines_job_ids"_.Bind(Spec<int>({machines}, {0, jobs})),
        "obs:machines_remaining_times"_.Bind(
            Spec<int>({machines}, {0, longest})),
        "obs:action_mask"_.Bind(
            Spec<bool>({machines, jobs + 1}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return std::vector<int>(conf["num_machines"_], conf["num_jobs"_] + 1);
  }

  template <typename Config>
  explicit JobShop(const Config& conf)
      : jobs_(conf["num_jobs"_]),
        machines_(conf["num_machines"_]),
        ops_(conf["max_num_ops"_]),
        longest_(conf["max_op_duration"_]),
        op_machines_(jobs_ * ops_),
        durations_(jobs_ * ops_),
        waiting_(jobs_ * ops_),
        running_(machines_),
        left_(machines_),
        next_(jobs_),
        mask_(machines_ * (jobs_ + 1)) {}

  void Start(const threefry::Key& key) {
    const threefry::Key machine_key = threefry::Split(key, 1);
    const threefry::Key duration_key = threefry::Split(key, 2);
    const threefry::Key count_key = threefry::Split(key, 3);
    for (int job = 0; job < jobs_; ++job) {
      const int count = threefry::RandInt(count_key, 1, ops_ + 1,
                                          static_cast<std::uint32_t>(job));
      for (int i = 0; i < ops_; ++i) {
        const int op = job * ops_ + i;
        const auto at = static_cast<std::uint32_t>(op);
        const bool exists = i < count;
        waiting_[op] = exists ? 1 : 0;
        op_machines_[op] =
            exists ? threefry::RandInt(machine_key, 0, machines_, at) : -1;
        durations_[op] =
            exists ? threefry::RandInt(duration_key, 1, longest_ + 1, at) : -1;
      }
    }
    std::ranges::fill(running_, jobs_);
    std::ranges::fill(left_, 0);
    FindMask();
  }

  Outcome Step(const int* action) {
    bool legal = true;
    for (int machine = 0; machine < machines_; ++machine) {
      legal = legal && mask_[machine * (jobs_ + 1) + action[machine]] != 0;
    }
    for (int machine = 0; machine < machines_; ++machine) {
      Run(machine, action[machine]);
    }
    for (int machine = 0; machine < machines_; ++machine) {
      if (const int job = action[machine]; job < jobs_) {
        waiting_[next_[job]] = 0;
      }
    }
    FindMask();
    const bool resting = std::ranges::count(left_, 0) == machines_;
    const bool idle =
        resting && std::ranges::count(running_, jobs_) == machines_;
    const bool done = resting && std::ranges::count(waiting_, 1) == 0;
    const int worst = jobs_ * ops_ * longest_;
    return {legal && !idle ? -1.0F : static_cast<float>(-worst),
            !legal || idle || done};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(op_machines_, row["obs:ops_machine_ids"_]);
    Copy(durations_, row["obs:ops_durations"_]);
    Copy(waiting_, row["obs:ops_mask"_]);
    Copy(running_, row["obs:machines_job_ids"_]);
    Copy(left_, row["obs:machines_remaining_times"_]);
    Copy(mask_, row["obs:action_mask"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kPicture; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&op_machines_, -1, machines_ - 1);
    visit(&durations_, -1, longest_);
    visit(&waiting_, 0, 1);
    visit(&running_, 0, jobs_);
    visit(&left_, 0, longest_);
  }
  bool Restore() {
    FindMask();
    return true;
  }

 private:
  static constexpr PictureSize kPicture{16, 12};

  /// Starts a job on a machine, or lets the machine go on, for one step.
  void Run(int machine, int job) {
    int& left = left_[machine];
    if (job < jobs_) {
      running_[machine] = job;
      left = durations_[next_[job]];
    } else if (left == 0) {
      running_[machine] = jobs_;
    }
    left = std::max(left - 1, 0);
  }

  /// Finds the next operation of each job, and what each machine can start.
  void FindMask() {
    std::ranges::fill(mask_, 0);
    for (int job = 0; job < jobs_; ++job) {
      const auto first = waiting_.begin() + job * ops_;
      const auto found = std::find(first, first + ops_, 1);
      const bool finished = found == first + ops_;
      next_[job] =
          static_cast<int>((finished ? first : found) - waiting_.begin());
      const int machine = op_machines_[next_[job]];
      if (!finished && machine >= 0 && left_[machine] == 0 && !IsRunning(job)) {
        mask_[machine * (jobs_ + 1) + job] = 1;
      }
    }
    for (int machine = 0; machine < machines_; ++machine) {
      mask_[machine * (jobs_ + 1) + jobs_] = 1;
    }
  }

  [[nodiscard]] bool IsRunning(int job) const {
    for (int machine = 0; machine < machines_; ++machine) {
      if (running_[machine] == job && left_[machine] > 0) {
        return true;
      }
    }
    return false;
  }

  int jobs_;
  int machines_;
  int ops_;      // the most operations of a job
  int longest_;  // duration of an operation
  // By job and operation; -1 for operations that do not exist.
  std::vector<int> op_machines_;
  std::vector<int> durations_;
  std::vector<Flag> waiting_;  // whether an operation is yet to be started
  std::vector<int> running_;   // by machine: the job, or the number of jobs
  std::vector<int> left_;      // by machine: steps until the operation is done
  std::vector<int> next_;      // by job: its next operation
  std::vector<Flag> mask_;
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_JOB_SHOP_H_
