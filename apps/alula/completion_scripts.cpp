#include "completion_scripts.h"

#include <array>

#include "document/spelling.h"

namespace alula {
namespace {

// A line of `alula complete` is a word, perhaps with a tab and a description; or :files, :folders.
constexpr std::string_view kBash = R"(_alula() {
  local word files='' current="${COMP_WORDS[COMP_CWORD]}"
  [[ $current == '=' ]] && current=''
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    case $word in
      :files) files=-f ;;
      :folders) files=-d ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  [[ -n $files ]] || return 0
  compopt -o filenames 2>/dev/null
  while read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen "$files" -- "$current")
}
complete -F _alula alula
)";

constexpr std::string_view kZsh = R"(#compdef alula
_alula() {
  local line word
  local -a words_only described files
  for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    word="${line%%$'\t'*}"
    case $word in
      '') ;;
      :files) files=(_files) ;;
      :folders) files=(_files -/) ;;
      *=) compadd -S '' -- "$word" ;;
      *) words_only+=("$word"); described+=("$word  ${line#*$'\t'}") ;;
    esac
  done
  (( ${#words_only} )) && compadd -l -d described -- "${words_only[@]}"
  (( ${#files} )) || return 0
  compset -P '--*='
  "${files[@]}"
}
if [[ ${funcstack[1]} == _alula ]]; then _alula "$@"; else compdef _alula alula; fi
)";

constexpr std::string_view kFish = R"(function __alula_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c alula -f -a '(__alula_complete)'
)";

struct Script {
  std::string_view shell, text;
};
constexpr std::array kScripts{Script{"bash", kBash}, Script{"zsh", kZsh}, Script{"fish", kFish}};

}  // namespace

Result<std::string_view> completion_script(const std::string& shell) {
  std::array<std::string_view, kScripts.size()> names;
  for (std::size_t i = 0; i < kScripts.size(); ++i) {
    if (kScripts[i].shell == shell) return kScripts[i].text;
    names[i] = kScripts[i].shell;
  }
  const std::string_view nearest = nearest_word(shell, names);
  return Error{ErrorCode::bad_format, one_line(shell),
               "is no shell with a script; expected one of " + joined(names) +
                   (nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?")};
}

}  // namespace alula
