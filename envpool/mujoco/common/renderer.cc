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

#include "envpool/common/gl_context.h"
#include "envpool/core/platform/main_thread.h"
#include "envpool/core/process_mutex.h"
#include "envpool/mujoco/common/lean_model.h"

namespace envpool::mujoco {
namespace {

constexpr std::size_t kMaxModels = 4;  // a shadow map may have 64 MiB
constexpr int kMaxGeoms = 1000;        // as in Gymnasium and dm_control
constexpr int kChannels = 3;

/// Makes a context the thread's current context within a scope.
class CurrentContext {
 public:
  explicit CurrentContext(GlContext* context) : context_(context) {
    context_->Enter();
  }
  ~CurrentContext() { context_->Leave(); }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  GlContext* const context_;
};

/// The values of a model that its renderer resources contain. Envs with other
/// values need their own resources.
std::vector<double> ValuesInResources(const mjModel& model) {
  std::vector<double> values{model.stat.extent};
  for (int i = 0; i < model.ngeom; ++i) {
    if (model.geom_type[i] == mjGEOM_PLANE) {
      values.insert(values.end(), model.geom_size + 3 * i,
                    model.geom_size + 3 * i + 3);
    }
  }
  values.insert(values.end(), model.mat_texrepeat,
                model.mat_texrepeat + 2 * model.nmat);
  return values;
}

/// The resources for rendering a model. Created, used and destroyed in one GL
/// context.
class ModelRenderer {
 public:
  ModelRenderer(const Model& model, int width, int height)
      : model_(model), values_(ValuesInResources(*model)) {
    mjr_defaultContext(&context_);
    mjv_defaultScene(&scene_);
    mjv_defaultPerturb(&perturb_);
    // A shallow copy with textures and another size of the framebuffer.
    const Model whole = WholeModel(model);
    const auto sized = std::make_unique<mjModel>(*model);
    BorrowPictures(*whole, sized.get());
    sized->vis.global.offwidth = width;
    sized->vis.global.offheight = height;
    try {
      // mjr_makeContext writes OpenGL's functions to globals of MuJoCo.
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
  ~ModelRenderer() { Free(); }
  ModelRenderer(const ModelRenderer&) = delete;
  ModelRenderer& operator=(const ModelRenderer&) = delete;

  [[nodiscard]] bool IsOf(const Model& model) const {
    // Compares owners, because a new model may reuse an old model's address.
    return !model_.owner_before(model) && !model.owner_before(model_) &&
           values_ == ValuesInResources(*model);
  }
  [[nodiscard]] bool expired() const { return model_.expired(); }

  /// Writes rows of pixels to `rgb`, the bottom row first.
  void Render(const View& view, const mjModel& model, mjData* data,
              unsigned char* rgb) {
    if (view.width > context_.offWidth || view.height > context_.offHeight) {
      mjr_resizeOffscreen(std::max(view.width, context_.offWidth),
                          std::max(view.height, context_.offHeight), &context_);
    }
    mjvCamera camera = view.camera;
    const mjrRect all{0, 0, view.width, view.height};
    mjr_setBuffer(mjFB_OFFSCREEN, &context_);
    for (int field = 0; field < model.nhfield; ++field) {
      mjr_uploadHField(&model, &context_, field);  // may differ between envs
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
      // A destructor cannot report the error.
    }
  }

  const std::weak_ptr<const mjModel> model_;
  const std::vector<double> values_;
  mjrContext context_;
  mjvScene scene_;
  mjvPerturb perturb_;
};

/// A thread's OpenGL context and renderers.
struct ThreadRenderer {
  std::unique_ptr<GlContext> context{MakeGlContext()};
  std::list<ModelRenderer> models;  // most recently used first
  std::vector<unsigned char> pixels;

  ~ThreadRenderer() {
    try {
      const CurrentContext current(context.get());
      models.clear();
    } catch (const std::exception&) {
      // Without its context, only main memory can be freed.
      models.clear();
    }
  }
};

/// Owns a thread's renderer, which is created on its first use.
class ThreadRendererOwner {
 public:
  ThreadRendererOwner() = default;
  ~ThreadRendererOwner() {
    // The main thread's renderer is left to the end of the process.
    const GlUse use;
    if (use.allowed() && !MayBeMainThread()) {
      delete renderer_;
    }
  }
  ThreadRendererOwner(const ThreadRendererOwner&) = delete;
  ThreadRendererOwner& operator=(const ThreadRendererOwner&) = delete;

  ThreadRenderer* Get() {
    if (renderer_ == nullptr) {
      renderer_ = new ThreadRenderer();
    }
    return renderer_;
  }

 private:
  ThreadRenderer* renderer_{nullptr};
};

ModelRenderer* ModelRendererOf(const Model& model, const View& view,
                               ThreadRenderer* thread) {
  std::list<ModelRenderer>& models = thread->models;
  const auto found =
      std::find_if(models.begin(), models.end(),
                   [&](const ModelRenderer& each) { return each.IsOf(model); });
  if (found != models.end()) {
    models.splice(models.begin(), models, found);
    return &models.front();
  }
  models.remove_if([](const ModelRenderer& each) { return each.expired(); });
  while (models.size() >= kMaxModels) {
    models.pop_back();
  }
  models.emplace_front(model, view.width, view.height);
  return &models.front();
}

/// Copies an image. `from` starts with the bottom row, `out` with the top row.
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

int CameraNamed(const mjModel& model, const std::string& name,
                const char* argument) {
  const int camera = mj_name2id(&model, mjOBJ_CAMERA, name.c_str());
  if (camera >= 0) {
    return camera;
  }
  std::string names;
  for (int i = 0; i < model.ncam; ++i) {
    const char* each = mj_id2name(&model, mjOBJ_CAMERA, i);
    if (each != nullptr) {
      names += (names.empty() ? "\"" : ", \"") + std::string(each) + "\"";
    }
  }
  throw std::invalid_argument(std::string(argument) +
                              ": expected the name of one of the model's "
                              "cameras (" +
                              (names.empty() ? "none has a name" : names) +
                              "), or a number, got \"" + name + "\"");
}

void RenderImage(const View& view, PixelOrder order, Simulation* simulation,
                 unsigned char* out) {
  thread_local ThreadRendererOwner owner;
  const GlUse use;
  if (!use.allowed()) {
    RequireGl();  // throws
  }
  ThreadRenderer* thread = owner.Get();
  const CurrentContext current(thread->context.get());
  const Model& model = simulation->shared_model();
  thread->pixels.resize(static_cast<std::size_t>(view.width) * view.height *
                        kChannels);
  ModelRenderer* renderer = ModelRendererOf(model, view, thread);
  try {
    renderer->Render(view, *model, &simulation->data(), thread->pixels.data());
  } catch (...) {
    thread->models.pop_front();  // the renderer's state is unknown
    throw;
  }
  CopyRows(thread->pixels.data(), view.width, view.height, order, out);
}

}  // namespace envpool::mujoco
