#include "parse_error.h"

#include <vector>

#include "document/spelling.h"

namespace alula {
namespace {

Error bad_format(std::string where, std::string message) {
  return {ErrorCode::bad_format, std::move(where), std::move(message)};
}

std::string help_of(const CLI::App& command) { return '`' + full_name(command) + " --help`"; }

std::string meant(std::string_view word, const std::vector<std::string>& words) {
  const std::vector<std::string_view> views(words.begin(), words.end());
  const std::string_view nearest = nearest_word(word, views);
  return nearest.empty() ? std::string() : "; did you mean " + quoted(nearest) + "?";
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App* s) {
         return !s->get_group().empty();  // an empty group hides a command
       })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::string joined_names(const std::vector<std::string>& names) {
  return joined(std::vector<std::string_view>(names.begin(), names.end()));
}

// What was left over: an option that nobody knows before a word that nobody wanted.
std::string first_unknown(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  for (const std::string& word : words) {
    if (word.size() > 1 && word[0] == '-') return word;
  }
  return words.empty() ? std::string() : words.front();
}

Error explain_unknown(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const std::string where = one_line(name);
  if (word.size() > 1 && word[0] == '-') {
    const std::string hint = meant(name, option_names(command));
    return bad_format(where, "unknown option of `" + full_name(command) + "`" +
                                 (hint.empty() ? "; " + help_of(command) + " lists them" : hint));
  }
  const std::vector<std::string> names = command_names(command);
  if (names.empty()) {
    return bad_format(where, "is one word too many for `" + full_name(command) + "`; " +
                                 help_of(command) + " says what it takes");
  }
  return bad_format(where, "unknown command of `" + full_name(command) + "`; expected one of " +
                               joined_names(names) + meant(word, names));
}

// The option or argument that an error of the parser is about.
const CLI::Option* option_at_fault(const CLI::App& command, const CLI::ParseError& fault) {
  const std::string_view text = fault.what();
  const bool missing = dynamic_cast<const CLI::RequiredError*>(&fault) != nullptr;
  for (const CLI::Option* option : command.get_options()) {
    if (missing ? option->get_required() && option->empty()
                : text.find(option->get_name()) != text.npos) {
      return option;
    }
  }
  return nullptr;
}

}  // namespace

const CLI::App& named_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().back();
  return *command;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* above = command.get_parent();
  return above == nullptr ? command.get_name() : full_name(*above) + ' ' + command.get_name();
}

Error explain(const CLI::App& app, const CLI::ParseError& fault) {
  const CLI::App& command = named_command(app);
  const std::string unknown = first_unknown(app);
  if (!unknown.empty()) return explain_unknown(command, unknown);
  if (const CLI::Option* option = option_at_fault(command, fault)) {
    const bool positional = option->get_positional();
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&fault) != nullptr && option->count() > 1)
      return bad_format(option->get_name(), "is given more than once");
    return bad_format(option->get_name(positional),
                      (positional ? "is missing; expected " : "has no such value; expected ") +
                          option->get_type_name() + "; " + help_of(command) + " says what it is");
  }
  const std::vector<std::string> names = command_names(command);
  if (!names.empty()) {
    return bad_format(full_name(command),
                      "a command is missing; expected one of " + joined_names(names));
  }
  return bad_format(full_name(command), one_line(fault.what(), 200));
}

}  // namespace alula
