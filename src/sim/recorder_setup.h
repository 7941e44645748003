// sim/recorder_setup.h: the log of a vehicle that Alula's autopilot flies.
#pragma once

#include "autopilot/parameters.h"
#include "sim/recorder.h"
#include "sim/simulation.h"

namespace alula {

// `parameters`: those at the start.
RecorderConfig recorder_setup(const Simulation& simulation, std::size_t vehicle,
                              const ParameterValues& parameters);

}  // namespace alula
