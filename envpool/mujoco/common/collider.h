// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Collider: mj_collision with a faster broad phase. The constructor lists the
// pairs of geoms that may collide, in the order of MuJoCo's contacts. Each call
// selects the pairs with overlapping bounding spheres and boxes. It writes them
// as explicit pairs into a copy of the model. No other geoms of the copy
// collide. Then it calls mj_collision with the copy. MuJoCo itself makes the
// contacts, so the results are equal in each bit. If there are many pairs, the
// class keeps a list of close ones, and tests only these until a geom has
// moved.
//
// MuJoCo's own broad phase also tests boxes, with rounding, so it may miss a
// contact that barely touches. Calls with such a contact are repeated with the
// unchanged model. If the arena is full, MuJoCo warns and drops contacts; these
// may be others than without this class.
//
// Threads: one thread at a time. Errors: as mj_collision; std::bad_alloc.

#ifndef ENVPOOL_MUJOCO_COMMON_COLLIDER_H_
#define ENVPOOL_MUJOCO_COMMON_COLLIDER_H_

#include <vector>

#include "envpool/mujoco/common/bounds.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

class Collider {
 public:
  /// Whether the class is as exact as described above for this model. False for
  /// models with flexes or signed distance fields, or with sleeping bodies or
  /// overridden contacts.
  static bool Supports(const mjModel& model);

  /// The model must be one that Supports accepts. It must outlive the collider
  /// and keep its arrays; geom_xpos and such are read from the data only.
  explicit Collider(const mjModel& model);

  /// Does what mj_collision does.
  void Collide(mjData* data);

  /// The number of calls that were repeated with the unchanged mj_collision.
  [[nodiscard]] int num_repeated() const { return num_repeated_; }

 private:
  enum class Test : char { kSpheres, kPlane, kNone };

  /// Two geoms that may collide. The first one is the plane in case of kPlane.
  struct Candidate {
    int geom1;
    int geom2;
    double margin;
    double limit;  // of the distance of the centres, or from a plane
    Test test;
    bool has_boxes;  // whether the boxes of both geoms, or of one, are tested
    bool is_boxed;   // whether MuJoCo also compares boxes
    int pair;        // the model's own pair; -1 if there is none
  };

  void AddBodies(int body1, int body2, bool is_swept);
  void AddGeoms(int geom1, int geom2, bool is_boxed);
  void AddPair(int pair);
  void AddCandidate(Candidate candidate);
  [[nodiscard]] bool HasPair(int geom1, int geom2) const;
  void Track();
  void Find(const mjData& data);
  void FindNear(const mjData& data);
  [[nodiscard]] bool MayTouch(const Candidate& candidate, const mjData& data,
                              double slack) const;
  void WritePairs();
  void WritePair(const Candidate& candidate);
  void CopyPair(int pair);
  [[nodiscard]] bool IsDoubtful(const mjData& data) const;

  const mjModel& model_;
  mjModel pairs_;  // the copy with pairs
  std::vector<int> no_types_;
  std::vector<Candidate> candidates_;
  std::vector<Box> boxes_;  // of all geoms
  // Candidates that may touch before a geom has moved by half of reach_. Not
  // used if there are few candidates.
  std::vector<int> near_;
  Motion motion_;
  double reach_{0};
  int age_{0};                // calls since near_ was made
  std::vector<int> found_;    // candidates that passed the test
  std::vector<int> written_;  // candidates that are pairs of the copy
  bool boxed_are_written_{false};
  int num_repeated_{0};

  // Arrays of the copy.
  std::vector<int> geom1_;
  std::vector<int> geom2_;
  std::vector<int> dim_;
  std::vector<double> margin_;
  std::vector<double> gap_;
  std::vector<double> reference_;
  std::vector<double> friction_reference_;
  std::vector<double> impedance_;
  std::vector<double> friction_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_COLLIDER_H_
