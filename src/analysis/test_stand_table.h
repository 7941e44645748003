// analysis/test_stand_table.h: the table that makers of motors publish: thrust, speed, torque and
// power of a motor with its propeller on a stand, one row a throttle setting.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace alula {

struct TestStandRow {
  int line = 0;  // in the file
  double thrust_n = 0.0, speed_rad_s = 0.0, torque_n_m = 0.0, power_w = 0.0, voltage_v = 0.0;
};

// Comma-separated values. The first line that is no comment (#) names the columns, in any order:
// `rpm`, `thrust_g` or `thrust_n`, `torque_n_m`, `voltage_v`, and `power_w` or `current_a`; others
// are not read. `name` is what messages call the text. Errors name line and column. At least two
// rows, every number above zero.
Result<std::vector<TestStandRow>> parse_test_stand_table(std::string_view text,
                                                         std::string_view name);

}  // namespace alula
