#include "autopilot/parameter_names.h"

#include <algorithm>
#include <array>

#include "document/spelling.h"

namespace alula {
namespace {

struct FormerName {
  std::string_view name;
  std::string_view advice;
};

// Names that users of PX4 still type (releases 1.9 to 1.14), with what took their place: PX4's
// release notes and parameter reference.
constexpr std::array kFormerNames{
    FormerName{"MPC_ACC_DEC", "replaced by MPC_ACC_HOR and MPC_JERK_AUTO"},
    FormerName{"MPC_THR_XY_MARGIN", "replaced by MPC_THR_XY_MARG"},
    FormerName{"MPC_XY_VEL_P", "replaced by MPC_XY_VEL_P_ACC, 20 times the number"},
    FormerName{"MPC_XY_VEL_I", "replaced by MPC_XY_VEL_I_ACC, 20 times the number"},
    FormerName{"MPC_XY_VEL_D", "replaced by MPC_XY_VEL_D_ACC, 20 times the number"},
    FormerName{"MPC_Z_VEL_P", "replaced by MPC_Z_VEL_P_ACC, 20 times the number"},
    FormerName{"MPC_Z_VEL_I", "replaced by MPC_Z_VEL_I_ACC, 20 times the number"},
    FormerName{"MPC_Z_VEL_D", "replaced by MPC_Z_VEL_D_ACC, 20 times the number"},
    FormerName{"EKF2_HGT_MODE",
               "replaced by EKF2_HGT_REF (0 barometer, 1 GNSS, 2 range finder, 3 vision)"},
    FormerName{
        "EKF2_AID_MASK",
        "replaced by EKF2_GPS_CTRL, EKF2_BARO_CTRL, EKF2_OF_CTRL, EKF2_EV_CTRL and EKF2_DRAG_CTRL"},
    FormerName{"SYS_MC_EST_GROUP", "not needed: EKF2 is the only estimator"},
    FormerName{"SYS_HITL", "not needed: the whole flight is simulated"},
    FormerName{"CBRK_IO_SAFETY", "not needed: there is no safety switch"},
    FormerName{"CBRK_SUPPLY_CHK", "not needed: there is no power module to check"},
};

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) { return upper(c); });
  return result;
}

}  // namespace

std::optional<Param> find_parameter_any_case(std::string_view name) {
  return find_parameter(upper(name));
}

std::string unknown_parameter(std::string_view name) {
  const std::string wanted = upper(name);
  for (const FormerName& former : kFormerNames) {
    if (former.name == wanted) return "unknown parameter; " + std::string(former.advice);
  }
  std::array<std::string_view, kParameterCount> names;
  std::ranges::transform(parameter_table(), names.begin(), &ParameterInfo::name);
  const std::string_view nearest = nearest_word(wanted, names);
  if (nearest.empty()) return std::string(kUnlikeAnyParameter);
  return "unknown parameter; did you mean " + quoted(nearest) + "?";
}

std::vector<Param> search_parameters(const std::vector<std::string>& words) {
  std::vector<Param> found;
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const ParameterInfo& info = parameter_table()[i];
    std::string text(info.name);
    text.append(" ").append(info.unit).append(" ").append(info.description);
    text = upper(text);
    const bool all = std::ranges::all_of(
        words, [&text](const std::string& word) { return text.find(upper(word)) != text.npos; });
    if (all) found.push_back(static_cast<Param>(i));
  }
  return found;
}

}  // namespace alula
