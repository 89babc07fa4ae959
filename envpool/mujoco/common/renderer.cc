// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/renderer.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/process_mutex.h"
#include "envpool/mujoco/common/gl_context.h"

namespace envpool::mujoco {
namespace {

constexpr std::size_t kModels = 4;  // a shadow map may have 64 MiB
constexpr int kMaxGeoms = 1000;     // as Gymnasium and dm_control
constexpr int kChannels = 3;

/// The thread's context, while it lives.
class Current {
 public:
  explicit Current(GlContext* context) : context_(context) {
    context_->Enter();
  }
  ~Current() { context_->Leave(); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  GlContext* const context_;
};

/// What drawing a model needs. Made, used and destroyed in one GL context.
class Canvas {
 public:
  Canvas(const Model& model, int width, int height) : model_(model) {
    mjr_defaultContext(&context_);
    mjv_defaultScene(&scene_);
    mjv_defaultPerturb(&perturb_);
    // Only what `visual` has by value is looked at in another way.
    const auto sized = std::make_unique<mjModel>(*model);
    sized->vis.global.offwidth = width;
    sized->vis.global.offheight = height;
    try {
      // It loads OpenGL's functions into variables of MuJoCo's library.
      const std::lock_guard<std::mutex> lock(ProcessMutex("mjr_makeContext"));
      mjr_makeContext(sized.get(), &context_, mjFONTSCALE_150);
      mjr_setBuffer(mjFB_OFFSCREEN, &context_);
      if (context_.currentBuffer != mjFB_OFFSCREEN) {
        throw std::runtime_error("OpenGL has no framebuffer objects");
      }
      mjv_makeScene(model.get(), &scene_, kMaxGeoms);
    } catch (...) {
      Free();
      throw;
    }
  }
  ~Canvas() { Free(); }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  [[nodiscard]] bool IsOf(const Model& model) const {
    // Neither is the other's if one is a new model at the old one's address.
    return !model_.owner_before(model) && !model.owner_before(model_);
  }
  [[nodiscard]] bool expired() const { return model_.expired(); }

  /// Leaves rows from the lowest upwards in `rgb`.
  void Draw(const View& view, const mjModel& model, mjData* data,
            unsigned char* rgb) {
    if (view.width > context_.offWidth || view.height > context_.offHeight) {
      mjr_resizeOffscreen(std::max(view.width, context_.offWidth),
                          std::max(view.height, context_.offHeight), &context_);
    }
    mjvCamera camera = view.camera;
    const mjrRect all{0, 0, view.width, view.height};
    mjr_setBuffer(mjFB_OFFSCREEN, &context_);
    for (int field = 0; field < model.nhfield; ++field) {
      mjr_uploadHField(&model, &context_, field);  // envs may have their own
    }
    mjv_updateScene(&model, data, &view.option, &perturb_, &camera, mjCAT_ALL,
                    &scene_);
    mjr_render(all, &scene_, &context_);
    mjr_readPixels(rgb, nullptr, all, &context_);
  }

 private:
  void Free() noexcept {
    try {
      mjv_freeScene(&scene_);
      mjr_freeContext(&context_);
    } catch (const std::exception&) {
      // MuJoCo's complaint; there is nobody to tell.
    }
  }

  const std::weak_ptr<const mjModel> model_;
  mjrContext context_;
  mjvScene scene_;
  mjvPerturb perturb_;
};

/// What a thread has.
struct Studio {
  std::unique_ptr<GlContext> context{MakeGlContext()};
  std::list<Canvas> canvases;  // the last used one first
  std::vector<unsigned char> pixels;

  ~Studio() {
    try {
      const Current current(context.get());
      canvases.clear();
    } catch (const std::exception&) {
      // Without its context nothing can be freed but what is in memory.
      canvases.clear();
    }
  }
};

/// The thread's Studio, and its end.
class Owner {
 public:
  Owner() = default;
  ~Owner() {
    // The first thread's objects end with the process.
    const GlUse use;
    if (use.allowed() && !IsFirstThread()) {
      delete studio_;
    }
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  Studio* Get() {
    if (studio_ == nullptr) {
      studio_ = new Studio();
    }
    return studio_;
  }

 private:
  Studio* studio_{nullptr};
};

Canvas* CanvasOf(const Model& model, const View& view, Studio* studio) {
  std::list<Canvas>& canvases = studio->canvases;
  const auto found =
      std::find_if(canvases.begin(), canvases.end(),
                   [&](const Canvas& canvas) { return canvas.IsOf(model); });
  if (found != canvases.end()) {
    canvases.splice(canvases.begin(), canvases, found);
    return &canvases.front();
  }
  canvases.remove_if([](const Canvas& canvas) { return canvas.expired(); });
  while (canvases.size() >= kModels) {
    canvases.pop_back();
  }
  canvases.emplace_front(model, view.width, view.height);
  return &canvases.front();
}

/// From rows that go upwards to rows that go down.
void CopyRows(const unsigned char* from, int width, int height,
              PixelOrder order, unsigned char* out) {
  const std::size_t row = static_cast<std::size_t>(width) * kChannels;
  const std::size_t plane = static_cast<std::size_t>(width) * height;
  for (int y = 0; y < height; ++y) {
    const unsigned char* source = from + (height - 1 - y) * row;
    if (order == PixelOrder::kInterleaved) {
      std::copy_n(source, row, out + y * row);
      continue;
    }
    unsigned char* target = out + static_cast<std::size_t>(y) * width;
    for (int x = 0; x < width; ++x, source += kChannels) {
      target[x] = source[0];
      target[x + plane] = source[1];
      target[x + 2 * plane] = source[2];
    }
  }
}

}  // namespace

View DefaultView(int width, int height) {
  View view;
  view.width = width;
  view.height = height;
  mjv_defaultCamera(&view.camera);
  mjv_defaultOption(&view.option);
  return view;
}

void UseCamera(const mjModel& model, int number, const char* argument,
               View* view) {
  if (number < 0 || number >= model.ncam) {
    throw std::invalid_argument(std::string(argument) +
                                ": expected -1, the default, or the number of "
                                "one of the model's " +
                                std::to_string(model.ncam) +
                                " cameras, counted from 0; got " +
                                std::to_string(number));
  }
  view->camera.type = mjCAMERA_FIXED;
  view->camera.fixedcamid = number;
}

void Draw(const View& view, PixelOrder order, Simulation* simulation,
          unsigned char* out) {
  thread_local Owner owner;
  const GlUse use;
  if (!use.allowed()) {
    RequireGl();  // throws
  }
  Studio* studio = owner.Get();
  const Current current(studio->context.get());
  const Model& model = simulation->shared_model();
  studio->pixels.resize(static_cast<std::size_t>(view.width) * view.height *
                        kChannels);
  Canvas* canvas = CanvasOf(model, view, studio);
  try {
    canvas->Draw(view, *model, &simulation->data(), studio->pixels.data());
  } catch (...) {
    studio->canvases.pop_front();  // in which state it is, nobody knows
    throw;
  }
  CopyRows(studio->pixels.data(), view.width, view.height, order, out);
}

}  // namespace envpool::mujoco
