// failures/gnss_faults.h: what befalls a satellite receiver beyond what any sensor may suffer.
// Jamming raises the noise under every satellite's signal: C/N0 falls, satellites drop below the
// tracking threshold, what is left measures worse. Equation and threshold: Kaplan and Hegarty
// (ed.), "Understanding GPS", chapter on interference. Left out: the time to find satellites again.
#pragma once

#include "failures/sample_gate.h"
#include "signals/samples.h"

namespace alula {

// C/N0 [dB-Hz] of a signal that has `unjammed` without a jammer of narrow band, which is
// `jammer_db` above it.
double jammed_density_db_hz(double unjammed, double jammer_db);

// Of a receiver that tracks `satellites` in the open.
struct JammedReception {
  std::uint32_t satellites = 0;   // still tracked
  double deviation_factor = 1.0;  // on its errors
};
JammedReception jammed_reception(std::uint32_t satellites, double jammer_db);

// The fix displaced by an offset north, east, down of its place [m].
void displace(GnssFix& fix, const Vec3& offset_ned, const LocalFrame& frame);

void jam(GnssFix& fix, double jammer_db, const GateIdentity& gate);
void spoof(GnssFix& fix, const Failure& failure, const LocalFrame& frame);

}  // namespace alula
