// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/marlgrid/marlgrid_env.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/common/resizer.h"

namespace envpool::marlgrid {
namespace {

std::size_t BytesOf(std::pair<int, int> shape) {
  const auto side = static_cast<std::size_t>(shape.first);
  return side * side * static_cast<std::size_t>(shape.second);
}

}  // namespace

MarlGridEnv::MarlGridEnv(const Spec& spec, int env_id)
    : Env(spec, env_id),
      world_(OptionsOf(spec)),
      format_(FormatOf(spec.config["observation_format"_])),
      bytes_(BytesOf(MarlGridEnvFns::ShapeOf(spec.config))),
      view_(spec.config["view_size"_], spec.config["view_offset"_]),
      painter_(spec.config["view_tile_size"_],
               spec.config["prestige_coloring"_],
               spec.config["prestige_scale"_]) {}

Options MarlGridEnv::OptionsOf(const Spec& spec) const {
  const auto& conf = spec.config;
  return {.has_cycle = conf["env_name"_] == "goalcycle",
          .agents = conf["n_agents"_],
          .size = conf["grid_size"_],
          .clutter = conf["n_clutter"_],
          .randomize_goal = conf["randomize_goal"_],
          .bonus_tiles = conf["n_bonus_tiles"_],
          .bonus_reward = conf["bonus_reward"_],
          .bonus_penalty = conf["bonus_penalty"_],
          .initial_reward = conf["initial_reward"_],
          .reset_on_mistake = conf["reset_on_mistake"_],
          .reward_decay = conf["reward_decay"_],
          .respawn = conf["respawn"_],
          .ghosts = conf["ghost_mode"_],
          .prestige_beta = conf["prestige_beta"_],
          .max_steps = CurrentMaxEpisodeSteps()};
}

MarlGridEnv::Format MarlGridEnv::FormatOf(const std::string& name) {
  return name == "full_matrix" ? Format::kFullMatrix
         : name == "matrix"    ? Format::kMatrix
                               : Format::kPixels;
}

void MarlGridEnv::Reset() {
  world_.Reset(&gen_);
  rewards_.fill(0);
  WriteRows();
}

void MarlGridEnv::Step(const Action& action) {
  const auto& given = action["players.action"_];
  const std::size_t agents = world_.agents().size();
  if (given.Shape(0) != agents) {
    throw std::invalid_argument("players.action: expected one for each of " +
                                std::to_string(agents) + " agents, got " +
                                std::to_string(given.Shape(0)));
  }
  world_.Step({static_cast<const int*>(given.Data()), agents}, &gen_, rewards_);
  WriteRows();
}

void MarlGridEnv::WriteRows() {
  const std::vector<Agent>& agents = world_.agents();
  const auto row = AllocateRow(static_cast<int>(agents.size()));
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const bool is_done = agents[i].done != 0;
    row["reward"_][i] = rewards_[i];
    row["info:players.id"_][i] = static_cast<int>(i);
    row["info:players.done"_][i] = is_done;
    row["info:players.active"_][i] = !is_done;
    row["info:players.pos"_][2 * i] = agents[i].pos.x;
    row["info:players.pos"_][2 * i + 1] = agents[i].pos.y;
    row["info:players.dir"_][i] = agents[i].dir;
    WriteObservation(static_cast<int>(i), row["obs"_] + i * bytes_);
  }
}

void MarlGridEnv::WriteObservation(int agent, std::uint8_t* to) {
  if (format_ == Format::kFullMatrix) {
    view_.LookAtAll(world_, agent);
  } else {
    view_.Look(world_, agent);
  }
  if (format_ == Format::kPixels) {
    painter_.Paint(world_, view_, to);
    return;
  }
  for (const Spot spot : view_.spots()) {
    to = WriteCell(spot, to);
  }
}

/// Writes 255 or 0 for: empty, wall, goal, bonus tile, nothing, agent; the
/// agent's color; 255 or 0 for: it looks right, down, left, up.
std::uint8_t* MarlGridEnv::WriteCell(Spot spot, std::uint8_t* to) const {
  constexpr int kAgent = 5;
  constexpr int kColor = 6;
  constexpr int kDirection = 9;
  std::fill_n(to, kChannels, 0);
  if (spot.cell != kHidden) {
    to[std::min(spot.cell, kBonus)] = 255;
  }
  if (spot.agent != kNobody) {
    const int dir = world_.agents()[static_cast<std::size_t>(spot.agent)].dir;
    to[kAgent] = 255;
    std::ranges::copy(painter_.ColorOf(world_, spot.agent), to + kColor);
    to[kDirection + (dir + 4 - view_.turns()) % 4] = 255;
  }
  return to + kChannels;
}

std::pair<int, int> MarlGridEnv::RenderSize(int width, int height) const {
  const int usual = world_.size() * kFrameTile;
  return {width > 0 ? width : usual, height > 0 ? height : usual};
}

void MarlGridEnv::Render(int width, int height, int /*camera_id*/,
                         unsigned char* rgb) {
  const int cells = world_.size();
  const int tile = width / cells;
  if (width == height && tile > 0 && width == tile * cells) {
    DrawFrame(tile, rgb);
    return;
  }
  const Size own{cells * kFrameTile, cells * kFrameTile};
  std::vector<std::uint8_t> frame(BytesOf({own.width, 3}));
  DrawFrame(kFrameTile, frame.data());
  Resizer(own, {height, width}, 3, Interpolation::kArea).Run(frame.data(), rgb);
}

void MarlGridEnv::DrawFrame(int tile_size, std::uint8_t* rgb) {
  if (!frame_painter_ || frame_painter_->tile_size() != tile_size) {
    frame_painter_.emplace(tile_size, spec_.config["prestige_coloring"_],
                           spec_.config["prestige_scale"_]);
  }
  view_.LookAtAll(world_, kNobody);
  frame_painter_->Paint(world_, view_, rgb);
}

}  // namespace envpool::marlgrid
