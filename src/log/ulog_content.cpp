#include "log/ulog_content.h"

#include <algorithm>

namespace alula {

const UlogColumn* UlogTopic::find(const std::string& column) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const UlogColumn& c) { return c.name == column; });
  return found == columns.end() ? nullptr : &*found;
}

const UlogTopic* UlogContent::find(const std::string& topic, std::uint8_t multi_id) const {
  const auto found = std::find_if(topics.begin(), topics.end(), [&](const UlogTopic& t) {
    return t.name == topic && t.multi_id == multi_id;
  });
  return found == topics.end() ? nullptr : &*found;
}

}  // namespace alula
