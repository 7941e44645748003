// tests/support/csv.h: rows of numbers from a reference table. Lines that do not start with a
// number are skipped.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace alula {

using Rows = std::vector<std::vector<double>>;

// `path` is below tests/reference. Columns are parted by commas or spaces.
inline Rows read_rows(const std::string& path) {
  std::ifstream file(ALULA_SOURCE_DIR "/tests/reference/" + path);
  Rows rows;
  for (std::string line; std::getline(file, line);) {
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos ||
        std::string("-0123456789").find(line[start]) == std::string::npos)
      continue;
    for (char& c : line) c = c == ',' ? ' ' : c;
    std::istringstream words(line);
    rows.emplace_back();
    for (std::string word; words >> word;) rows.back().push_back(std::stod(word));
  }
  return rows;
}

}  // namespace alula
