// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/collider.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace envpool::mujoco {
namespace {

// Pairs within this relative distance of the limit pass, so that rounding
// cannot exclude a pair that MuJoCo includes.
constexpr double kSlack = 1e-9;
// The depth of contacts, absolute and per unit of their coordinates, above
// which no rounding in MuJoCo's tests of boxes can exclude a pair. Boxes of
// planes have a size of 1e10, and one test uses single precision.
constexpr double kDoubt = 1e-5;
constexpr double kRelativeDoubt = 1e-6;
// With fewer candidates, testing all is quicker than tracking the geoms.
constexpr std::size_t kMany = 200;
// Bounds of reach_, in metres, and its first value.
constexpr double kShortest = 1e-3;
constexpr double kLongest = 1;
constexpr double kFirstReach = 0.01;
constexpr int kYoung = 6;  // if calls make a new list sooner, reach_ grows
constexpr int kOld = 24;   // if calls make a new list later, reach_ shrinks

bool Collides(int type1, int affinity1, int type2, int affinity2) {
  return (type1 & affinity2) != 0 || (type2 & affinity1) != 0;
}

int EndOfGeoms(const mjModel& model, int body) {
  return model.body_geomadr[body] + model.body_geomnum[body];
}

bool HasPlane(const mjModel& model, int body) {
  for (int i = model.body_geomadr[body]; i < EndOfGeoms(model, body); ++i) {
    if (model.geom_type[i] == mjGEOM_PLANE) {
      return true;
    }
  }
  return false;
}

/// Whether MuJoCo tests pairs of this body without sweep and prune.
bool IsUnswept(const mjModel& model, int body) {
  return body == 0 || (model.body_weldid[body] == 0 && HasPlane(model, body));
}

bool AreWelded(const mjModel& model, int body1, int body2) {
  const int weld1 = model.body_weldid[body1];
  const int weld2 = model.body_weldid[body2];
  if (weld1 == weld2) {
    return true;
  }
  if ((model.opt.disableflags & mjDSBL_FILTERPARENT) != 0 || weld1 == 0 ||
      weld2 == 0) {
    return false;
  }
  return weld1 == model.body_weldid[model.body_parentid[weld2]] ||
         weld2 == model.body_weldid[model.body_parentid[weld1]];
}

int SignatureOf(int body1, int body2) { return (body1 << 16) + body2; }

bool AreExcluded(const mjModel& model, int body1, int body2) {
  const int signature = SignatureOf(body1, body2);
  const int* first = model.exclude_signature;
  const int* end = first + model.nexclude;
  return std::find(first, end, signature) != end;
}

/// The weight of the first of two geoms of equal priority.
double Mix(double weight1, double weight2) {
  if (weight1 >= mjMINVAL && weight2 >= mjMINVAL) {
    return weight1 / (weight1 + weight2);
  }
  if (weight1 < mjMINVAL && weight2 < mjMINVAL) {
    return 0.5;
  }
  return weight1 < mjMINVAL ? 0.0 : 1.0;
}

}  // namespace

bool Collider::Supports(const mjModel& model) {
  constexpr int kEnabled = mjENBL_OVERRIDE | mjENBL_SLEEP;
  return model.nflex == 0 && model.nbody >= 2 &&
         (model.opt.enableflags & kEnabled) == 0 &&
         std::none_of(model.geom_type, model.geom_type + model.ngeom,
                      [](int type) { return type == mjGEOM_SDF; });
}

Collider::Collider(const mjModel& model)
    : model_(model), pairs_(model), no_types_(model.nbody, 0) {
  for (int i = 0; i < model.ngeom; ++i) {
    boxes_.push_back(BoxOf(model, i));
  }
  // The model's own pairs are sorted, and come before other geoms of the same
  // bodies.
  int pair = 0;
  const int count = static_cast<int>(model.nbody);
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      while (pair < model.npair &&
             model.pair_signature[pair] <= SignatureOf(i, j)) {
        AddPair(pair++);
      }
      if (Collides(model.body_contype[i], model.body_conaffinity[i],
                   model.body_contype[j], model.body_conaffinity[j]) &&
          !AreWelded(model, i, j) && !AreExcluded(model, i, j)) {
        AddBodies(i, j, !IsUnswept(model, i) && !IsUnswept(model, j));
      }
    }
  }
  while (pair < model.npair) {
    AddPair(pair++);
  }
  if (candidates_.size() >= kMany) {
    Track();
  }
  // Without geoms and colliding bodies, MuJoCo's broad phase finds no pairs.
  pairs_.ngeom = 0;
  pairs_.nexclude = 0;
  pairs_.nbvh = 0;  // its marks, which only pictures of trees show, stay
  pairs_.body_contype = no_types_.data();
  pairs_.body_conaffinity = no_types_.data();
}

// If MuJoCo searches the bodies' trees of boxes, it sorts the contacts by the
// ids of the geoms. The geom of the lower type comes first in each pair.
void Collider::AddBodies(int body1, int body2, bool is_swept) {
  const bool is_tree =
      (model_.body_geomnum[body1] > 1 || model_.body_geomnum[body2] > 1) &&
      (model_.opt.disableflags & mjDSBL_MIDPHASE) == 0 &&
      model_.body_bvhadr[body1] >= 0 && model_.body_bvhadr[body2] >= 0;
  const std::size_t first = candidates_.size();
  for (int i = model_.body_geomadr[body1]; i < EndOfGeoms(model_, body1); ++i) {
    for (int j = model_.body_geomadr[body2]; j < EndOfGeoms(model_, body2);
         ++j) {
      if (Collides(model_.geom_contype[i], model_.geom_conaffinity[i],
                   model_.geom_contype[j], model_.geom_conaffinity[j]) &&
          !HasPair(i, j)) {
        AddGeoms(i, j, is_swept || is_tree);
      }
    }
  }
  if (is_tree) {
    std::stable_sort(candidates_.begin() + static_cast<std::ptrdiff_t>(first),
                     candidates_.end(),
                     [](const Candidate& one, const Candidate& other) {
                       return std::pair(one.geom1, one.geom2) <
                              std::pair(other.geom1, other.geom2);
                     });
  }
}

void Collider::AddGeoms(int geom1, int geom2, bool is_boxed) {
  AddCandidate({.geom1 = geom1,
                .geom2 = geom2,
                .margin = model_.geom_margin[geom1] + model_.geom_margin[geom2],
                .limit = 0,
                .test = Test::kNone,
                .has_boxes = false,
                .is_boxed = is_boxed,
                .pair = -1});
}

void Collider::AddPair(int pair) {
  AddCandidate({.geom1 = model_.pair_geom1[pair],
                .geom2 = model_.pair_geom2[pair],
                .margin = model_.pair_margin[pair],
                .limit = 0,
                .test = Test::kNone,
                .has_boxes = false,
                .is_boxed = false,
                .pair = pair});
}

void Collider::AddCandidate(Candidate candidate) {
  if (model_.geom_type[candidate.geom1] > model_.geom_type[candidate.geom2]) {
    std::swap(candidate.geom1, candidate.geom2);
  }
  const int type1 = model_.geom_type[candidate.geom1];
  if (mjCOLLISIONFUNC[type1][model_.geom_type[candidate.geom2]] == nullptr) {
    return;
  }
  const double radius1 = model_.geom_rbound[candidate.geom1];
  const double radius2 = model_.geom_rbound[candidate.geom2];
  // Boxes of spheres and capsules cost as much as MuJoCo's own tests of them.
  const bool is_box = model_.geom_type[candidate.geom2] > mjGEOM_CAPSULE &&
                      boxes_[candidate.geom2].exists;
  if (radius1 > 0 && radius2 > 0) {
    candidate.test = Test::kSpheres;
    candidate.limit = radius1 + radius2 + candidate.margin;
    candidate.has_boxes = is_box && boxes_[candidate.geom1].exists;
  } else if (type1 == mjGEOM_PLANE && radius2 > 0) {
    candidate.test = Test::kPlane;
    candidate.limit = candidate.margin + radius2 + kSlack;
    candidate.has_boxes = is_box;
  }
  candidates_.push_back(candidate);
}

/// Whether the model's own pairs have these geoms.
bool Collider::HasPair(int geom1, int geom2) const {
  for (int i = 0; i < model_.npair; ++i) {
    const int one = model_.pair_geom1[i];
    const int other = model_.pair_geom2[i];
    if ((one == geom1 && other == geom2) || (one == geom2 && other == geom1)) {
      return true;
    }
  }
  return false;
}

void Collider::Track() {
  std::vector<bool> is_tracked(model_.ngeom, false);
  for (const Candidate& candidate : candidates_) {
    for (const int geom : {candidate.geom1, candidate.geom2}) {
      if (!is_tracked[geom]) {
        is_tracked[geom] = true;
        motion_.Add(model_, geom);
      }
    }
  }
}

void Collider::Collide(mjData* data) {
  Find(*data);
  if (found_ != written_) {
    std::swap(found_, written_);
    WritePairs();
  }
  mj_collision(&pairs_, data);
  if (boxed_are_written_ && IsDoubtful(*data)) {
    ++num_repeated_;
    mj_collision(&model_, data);
  }
}

void Collider::Find(const mjData& data) {
  found_.clear();
  if (candidates_.size() < kMany) {
    const int count = static_cast<int>(candidates_.size());
    for (int i = 0; i < count; ++i) {
      if (MayTouch(candidates_[i], data, 0)) {
        found_.push_back(i);
      }
    }
    return;
  }
  if (reach_ == 0 || !motion_.IsWithin(data, reach_ / 2)) {
    FindNear(data);
  }
  ++age_;
  for (const int i : near_) {
    if (MayTouch(candidates_[i], data, 0)) {
      found_.push_back(i);
    }
  }
}

/// Makes the list of candidates that may touch soon. Its reach affects only the
/// time.
void Collider::FindNear(const mjData& data) {
  if (reach_ == 0) {
    reach_ = kFirstReach;
  } else if (age_ < kYoung) {
    reach_ = std::min(reach_ * 2, kLongest);
  } else if (age_ > kOld) {
    reach_ = std::max(reach_ / 2, kShortest);
  }
  age_ = 0;
  near_.clear();
  const int count = static_cast<int>(candidates_.size());
  for (int i = 0; i < count; ++i) {
    if (MayTouch(candidates_[i], data, reach_)) {
      near_.push_back(i);
    }
  }
  motion_.Start(data);
}

/// Whether the geoms may touch after they have moved by `slack` in all. NaN
/// passes the tests.
bool Collider::MayTouch(const Candidate& candidate, const mjData& data,
                        double slack) const {
  const auto place = [&data](int geom) {
    return Place{data.geom_xpos + 3 * geom, data.geom_xmat + 9 * geom};
  };
  const Place place1 = place(candidate.geom1);
  const Place place2 = place(candidate.geom2);
  const double x = place2.position[0] - place1.position[0];
  const double y = place2.position[1] - place1.position[1];
  const double z = place2.position[2] - place1.position[2];
  const double limit = candidate.limit + slack;
  const Box& box2 = boxes_[candidate.geom2];
  if (candidate.test == Test::kSpheres) {
    return !(x * x + y * y + z * z > limit * limit * (1 + kSlack)) &&
           !(candidate.has_boxes &&
             AreApart(boxes_[candidate.geom1], place1, box2, place2,
                      candidate.margin + slack));
  }
  if (candidate.test == Test::kPlane) {
    const double* frame = place1.frame;
    const double height = x * frame[2] + y * frame[5] + z * frame[8];
    const double rounding =
        kSlack * (std::fabs(x) + std::fabs(y) + std::fabs(z));
    return !(height - rounding > limit) &&
           !(candidate.has_boxes &&
             IsAbove(place1, box2, place2, candidate.margin + slack));
  }
  return true;
}

void Collider::WritePairs() {
  geom1_.clear();
  geom2_.clear();
  dim_.clear();
  margin_.clear();
  gap_.clear();
  reference_.clear();
  impedance_.clear();
  friction_.clear();
  friction_reference_.clear();
  boxed_are_written_ = false;
  for (const int i : written_) {
    const Candidate& candidate = candidates_[i];
    candidate.pair < 0 ? WritePair(candidate) : CopyPair(candidate.pair);
    boxed_are_written_ |= candidate.is_boxed;
  }
  pairs_.npair = static_cast<decltype(pairs_.npair)>(written_.size());
  pairs_.pair_geom1 = geom1_.data();
  pairs_.pair_geom2 = geom2_.data();
  pairs_.pair_dim = dim_.data();
  pairs_.pair_margin = margin_.data();
  pairs_.pair_gap = gap_.data();
  pairs_.pair_solref = reference_.data();
  pairs_.pair_solreffriction = friction_reference_.data();
  pairs_.pair_solimp = impedance_.data();
  pairs_.pair_friction = friction_.data();
}

// Documented in MuJoCo's manual, "Contact parameters": the geom of higher
// priority decides; otherwise the parameters are mixed.
void Collider::WritePair(const Candidate& candidate) {
  const int one = candidate.geom1;
  const int other = candidate.geom2;
  geom1_.push_back(one);
  geom2_.push_back(other);
  margin_.push_back(candidate.margin);
  gap_.push_back(model_.geom_gap[one] + model_.geom_gap[other]);
  const int priority1 = model_.geom_priority[one];
  const int priority2 = model_.geom_priority[other];
  const bool is_mixed = priority1 == priority2;
  const int winner = priority1 >= priority2 ? one : other;
  const int loser = is_mixed ? other : winner;
  dim_.push_back(
      std::max(model_.geom_condim[winner], model_.geom_condim[loser]));
  const double mix = Mix(model_.geom_solmix[winner], model_.geom_solmix[loser]);
  const double* reference1 = model_.geom_solref + mjNREF * winner;
  const double* reference2 = model_.geom_solref + mjNREF * loser;
  for (int i = 0; i < mjNREF; ++i) {
    double value = reference1[i];
    if (is_mixed) {
      value = reference1[0] > 0 && reference2[0] > 0
                  ? mix * reference1[i] + (1 - mix) * reference2[i]
                  : std::min(reference1[i], reference2[i]);
    }
    reference_.push_back(value);
    friction_reference_.push_back(0);  // as reference_
  }
  const double* impedance1 = model_.geom_solimp + mjNIMP * winner;
  const double* impedance2 = model_.geom_solimp + mjNIMP * loser;
  for (int i = 0; i < mjNIMP; ++i) {
    impedance_.push_back(is_mixed
                             ? mix * impedance1[i] + (1 - mix) * impedance2[i]
                             : impedance1[i]);
  }
  // Sliding, torsion and rolling have the axes 2, 1 and 2.
  for (const int i : {0, 0, 1, 2, 2}) {
    friction_.push_back(std::max(model_.geom_friction[3 * winner + i],
                                 model_.geom_friction[3 * loser + i]));
  }
}

void Collider::CopyPair(int pair) {
  const auto append = [pair](const double* values, int each, auto* out) {
    out->insert(out->end(), values + each * pair, values + each * (pair + 1));
  };
  geom1_.push_back(model_.pair_geom1[pair]);
  geom2_.push_back(model_.pair_geom2[pair]);
  dim_.push_back(model_.pair_dim[pair]);
  append(model_.pair_margin, 1, &margin_);
  append(model_.pair_gap, 1, &gap_);
  append(model_.pair_solref, mjNREF, &reference_);
  append(model_.pair_solreffriction, mjNREF, &friction_reference_);
  append(model_.pair_solimp, mjNIMP, &impedance_);
  append(model_.pair_friction, 5, &friction_);
}

// MuJoCo excludes pairs, so the deepest contact of a pair counts.
bool Collider::IsDoubtful(const mjData& data) const {
  bool is_certain = false;  // whether MuJoCo includes the pair of this contact
  for (int i = 0; i < data.ncon; ++i) {
    const mjContact& contact = data.contact[i];
    const double size = std::fabs(contact.pos[0]) + std::fabs(contact.pos[1]) +
                        std::fabs(contact.pos[2]);
    // NaN is not certain.
    is_certain |=
        contact.dist < contact.includemargin - kDoubt - kRelativeDoubt * size;
    const bool is_last = i + 1 == data.ncon ||
                         contact.geom[0] != data.contact[i + 1].geom[0] ||
                         contact.geom[1] != data.contact[i + 1].geom[1];
    if (is_last && !is_certain) {
      return true;
    }
    is_certain &= !is_last;
  }
  return false;
}

}  // namespace envpool::mujoco
