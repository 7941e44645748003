"""Just enough of a C++ reader for tidy.py: comments, includes, functions, variables.

It knows braces, parentheses and the words that open a scope, no types and no macros. Where it
cannot tell, it stays silent.
"""

import bisect
import dataclasses
import functools
import re

# What is blanked, and numbers, whose digit separators would look like quotes.
LEXEMES = re.compile(
    r"""//[^\n]*
      | /\*.*?\*/
      | R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
      | "(?:\\.|[^"\\\n])*"
      | \b\d(?:[\w.]|'\w)*
      | '(?:\\.|[^'\\\n])+'""",
    re.VERBOSE | re.DOTALL,
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
MARKS = re.compile(r"[(){};]|\b(?:public|private|protected)\s*:(?!:)")
OPENS_SCOPE = re.compile(r"(?:inline\s+|export\s+|typedef\s+|\[\[[^\]]*\]\]\s*)*"
                         r"(namespace|class|struct|union)\b|extern\s*\"")
AFTER_PARAMETERS = re.compile(r"\s*(?:(?:const|noexcept|override|final|mutable|try|&&?)\s*)*"
                              r"(?:->.*|requires\b.*)?", re.DOTALL)
CONSTRUCTOR_LIST = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:)")
NO_VARIABLE = re.compile(r"(?:using|typedef|namespace|(?:extern\s+)?template|friend|static_assert|"
                         r"class|struct|union|enum|concept|asm)\b|extern\s*\"")


@dataclasses.dataclass(frozen=True)
class Function:
    name: str
    first_line: int
    last_line: int


@dataclasses.dataclass(frozen=True)
class Variable:
    """Of static storage: at namespace scope, or declared `static` or `thread_local`."""

    line: int
    declaration: str  # without its initial value


@dataclasses.dataclass
class Outline:
    functions: list[Function]
    variables: list[Variable]


@functools.cache
def without_comments(text):
    """The same text, line by line, with comments and the contents of literals blanked."""

    def blanked(match):
        lexeme = match.group(0)
        if lexeme[0].isdigit():
            return lexeme
        space = re.sub(r"[^\n]", " ", lexeme)
        return space if lexeme[0] == "/" else lexeme[-1] + space[1:-1] + lexeme[-1]

    return LEXEMES.sub(blanked, text)


def includes(text):
    """Line, opening mark (< or ") and name of each include."""
    return [(text.count("\n", 0, m.start()) + 1, m.group(1), m.group(2))
            for m in INCLUDE.finditer(text)]


def is_constant(declaration):
    """Whether the variable itself can never change; `const char*` can, `const char* const` not."""
    if re.search(r"\bconstexpr\b", declaration):
        return True
    return re.search(r"\bconst\b", declaration.rsplit("*", 1)[-1]) is not None


@functools.cache
def outline(text):
    """Functions and variables of static storage of one file."""
    code = without_comments(text)
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)),
                  code, flags=re.MULTILINE)
    return _Scanner(code).run()


class _Scanner:
    def __init__(self, code):
        self.code = code
        self.line_ends = [m.start() for m in re.finditer("\n", code)]
        self.result = Outline([], [])

    def run(self):
        """Walks namespaces and classes; jumps over function bodies and brace initialisers."""
        scopes, start, position, parentheses = ["namespace"], 0, 0, 0
        while match := MARKS.search(self.code, position):
            mark, position = match.group(0), match.end()
            if mark == "(":
                parentheses += 1
            elif mark == ")":
                parentheses -= 1
            elif mark == "{":
                kind = "value" if parentheses else self.kind_of(self.code[start:match.start()])
                if kind in ("namespace", "class"):
                    scopes.append(kind)
                    start = position
                    continue
                position = self.end_of_braces(match.start())
                if kind == "function":
                    self.add_function(start, match.start(), position)
                    start = position
            elif parentheses:
                continue
            elif mark == ";":
                self.add_statement(scopes[-1], start, match.start())
                start = position
            else:  # a closing brace or an access label
                if mark == "}" and len(scopes) > 1:
                    scopes.pop()
                start = position
        return self.result

    def kind_of(self, head):
        """What the brace after `head` opens: namespace, class, function or value."""
        head = without_template(flat(head)).strip()
        after = head.rsplit(")", 1)[-1]
        opens = OPENS_SCOPE.match(head) or re.search(r"\b(class|struct|union)\s+\w+", after)
        if opens:
            return "class" if opens.group(1) not in (None, "namespace") else "namespace"
        if ")" not in head or head.startswith("enum"):
            return "value"
        if CONSTRUCTOR_LIST.search(head):
            return "function" if head[-1] in ")}" else "value"
        return "function" if AFTER_PARAMETERS.fullmatch(after) else "value"

    def end_of_braces(self, opening):
        depth = 0
        for match in re.compile(r"[{}]").finditer(self.code, opening):
            depth += 1 if match.group(0) == "{" else -1
            if depth == 0:
                return match.end()
        return len(self.code)

    def add_function(self, start, body, end):
        head = self.code[start:body]
        start += len(head) - len(head.lstrip())
        named = re.search(r"(operator\s*\S+?|[\w:~]+)\s*\(", without_template(flat(head)))
        self.result.functions.append(Function(named.group(1) if named else "a function",
                                              self.line(start), self.line(end - 1)))
        for match in re.finditer(r"\b(?:static|thread_local)\b[^=;{(]*", self.code[body:end]):
            self.result.variables.append(Variable(self.line(body + match.start()),
                                                  match.group(0).strip()))

    def add_statement(self, scope, start, end):
        statement = self.code[start:end]
        start += len(statement) - len(statement.lstrip())
        statement = re.sub(r"\boperator\s*[^\s\w(]+", "operator", flat(statement))
        declaration = re.split(r"[={]", statement)[0].strip()
        if NO_VARIABLE.match(declaration):
            return
        if scope == "class" and not re.search(r"\b(static|thread_local)\b", declaration):
            return
        plain = without_angles(declaration)
        if "(" not in plain and len(re.findall(r"[A-Za-z_]\w*", plain)) >= 2:
            self.result.variables.append(Variable(self.line(start), declaration))

    def line(self, position):
        return bisect.bisect_left(self.line_ends, position) + 1


def flat(text):
    """The text with the contents of its braces left out."""
    depth, kept = 0, []
    for character in text:
        depth -= character == "}"
        if depth <= 0:
            kept.append(character)
        depth += character == "{"
    return "".join(kept)


def without_angles(text):
    while True:
        shorter = re.sub(r"<[^<>]*>", "", text)
        if shorter == text:
            return text
        text = shorter


def without_template(head):
    """The head without `template <...>` at its beginning, however often it stands there."""
    while match := re.match(r"\s*template\s*<", head):
        depth, position, inside = 1, match.end(), 0
        while depth and position < len(head):
            character = head[position]
            inside += (character == "(") - (character == ")")
            if not inside:
                depth += (character == "<") - (character == ">" and head[position - 1] != "-")
            position += 1
        head = head[position:]
    return head
