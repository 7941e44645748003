// failures/gate_states.h: the memory of every kind of gate. The number is that of the samples that
// a delay can hold back.
#pragma once

#include "failures/sample_numbers.h"

namespace alula {

using ImuGate = GateState<ImuSample, 128>;
using MagGate = GateState<MagSample, 128>;
using BaroGate = GateState<BaroSample, 64>;
using GnssGate = GateState<GnssFix, 32>;
using RangeGate = GateState<RangeSample, 64>;
using FlowGate = GateState<FlowSample, 64>;
using VisionGate = GateState<VisionSample, 64>;
using AirspeedGate = GateState<AirspeedSample, 32>;
using BatteryGate = GateState<BatterySample, 32>;
using SticksGate = GateState<ManualControl, 64>;
using OffboardGate = GateState<OffboardSetpoint, 64>;
using GroundGate = GateState<GroundHeartbeat, 16>;
using FollowGate = GateState<FollowTarget, 64>;
static_assert(ArenaState<ImuGate> && ArenaState<MagGate> && ArenaState<BaroGate> &&
              ArenaState<GnssGate> && ArenaState<RangeGate> && ArenaState<FlowGate> &&
              ArenaState<VisionGate> && ArenaState<AirspeedGate> && ArenaState<BatteryGate> &&
              ArenaState<SticksGate> && ArenaState<OffboardGate> && ArenaState<GroundGate> &&
              ArenaState<FollowGate>);

// Messages of people and their computers come at no fixed rate. Up to this one none is lost in a
// delay; beyond it the oldest are.
inline constexpr double kMessageRateMax_hz = 60.0;

}  // namespace alula
