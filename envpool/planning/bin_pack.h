// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BinPack: pack items into a container, each into the lower corner of a room.
// Rooms are the empty maximal spaces: boxes that no item intersects, and none
// of which is within another. The reward is the share of the container that the
// item fills, or at the end that of all items. The episode ends when nothing
// fits, or with an illegal action.

#ifndef ENVPOOL_PLANNING_BIN_PACK_H_
#define ENVPOOL_PLANNING_BIN_PACK_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/container.h"
#include "envpool/planning/problem.h"
#include "envpool/planning/space.h"

namespace envpool::planning {

class BinPack {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("max_num_items"_.Bind(20), "max_num_ems"_.Bind(40),
                    "obs_num_ems"_.Bind(40), "split_eps"_.Bind(0.3),
                    "prob_split_one_item"_.Bind(0.7),
                    "split_num_same_items"_.Bind(2),
                    "reward_fn"_.Bind(std::string("dense")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int rooms = conf["obs_num_ems"_];
    const int items = conf["max_num_items"_];
    const int most = conf["max_num_ems"_];
    RequireConfig(rooms <= most, "obs_num_ems", "at most max_num_ems", rooms);
    const Spec<float> edges({rooms}, {0.0F, 1.0F});
    const Spec<float> lengths({items}, {0.0F, 1.0F});
    const Spec<bool> flags({items}, {false, true});
    return MakeDict(
        "obs:ems.x1"_.Bind(edges), "obs:ems.x2"_.Bind(edges),
        "obs:ems.y1"_.Bind(edges), "obs:ems.y2"_.Bind(edges),
        "obs:ems.z1"_.Bind(edges), "obs:ems.z2"_.Bind(edges),
        "obs:ems_mask"_.Bind(Spec<bool>({rooms}, {false, true})),
        "obs:items.x_len"_.Bind(lengths), "obs:items.y_len"_.Bind(lengths),
        "obs:items.z_len"_.Bind(lengths), "obs:items_mask"_.Bind(flags),
        "obs:items_placed"_.Bind(flags),
        "obs:action_mask"_.Bind(Spec<bool>({rooms, items}, {false, true})),
        "info:volume_utilization"_.Bind(Spec<float>({})),  // or a bit over 1
        "info:packed_items"_.Bind(Spec<int>({}, {0, items})),
        "info:ratio_packed_items"_.Bind(Spec<float>({}, {0.0F, 1.0F})),
        "info:active_ems"_.Bind(Spec<int>({}, {0, most})),
        "info:invalid_action"_.Bind(Spec<bool>({}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return {conf["obs_num_ems"_], conf["max_num_items"_]};
  }

  template <typename Config>
  explicit BinPack(const Config& conf)
      : cutter_({static_cast<float>(conf["split_eps"_]),
                 static_cast<float>(conf["prob_split_one_item"_]),
                 conf["split_num_same_items"_]},
                conf["max_num_items"_]),
        is_dense_(conf["reward_fn"_] == "dense"),
        seen_(static_cast<std::size_t>(conf["obs_num_ems"_])),
        items_(conf["max_num_items"_]),
        exists_(items_.size()),
        placed_(items_.size()),
        is_room_(conf["max_num_ems"_]),
        order_(is_room_.size()),
        volumes_(is_room_.size()),
        mask_(seen_ * items_.size()) {
    lengths_.fill(std::vector<int>(items_.size()));
    corners_.fill(std::vector<int>(items_.size()));
    edges_.fill(std::vector<int>(is_room_.size()));
  }

  void Start(const threefry::Key& key) {
    cutter_.Cut(threefry::Split(key, 1), &items_, &exists_);
    for (int axis = 0; axis < 3; ++axis) {
      std::ranges::transform(
          items_, lengths_[axis].begin(),
          [axis](const Space& item) { return item.Length(axis); });
    }
    for (std::vector<int>& corners : corners_) {
      std::ranges::fill(corners, 0);
    }
    std::ranges::fill(placed_, 0);
    std::ranges::fill(is_room_, 0);
    for (std::vector<int>& edges : edges_) {
      std::ranges::fill(edges, 0);
    }
    SetRoom(0, kContainer);
    was_illegal_ = 0;
    Restore();
  }

  Outcome Step(const int* action) {
    const int item = action[1];
    was_illegal_ = mask_[action[0] * Items() + item] != 0 ? 0 : 1;
    float reward = 0;
    if (was_illegal_ == 0) {
      placed_[item] = 1;
      Pack(item, order_[action[0]]);
      Restore();
      reward = Volume(item) / kContainer.Volume();
    }
    const bool over = was_illegal_ != 0 || std::ranges::count(mask_, 1) == 0;
    if (!is_dense_) {
      reward = over ? Utilization() : 0;
    }
    return {reward, over};
  }

  template <typename Row>
  void Write(const Row& row) const {
    WriteEdges(0, row["obs:ems.x1"_]);
    WriteEdges(1, row["obs:ems.x2"_]);
    WriteEdges(2, row["obs:ems.y1"_]);
    WriteEdges(3, row["obs:ems.y2"_]);
    WriteEdges(4, row["obs:ems.z1"_]);
    WriteEdges(5, row["obs:ems.z2"_]);
    Copy(Seen() | std::views::transform([this](int i) { return is_room_[i]; }),
         row["obs:ems_mask"_]);
    WriteLengths(0, row["obs:items.x_len"_]);
    WriteLengths(1, row["obs:items.y_len"_]);
    WriteLengths(2, row["obs:items.z_len"_]);
    Copy(exists_, row["obs:items_mask"_]);
    Copy(placed_, row["obs:items_placed"_]);
    Copy(mask_, row["obs:action_mask"_]);
    const auto packed = static_cast<int>(std::ranges::count(placed_, 1));
    *row["info:volume_utilization"_] = Utilization();
    *row["info:packed_items"_] = packed;
    *row["info:ratio_packed_items"_] =
        static_cast<float>(packed) /
        static_cast<float>(std::ranges::count(exists_, 1));
    *row["info:active_ems"_] =
        static_cast<int>(std::ranges::count(is_room_, 1));
    *row["info:invalid_action"_] = was_illegal_ != 0;
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kPicture; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    for (int axis = 0; axis < 3; ++axis) {
      visit(&lengths_[axis], 0, kContainer.to[axis]);
      visit(&corners_[axis], 0, kContainer.to[axis]);
      visit(&edges_[2 * axis], 0, kContainer.to[axis]);
      visit(&edges_[2 * axis + 1], 0, kContainer.to[axis]);
    }
    visit(&exists_, 0, 1);
    visit(&placed_, 0, 1);
    visit(&is_room_, 0, 1);
    visit(&was_illegal_, 0, 1);
  }

  /// Sorts the rooms, and finds what fits into them.
  bool Restore() {
    for (int room = 0; room < Rooms(); ++room) {
      volumes_[room] = is_room_[room] != 0 ? Room(room).Volume() : 0.0F;
    }
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::sort(order_, [this](int a, int b) {
      return volumes_[a] != volumes_[b] ? volumes_[a] > volumes_[b] : a < b;
    });
    Flag* mask = mask_.data();
    for (const int room : Seen()) {
      for (int item = 0; item < Items(); ++item) {
        const bool may_fit =
            is_room_[room] != 0 && exists_[item] != 0 && placed_[item] == 0;
        *mask++ = may_fit && Fits(item, room) ? 1 : 0;
      }
    }
    return true;
  }

 private:
  static constexpr PictureSize kPicture{14, 9};

  /// Draws the items that are not packed yet.
  void DrawRest(Picture* picture) const;

  [[nodiscard]] int Items() const { return static_cast<int>(items_.size()); }
  [[nodiscard]] int Rooms() const { return static_cast<int>(is_room_.size()); }

  [[nodiscard]] Space Room(int index) const {
    Space room;
    for (int axis = 0; axis < 3; ++axis) {
      room.from[axis] = edges_[2 * axis][index];
      room.to[axis] = edges_[2 * axis + 1][index];
    }
    return room;
  }
  /// Where a packed item is.
  [[nodiscard]] Space Packed(int item) const {
    Space packed;
    for (int axis = 0; axis < 3; ++axis) {
      packed.from[axis] = corners_[axis][item];
      packed.to[axis] = packed.from[axis] + lengths_[axis][item];
    }
    return packed;
  }
  void SetRoom(int index, const Space& room) {
    for (int axis = 0; axis < 3; ++axis) {
      edges_[2 * axis][index] = room.from[axis];
      edges_[2 * axis + 1][index] = room.to[axis];
    }
    is_room_[index] = 1;
  }
  [[nodiscard]] bool Fits(int item, int room) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (lengths_[axis][item] >
          edges_[2 * axis + 1][room] - edges_[2 * axis][room]) {
        return false;
      }
    }
    return true;
  }
  [[nodiscard]] float Volume(int item) const {
    return static_cast<float>(lengths_[0][item]) *
           static_cast<float>(lengths_[1][item]) *
           static_cast<float>(lengths_[2][item]);
  }

  /// The share of the container that is filled.
  [[nodiscard]] float Utilization() const {
    float sum = 0;
    for (int item = 0; item < Items(); ++item) {
      sum += placed_[item] != 0 ? Volume(item) : 0;
    }
    return sum / kContainer.Volume();
  }

  /// The rooms in the observation: the largest first.
  [[nodiscard]] std::span<const int> Seen() const {
    return std::span(order_).first(seen_);
  }
  void WriteEdges(int which, float* to) const {
    const int length = kContainer.to[which / 2];
    Copy(Seen() | std::views::transform([this, which, length](int room) {
           return Share(edges_[which][room], length);
         }),
         to);
  }
  void WriteLengths(int axis, float* to) const {
    const int length = kContainer.to[axis];
    Copy(lengths_[axis] | std::views::transform([length](int item) {
           return Share(item, length);
         }),
         to);
  }

  /// Puts an item into a room. The rooms that it intersects are replaced by
  /// what is left of them on each side.
  void Pack(int item, int room) {
    for (int axis = 0; axis < 3; ++axis) {
      corners_[axis][item] = edges_[2 * axis][room];
    }
    const Space packed = Packed(item);
    rest_.clear();
    for (int i = 0; i < Rooms(); ++i) {
      if (is_room_[i] != 0 && Room(i).Intersects(packed)) {
        is_room_[i] = 0;
        rest_.push_back(Room(i));
      }
    }
    parts_.clear();
    for (int side = 0; side < 6; ++side) {
      for (const Space& whole : rest_) {
        Space part = whole;
        const int axis = side / 2;
        int& edge = side % 2 == 0 ? part.to[axis] : part.from[axis];
        edge = side % 2 == 0 ? std::min(edge, packed.from[axis])
                             : std::max(edge, packed.to[axis]);
        if (!part.IsEmpty()) {
          parts_.push_back(part);
        }
      }
    }
    for (const Space& part : parts_) {
      const bool is_within_part =
          std::ranges::any_of(parts_, [&part](const Space& other) {
            return other != part && other.Includes(part);
          });
      if (!is_within_part && !IsWithinRoom(part)) {
        // The first room is lost if there are too many, as in Jumanji.
        const auto free = std::ranges::find(is_room_, 0);
        SetRoom(free == is_room_.end()
                    ? 0
                    : static_cast<int>(free - is_room_.begin()),
                part);
      }
    }
  }
  [[nodiscard]] bool IsWithinRoom(const Space& part) const {
    for (int room = 0; room < Rooms(); ++room) {
      if (is_room_[room] != 0 && Room(room).Includes(part)) {
        return true;
      }
    }
    return false;
  }

  ContainerCutter cutter_;
  bool is_dense_;
  std::size_t seen_;          // rooms in an observation
  std::vector<Space> items_;  // for Start
  std::vector<Flag> exists_;  // by item
  std::vector<Flag> placed_;
  std::array<std::vector<int>, 3> lengths_;  // by axis and item
  std::array<std::vector<int>, 3> corners_;  // of packed items, likewise
  // By axis and direction, and by room. Former rooms are kept.
  std::array<std::vector<int>, 6> edges_;
  std::vector<Flag> is_room_;
  std::vector<int> order_;  // of rooms, by volume
  std::vector<float> volumes_;
  std::vector<Space> rest_;   // for Pack
  std::vector<Space> parts_;  // for Pack
  std::vector<Flag> mask_;    // by room in order_ and by item
  Flag was_illegal_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_BIN_PACK_H_
