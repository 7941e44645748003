// apps/alula/completion.h: what may follow the words typed so far. The commands themselves say it:
// their options, and the kinds of values that their help names (VEHICLE, FILE, NAME=VALUE, ...).
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace alula {

struct Candidate {
  std::string word;
  std::string description;
};
// In place of a word: the shell knows files and folders better.
inline constexpr const char* kFileCandidates = ":files";
inline constexpr const char* kFolderCandidates = ":folders";

// `typed`: after the program's name; the last word is the one that was begun, perhaps empty.
std::vector<Candidate> complete(const CLI::App& root, const std::vector<std::string>& typed);

}  // namespace alula
