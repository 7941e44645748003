// failures/plant_health.h: what the failures under way mean for rotors and batteries themselves.
#pragma once

#include "failures/failure_list.h"
#include "vehicle/part_health.h"

namespace alula {

// `cells`: of every battery.
PlantHealth plant_health(const FailureList& failures, TimeNs now,
                         std::span<const std::uint32_t> cells);

}  // namespace alula
