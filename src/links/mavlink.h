// links/mavlink.h: the generated definitions of MAVLink messages. Heavy: for .cpp files alone.
#pragma once

#include <bit>

#include <alula/mavlink.h>

// Payloads are copied as they lie in memory.
static_assert(std::endian::native == std::endian::little);
