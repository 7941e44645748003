// vehicle/read_parts.h: the keys of each kind of part, one function a kind. Beside a line in
// part_table.h this is all that a new kind needs here.
#pragma once

#include "vehicle/part_reader.h"
#include "vehicle/part_table.h"

namespace alula {

void read_keys(PartReader& reader, RotorConfig& rotor);
void read_keys(PartReader& reader, BatteryConfig& battery);
void read_keys(PartReader& reader, BodyDragConfig& drag);
void read_keys(PartReader& reader, RateDampingConfig& damping);
void read_keys(PartReader& reader, AirsimRotorConfig& rotor);
void read_keys(PartReader& reader, AirsimDragConfig& drag);

}  // namespace alula
