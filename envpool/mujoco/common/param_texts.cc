// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/param_texts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "mujoco/mujoco.h"

namespace envpool::mujoco {
namespace {

constexpr double kMax = mjMAXVAL;
constexpr double kTiny = 1e-9;  // the least positive value
constexpr double kMaxCount = 1000;

constexpr const char* kSolref =
    "time constant (s) and damping ratio, or negative stiffness and damping, "
    "of the constraint";
constexpr const char* kSolimp =
    "impedance of the constraint: least, most, width, midpoint, power";
constexpr const char* kQuaternion =
    "orientation relative to the body, a quaternion; it is normalized";
constexpr const char* kPlace = "position relative to the body (m)";
constexpr const char* kColour = "red, green, blue, opacity";
constexpr const char* kLight = "red, green, blue of the light";

constexpr std::array kTexts{
    ParamText{"opt.timestep", kTiny, kMax, "seconds per step of the physics"},
    ParamText{"opt.impratio", kTiny, kMax,
              "ratio of the impedances of friction and of normal forces"},
    ParamText{"opt.tolerance", 0, kMax, "tolerance of the solver"},
    ParamText{"opt.ls_tolerance", 0, kMax, "tolerance of line searches"},
    ParamText{"opt.noslip_tolerance", 0, kMax,
              "tolerance of the noslip solver"},
    ParamText{"opt.ccd_tolerance", 0, kMax, "tolerance of collisions"},
    ParamText{"opt.sleep_tolerance", 0, kMax, "velocity of sleeping trees"},
    ParamText{"opt.gravity", -kMax, kMax, "gravity (m/s^2)"},
    ParamText{"opt.wind", -kMax, kMax, "velocity of the medium (m/s)"},
    ParamText{"opt.magnetic", -kMax, kMax, "magnetic flux"},
    ParamText{"opt.density", 0, kMax, "density of the medium (kg/m^3)"},
    ParamText{"opt.viscosity", 0, kMax, "viscosity of the medium"},
    ParamText{"opt.o_margin", 0, kMax, "margin of overridden contacts (m)"},
    ParamText{"opt.o_solref", -kMax, kMax, kSolref},
    ParamText{"opt.o_solimp", 0, kMax, kSolimp},
    ParamText{"opt.o_friction", 0, kMax, "friction of overridden contacts"},
    ParamText{"opt.iterations", 1, kMaxCount, "limit of the solver's steps"},
    ParamText{"opt.ls_iterations", 1, kMaxCount,
              "limit of steps in each line search"},
    ParamText{"opt.noslip_iterations", 0, kMaxCount,
              "limit of steps of the noslip solver"},
    ParamText{"opt.ccd_iterations", 1, kMaxCount,
              "limit of steps in each search for a collision"},
    ParamText{"opt.sdf_initpoints", 1, kMaxCount,
              "starting points of a collision with a distance field"},
    ParamText{"opt.sdf_iterations", 1, kMaxCount,
              "limit of steps from each of them"},
    ParamText{"vis.headlight.ambient", 0, kMax, kLight},
    ParamText{"vis.headlight.diffuse", 0, kMax, kLight},
    ParamText{"vis.headlight.specular", 0, kMax, kLight},
    ParamText{"qpos0", -kMax, kMax, "initial positions"},
    ParamText{"qpos_spring", -kMax, kMax, "positions at which springs rest"},
    ParamText{"body_pos", -kMax, kMax, "position relative to the parent (m)"},
    ParamText{"body_quat", -kMax, kMax,
              "orientation relative to the parent, a quaternion; it is "
              "normalized"},
    ParamText{"body_ipos", -kMax, kMax, "centre of mass in the body (m)"},
    ParamText{"body_iquat", -kMax, kMax,
              "orientation of the axes of inertia, a quaternion; it is "
              "normalized"},
    ParamText{"body_mass", 0, kMax, "mass (kg)"},
    ParamText{"body_inertia", 0, kMax, "inertia about its axes (kg m^2)"},
    ParamText{"body_gravcomp", -kMax, kMax,
              "share of the weight that a force compensates"},
    ParamText{"jnt_solref", -kMax, kMax, kSolref},
    ParamText{"jnt_solimp", 0, kMax, kSolimp},
    ParamText{"jnt_pos", -kMax, kMax, "anchor in the body (m)"},
    ParamText{"jnt_axis", -kMax, kMax, "axis in the body; it is normalized"},
    ParamText{"jnt_stiffness", 0, kMax, "stiffness of the joint's spring"},
    ParamText{"jnt_range", -kMax, kMax, "limits (rad or m)"},
    ParamText{"jnt_actfrcrange", -kMax, kMax, "limits of actuator forces"},
    ParamText{"jnt_margin", 0, kMax, "distance at which limits act"},
    ParamText{"dof_solref", -kMax, kMax, kSolref},
    ParamText{"dof_solimp", 0, kMax, kSolimp},
    ParamText{"dof_frictionloss", 0, kMax, "dry friction"},
    ParamText{"dof_armature", 0, kMax, "inertia of the rotor"},
    ParamText{"dof_damping", 0, kMax, "damping"},
    ParamText{"geom_solmix", 0, kMax, "weight in a contact's parameters"},
    ParamText{"geom_solref", -kMax, kMax, kSolref},
    ParamText{"geom_solimp", 0, kMax, kSolimp},
    ParamText{"geom_size", 0, kMax,
              "sizes (m); their meaning depends on the type"},
    ParamText{"geom_pos", -kMax, kMax, kPlace},
    ParamText{"geom_quat", -kMax, kMax, kQuaternion},
    ParamText{"geom_friction", 0, kMax, "sliding, torsional, rolling friction"},
    ParamText{"geom_margin", 0, kMax,
              "distance at which contacts are found (m)"},
    ParamText{"geom_gap", 0, kMax, "part of the margin without forces (m)"},
    ParamText{"geom_fluid", -kMax, kMax, "interaction with the medium"},
    ParamText{"geom_rgba", 0, 1, kColour},
    ParamText{"site_size", 0, kMax,
              "sizes (m); their meaning depends on the type"},
    ParamText{"site_pos", -kMax, kMax, kPlace},
    ParamText{"site_quat", -kMax, kMax, kQuaternion},
    ParamText{"site_rgba", 0, 1, kColour},
    ParamText{"cam_pos", -kMax, kMax, kPlace},
    ParamText{"cam_quat", -kMax, kMax, kQuaternion},
    ParamText{"cam_fovy", kTiny, 179, "vertical field of view (degrees)"},
    ParamText{"cam_ipd", 0, kMax, "distance of the pupils (m)"},
    ParamText{"cam_sensorsize", 0, kMax, "width and height of the sensor (m)"},
    ParamText{"cam_intrinsic", -kMax, kMax,
              "focal length, principal point (m)"},
    ParamText{"light_bulbradius", 0, kMax, "radius of the bulb (m)"},
    ParamText{"light_intensity", 0, kMax, "intensity (cd)"},
    ParamText{"light_range", 0, kMax, "range (m)"},
    ParamText{"light_pos", -kMax, kMax, kPlace},
    ParamText{"light_dir", -kMax, kMax,
              "direction in the body; it is normalized"},
    ParamText{"light_attenuation", 0, kMax,
              "attenuation: constant, linear, quadratic"},
    ParamText{"light_cutoff", 0, 90, "angle of the cone (degrees)"},
    ParamText{"light_exponent", 0, 128, "concentration in the cone"},
    ParamText{"light_ambient", 0, kMax, kLight},
    ParamText{"light_diffuse", 0, kMax, kLight},
    ParamText{"light_specular", 0, kMax, kLight},
    ParamText{"flex_solmix", 0, kMax, "weight in a contact's parameters"},
    ParamText{"flex_solref", -kMax, kMax, kSolref},
    ParamText{"flex_solimp", 0, kMax, kSolimp},
    ParamText{"flex_friction", 0, kMax, "sliding, torsional, rolling friction"},
    ParamText{"flex_margin", 0, kMax,
              "distance at which contacts are found (m)"},
    ParamText{"flex_gap", 0, kMax, "part of the margin without forces (m)"},
    ParamText{"flex_rgba", 0, 1, kColour},
    ParamText{"hfield_size", kTiny, kMax,
              "half sides, height, depth of the base of the terrain (m)"},
    ParamText{"hfield_data", 0, 1,
              "heights of the terrain, relative to the most"},
    ParamText{"mat_texrepeat", 0, kMax, "repetitions of the texture"},
    ParamText{"mat_emission", 0, kMax, "emitted light"},
    ParamText{"mat_specular", 0, 1, "specular reflection"},
    ParamText{"mat_shininess", 0, 1, "concentration of specular reflection"},
    ParamText{"mat_reflectance", 0, 1, "reflectance of a plane or box"},
    ParamText{"mat_metallic", -1, 1, "metallic coefficient"},
    ParamText{"mat_roughness", -1, 1, "roughness"},
    ParamText{"mat_rgba", 0, 1, kColour},
    ParamText{"pair_solref", -kMax, kMax, kSolref},
    ParamText{"pair_solreffriction", -kMax, kMax, kSolref},
    ParamText{"pair_solimp", 0, kMax, kSolimp},
    ParamText{"pair_margin", 0, kMax,
              "distance at which contacts are found (m)"},
    ParamText{"pair_gap", 0, kMax, "part of the margin without forces (m)"},
    ParamText{"pair_friction", 0, kMax,
              "friction: two sliding, torsional, two rolling"},
    ParamText{"eq_solref", -kMax, kMax, kSolref},
    ParamText{"eq_solimp", 0, kMax, kSolimp},
    ParamText{"eq_data", -kMax, kMax, "numbers of the equality constraint"},
    ParamText{"tendon_width", 0, kMax, "width in pictures (m)"},
    ParamText{"tendon_solref_lim", -kMax, kMax, kSolref},
    ParamText{"tendon_solimp_lim", 0, kMax, kSolimp},
    ParamText{"tendon_solref_fri", -kMax, kMax, kSolref},
    ParamText{"tendon_solimp_fri", 0, kMax, kSolimp},
    ParamText{"tendon_range", -kMax, kMax, "limits of the length"},
    ParamText{"tendon_actfrcrange", -kMax, kMax, "limits of actuator forces"},
    ParamText{"tendon_margin", 0, kMax, "distance at which limits act"},
    ParamText{"tendon_stiffness", 0, kMax, "stiffness"},
    ParamText{"tendon_damping", 0, kMax, "damping"},
    ParamText{"tendon_armature", 0, kMax, "inertia of its motion"},
    ParamText{"tendon_frictionloss", 0, kMax, "dry friction"},
    ParamText{"tendon_lengthspring", -1, kMax, "lengths at which it rests"},
    ParamText{"tendon_rgba", 0, 1, kColour},
    ParamText{"wrap_prm", -kMax, kMax,
              "coefficients of joints, or divisors of pulleys"},
    ParamText{"actuator_dynprm", -kMax, kMax, "numbers of the dynamics"},
    ParamText{"actuator_gainprm", -kMax, kMax, "numbers of the gain"},
    ParamText{"actuator_biasprm", -kMax, kMax, "numbers of the bias"},
    ParamText{"actuator_ctrlrange", -kMax, kMax,
              "limits to which controls are clipped; the action space keeps "
              "those of the model"},
    ParamText{"actuator_forcerange", -kMax, kMax, "limits of the force"},
    ParamText{"actuator_actrange", -kMax, kMax, "limits of the activation"},
    ParamText{"actuator_gear", -kMax, kMax, "scale of length and force"},
    ParamText{"actuator_cranklength", 0, kMax, "length of the crank (m)"},
    ParamText{"actuator_lengthrange", -kMax, kMax, "range of the length"},
    ParamText{"sensor_cutoff", 0, kMax, "limit of the value; 0 for none"},
};

}  // namespace

const ParamText& TextOf(std::string_view name) {
  static constexpr ParamText kOther{"", -kMax, kMax,
                                    "a field of MuJoCo's model"};
  const auto* found = std::ranges::find(kTexts, name, &ParamText::name);
  return found == kTexts.end() ? kOther : *found;
}

}  // namespace envpool::mujoco
