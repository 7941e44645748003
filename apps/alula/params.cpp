#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "autopilot/parameter_file.h"
#include "autopilot/parameter_names.h"
#include "command.h"
#include "document/json_writer.h"
#include "document/spelling.h"
#include "parameter_source.h"
#include "params_table.h"

namespace alula {
namespace {

// list

struct ListOptions {
  ParameterSource source;
  std::vector<std::string> words;
  bool changed = false;
};

int list(const ListOptions& options) {
  const Result<ParameterValues> values = values_of(options.source);
  if (!values.ok()) return report(values.error());
  std::vector<Param> found = search_parameters(options.words);
  if (options.changed) {
    std::erase_if(found, [&](Param p) { return (*values)[p] == info_of(p).default_value; });
  }
  say_result(parameter_table_text(*values, found));
  give_result(parameters_json(*values, found));
  return kExitDone;
}

void add_list(CLI::App* params, Run& run) {
  CLI::App* command = params->add_subcommand(
      "list", "Parameters with value, default, range, unit and meaning; * marks changed ones");
  const auto options = std::make_shared<ListOptions>();
  command
      ->add_option("word", options->words,
                   "Only those with each of these words in name, unit or meaning")
      ->type_name("PARAMETER ...");
  command->add_flag("--changed", options->changed, "Only those that are not at their default");
  add_source_options(command, options->source);
  command->callback([&run, options] { run = [options] { return list(*options); }; });
}

// show

struct ShowOptions {
  ParameterSource source;
  std::string name;
};

int show(const ShowOptions& options) {
  const std::optional<Param> param = find_parameter_any_case(options.name);
  if (!param) {
    return report({ErrorCode::not_found, one_line(options.name), unknown_parameter(options.name)});
  }
  const Result<ParameterValues> values = values_of(options.source);
  if (!values.ok()) return report(values.error());
  say_result(parameter_text(*values, *param));
  give_result(parameter_json(*values, *param));
  return kExitDone;
}

void add_show(CLI::App* params, Run& run) {
  CLI::App* command = params->add_subcommand("show", "All that is known of one parameter");
  const auto options = std::make_shared<ShowOptions>();
  command->add_option("name", options->name, "Parameter; upper and lower case count the same")
      ->required()
      ->type_name("PARAMETER");
  add_source_options(command, options->source);
  command->callback([&run, options] { run = [options] { return show(*options); }; });
}

// diff

struct DiffOptions {
  std::string first, second = "defaults";
};

// "defaults", a .params file or a vehicle, as what stands in a file. Only a file may hold a part.
struct Side {
  ParameterFile file;
  bool whole = true;
};

Result<Side> side_of(const std::string& name) {
  if (name.ends_with(".params")) {
    Result<ParameterFile> file = read_parameter_file({}, name);
    if (!file.ok()) return file.error();
    return Side{std::move(file).value(), false};
  }
  const Result<ParameterValues> values =
      name == "defaults" ? default_parameters() : values_of_vehicle("parameters of", name);
  if (!values.ok()) return values.error();
  Side side{{name, {}, 0}};
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const ParameterInfo& info = parameter_table()[i];
    side.file.entries.push_back({std::string(info.name), values->value[i], info.type, 0});
  }
  return side;
}

int diff(const DiffOptions& options) {
  const Result<Side> first = side_of(options.first), second = side_of(options.second);
  if (!first.ok()) return report(first.error());
  if (!second.ok()) return report(second.error());
  std::vector<ParameterChange> changes = compare(first->file, second->file);
  // What a file leaves open is no difference to all there is, and what it has beyond that has no
  // other side.
  if (first->whole || second->whole) {
    const auto one_sided = [](const ParameterChange& c) { return !c.first || !c.second; };
    const auto unknown = std::ranges::count_if(changes, [&](const ParameterChange& change) {
      return one_sided(change) && !find_parameter(change.name);
    });
    std::erase_if(changes, one_sided);
    if (unknown > 0) warn(counted(std::size_t(unknown), "parameter") + " not known here left out");
  }
  say_result(changes_text(changes, options.first, options.second));
  give_result(changes_json(changes, options.first, options.second));
  return kExitDone;
}

void add_diff(CLI::App* params, Run& run) {
  CLI::App* command =
      params->add_subcommand("diff", "What differs between two files, vehicles or the defaults");
  const auto options = std::make_shared<DiffOptions>();
  command->add_option("first", options->first, "A .params file, a vehicle, or `defaults`")
      ->required()
      ->type_name("VEHICLE|FILE|defaults");
  command->add_option("second", options->second, "What to compare it with")
      ->type_name("VEHICLE|FILE|defaults")
      ->capture_default_str();
  command->callback([&run, options] { run = [options] { return diff(*options); }; });
}

// export

struct ExportOptions {
  ParameterSource source;
  std::string out;
  bool changed = false;
};

// As a file, or to standard output.
int write_parameters(const std::string& text, std::size_t count, const std::string& out) {
  if (out.empty()) {
    say_result(text);
    return kExitDone;
  }
  if (MaybeError error = replace_output(out, text)) return report(*error);
  tell_result("{} written to {}\n", counted(count, "parameter"), out);
  return kExitDone;
}

int export_parameters(const ExportOptions& options) {
  const Result<ParameterValues> values = values_of(options.source);
  if (!values.ok()) return report(values.error());
  std::vector<Param> params = search_parameters({});
  if (options.changed) {
    std::erase_if(params, [&](Param p) { return (*values)[p] == info_of(p).default_value; });
  }
  std::ranges::sort(params, {}, [](Param p) { return info_of(p).name; });
  give_result(parameters_json(*values, params));
  return write_parameters(parameter_file_text(*values, params), params.size(), options.out);
}

void add_export(CLI::App* params, Run& run) {
  CLI::App* command = params->add_subcommand(
      "export", "Write parameters as a file that QGroundControl and `fly --params` read");
  const auto options = std::make_shared<ExportOptions>();
  add_source_options(command, options->source);
  command->add_flag("--changed", options->changed, "Only those that are not at their default");
  command->add_option("--out", options->out, "Where to (default: standard output)")
      ->type_name("FILE");
  command->callback([&run, options] { run = [options] { return export_parameters(*options); }; });
}

// import

struct ImportOptions {
  std::string file, out;
};

// The names without a place here, the first few of them.
void warn_left_out(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  if (names.empty()) return;
  const std::vector<std::string_view> first(names.begin(),
                                            names.begin() + std::min(kShown, names.size()));
  std::string text = counted(names.size(), "parameter") +
                     " left out, since the autopilot has no such: " + joined(first);
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  warn(text);
}

struct Import {
  ParameterValues values = default_parameters();
  std::vector<Param> taken;
  std::vector<std::string> left_out;
};

Import take_what_fits(const ParameterFile& file) {
  Import import;
  for (const ParameterEntry& entry : file.entries) {
    const MaybeError error = check_entry(file, entry);
    if (!error) {
      import.taken.push_back(*find_parameter(entry.name));
      import.values.value[static_cast<std::size_t>(import.taken.back())] = entry.value;
    } else if (error->code == ErrorCode::not_found) {
      import.left_out.push_back(entry.name);
    } else {
      warn(error->text() + "; left out");
    }
  }
  return import;
}

std::string import_json(const Import& import) {
  JsonWriter json;
  json.open_map();
  json.json_field("taken", parameters_json(import.values, import.taken));
  json.open_list("unknown");
  for (const std::string& name : import.left_out) json.value(std::string_view(name));
  json.close();
  json.close();
  return json.text();
}

int import_parameters(const ImportOptions& options) {
  const Result<ParameterFile> file = read_parameter_file({}, options.file);
  if (!file.ok()) return report(file.error());
  const Import import = take_what_fits(*file);
  if (import.taken.empty()) {
    return report({ErrorCode::bad_format, file->name,
                   "holds none of the autopilot's parameters; `alula params list` names them"});
  }
  warn_left_out(import.left_out);
  if (file->others > 0) {
    warn(counted(file->others, "parameter") + " of other components left out");
  }
  give_result(import_json(import));
  return write_parameters(parameter_file_text(import.values, import.taken), import.taken.size(),
                          options.out);
}

void add_import(CLI::App* params, Run& run) {
  CLI::App* command = params->add_subcommand(
      "import", "Take from a real vehicle's .params file what this autopilot has");
  const auto options = std::make_shared<ImportOptions>();
  command->add_option("file", options->file, "As QGroundControl saved it")
      ->required()
      ->type_name("FILE");
  command->add_option("--out", options->out, "For `fly --params` (default: standard output)")
      ->type_name("FILE");
  command->callback([&run, options] { run = [options] { return import_parameters(*options); }; });
}

}  // namespace

void add_params(CLI::App& app, Run& run) {
  CLI::App* params = app.add_subcommand("params", "The autopilot's parameters");
  params->require_subcommand(1);
  add_list(params, run);
  add_show(params, run);
  add_diff(params, run);
  add_export(params, run);
  add_import(params, run);
}

}  // namespace alula
