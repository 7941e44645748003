#include "completion.h"

#include <algorithm>
#include <memory>

#include "autopilot/parameters.h"
#include "command.h"
#include "completion_scripts.h"
#include "document/json_writer.h"

namespace alula {
namespace {

// Where the words so far have led.
struct Position {
  const CLI::App* command = nullptr;
  const CLI::Option* option = nullptr;  // that still takes a value; none: a word of its own
  std::size_t value = 0;                // which of the option's values
  std::size_t argument = 0;             // which of the command's arguments
};

const CLI::Option* find_option(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional() && option->check_name(name)) return option;
  }
  return nullptr;
}

std::size_t value_count(const CLI::Option& option) {
  return option.get_type_size() == 0 ? 0 : static_cast<std::size_t>(option.get_expected_min());
}

std::vector<const CLI::App*> subcommands(const CLI::App& command) {
  // One without a group is hidden.
  return command.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
}

void take_word(Position& position, const std::string& word) {
  if (position.option != nullptr) {
    if (++position.value >= value_count(*position.option)) position.option = nullptr;
    return;
  }
  if (word.size() > 1 && word[0] == '-') {
    const bool has_value = word.find('=') != std::string::npos;
    const CLI::Option* option = has_value ? nullptr : find_option(*position.command, word);
    if (option != nullptr && value_count(*option) > 0) position.option = option;
    position.value = 0;
    return;
  }
  for (const CLI::App* sub : subcommands(*position.command)) {
    if (sub->get_name() != word) continue;
    position.command = sub;
    position.argument = 0;
    return;
  }
  ++position.argument;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

void offer_parameters(const char* ending, std::vector<Candidate>& candidates) {
  for (const ParameterInfo& info : parameter_table()) {
    candidates.push_back({std::string(info.name) + ending, std::string(info.description)});
  }
}

void offer_models(const std::string& folder, std::vector<Candidate>& candidates) {
  for (std::string& name : model_names(folder)) candidates.push_back({std::move(name), {}});
  candidates.push_back({kFileCandidates, {}});
}

// The kinds of values, as the help names them; small letters stand for themselves.
void offer_kind(const std::string& kind, std::vector<Candidate>& candidates) {
  if (kind == "VEHICLE") return offer_models("vehicles", candidates);
  if (kind == "WORLD") return offer_models("worlds", candidates);
  if (kind == "PARAMETER") return offer_parameters("", candidates);
  if (kind == "NAME=VALUE") return offer_parameters("=", candidates);
  if (kind == "FILE" || kind == "PATH") return candidates.push_back({kFileCandidates, {}});
  if (kind == "FOLDER") return candidates.push_back({kFolderCandidates, {}});
  const bool literal = !kind.empty() && kind.front() >= 'a' && kind.front() <= 'z';
  if (literal) candidates.push_back({kind, {}});
}

void offer_value(const CLI::Option& option, std::size_t value, std::vector<Candidate>& candidates) {
  const std::vector<std::string> kinds = split(option.get_type_name(), ' ');
  for (const std::string& kind : split(kinds[std::min(value, kinds.size() - 1)], '|')) {
    offer_kind(kind, candidates);
  }
}

void offer_words(const Position& position, std::vector<Candidate>& candidates) {
  for (const CLI::App* sub : subcommands(*position.command)) {
    candidates.push_back({sub->get_name(), sub->get_description()});
  }
  std::size_t argument = 0;
  const CLI::Option* last = nullptr;
  for (const CLI::Option* option : position.command->get_options()) {
    if (!option->get_positional()) continue;
    last = option;
    if (argument++ == position.argument) return offer_value(*option, 0, candidates);
  }
  // The last argument may take any number of words.
  const bool endless = last != nullptr && last->get_expected_max() > 1;
  if (endless) offer_value(*last, 0, candidates);
}

void offer_options(const CLI::App& command, std::vector<Candidate>& candidates) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      candidates.push_back({"--" + name, option->get_description()});
    }
  }
}

// Where the shell takes an option with its value for one word, so do the candidates.
void offer_behind_equals(const CLI::App& command, const std::string& name,
                         std::vector<Candidate>& candidates) {
  const CLI::Option* option = find_option(command, name);
  if (option == nullptr || value_count(*option) == 0) return;
  offer_value(*option, 0, candidates);
  for (Candidate& candidate : candidates) {
    if (!candidate.word.starts_with(':')) candidate.word.insert(0, name + "=");
  }
}

// Bash cuts words at an equals sign as well: "--vehicle", "=", "x500".
std::vector<std::string> without_equals(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "=") {
      result.push_back(words[i]);
      continue;
    }
    const bool of_option = !result.empty() && result.back().starts_with("--");
    const bool last = i + 1 == words.size();
    if (of_option && last) result.emplace_back();
    if (!of_option && !last) ++i;
  }
  return result;
}

int print_candidates(const CLI::App& root, const std::vector<std::string>& words) {
  JsonWriter json;
  json.open_list();
  for (const Candidate& candidate : complete(root, words)) {
    tell_result("{}{}{}\n", candidate.word, candidate.description.empty() ? "" : "\t",
                candidate.description);
    json.value(std::string_view(candidate.word));
  }
  give_result(json.close().text());
  return kExitDone;
}

}  // namespace

std::vector<Candidate> complete(const CLI::App& root, const std::vector<std::string>& typed) {
  std::vector<std::string> words = without_equals(typed);
  if (words.empty()) words.emplace_back();
  Position position;
  position.command = &root;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) take_word(position, words[i]);
  const std::string& begun = words.back();

  std::vector<Candidate> candidates;
  const std::size_t equals = begun.starts_with("--") ? begun.find('=') : std::string::npos;
  if (position.option != nullptr) {
    offer_value(*position.option, position.value, candidates);
  } else if (equals != std::string::npos) {
    offer_behind_equals(*position.command, begun.substr(0, equals), candidates);
  } else if (begun.starts_with('-')) {
    offer_options(*position.command, candidates);
  } else {
    offer_words(position, candidates);
  }
  std::erase_if(candidates, [&begun](const Candidate& candidate) {
    return !candidate.word.starts_with(':') && !candidate.word.starts_with(begun);
  });
  return candidates;
}

void add_completion(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("completion", "Print the script that lets a shell complete commands");
  command->footer(
      "bash: alula completion bash > ~/.local/share/bash-completion/completions/alula\n"
      "zsh:  alula completion zsh > a file _alula in a folder of $fpath\n"
      "fish: alula completion fish > ~/.config/fish/completions/alula.fish");
  const auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "Which shell")->required()->type_name("bash|zsh|fish");
  command->callback([&run, shell] {
    run = [shell] {
      const Result<std::string_view> script = completion_script(*shell);
      if (!script.ok()) return report(script.error());
      say_result(*script);
      give_result(json_quoted(*script));
      return static_cast<int>(kExitDone);
    };
  });

  CLI::App* hidden = app.add_subcommand("complete", "What may follow, for the scripts")->group("");
  const auto words = std::make_shared<std::vector<std::string>>();
  hidden->add_option("words", *words, "The words typed so far, the last one begun");
  hidden->callback(
      [&run, &app, words] { run = [&app, words] { return print_candidates(app, *words); }; });
}

}  // namespace alula
