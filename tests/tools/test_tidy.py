"""The repository keeps the house rules, and each rule still finds what it is there for."""

import pytest
import tidy

REPOSITORY = tidy.read_repository(tidy.ROOT)
LAYERS = "core\nmath\nsignals\nlog\ndynamics  plant\ncontrol  brain\nsim\nlinks\n"
HEADER = "#pragma once\n"
LIBRARY = "alula_library({})\n# more than twenty letters\n"


def findings(rule, files):
    """What the rule says about a repository of these files."""
    return list(tidy.RULES[rule](tidy.Repository({"src/LAYERS": LAYERS, **files})))


def body(lines):
    return "".join(f"  step({i});\n" for i in range(lines))


# For each rule: what must be found, each alone in a repository.
BAD = {
    "layers": [
        {"src/math/a.h": '#include "log/b.h"\n', "src/log/b.h": ""},
        {"src/math/a.cpp": '  #  include "sim/b.h"\n', "src/sim/b.h": ""},
        {"src/math/a.h": '#include "math/missing.h"\n'},
        {"src/math/a.h": '#include "beside.h"\n', "src/math/beside.h": ""},
    ],
    "plant_and_brain": [
        {"src/control/a.h": '#include "dynamics/b.h"\n', "src/dynamics/b.h": ""},
        {"src/dynamics/b.h": '#include "control/a.h"\n', "src/control/a.h": ""},
        {"src/control/a.cpp": '#include "control/a.h"\n', "src/control/a.h":
            '#include "signals/c.h"\n', "src/signals/c.h": '#include "dynamics/b.h"\n',
         "src/dynamics/b.h": ""},
        {"src/control/a.h": '#include "signals/truth.h"\n', "src/signals/truth.h": ""},
        {"src/control/a.h": '#include "signals/b.h"\n',
         "src/signals/b.h": '#include "signals/truth.h"\n', "src/signals/truth.h": ""},
        {"src/control/a.h": "struct TruthState;\n"},
        {"src/control/a.h": "void peek(const RigidBodyState& body);\n"},
    ],
    "libraries": [
        {"src/math/CMakeLists.txt": "alula_library(math)", "src/math/a.h": '#include "core/b.h"\n',
         "src/core/b.h": ""},
        {"src/math/CMakeLists.txt": "alula_library(math DEPENDS core LINKS fmt::fmt)"},
        {"src/math/CMakeLists.txt": "alula_library(mathematics)"},
        {"src/math/CMakeLists.txt": "add_library(math a.cpp)"},
        {"src/math/CMakeLists.txt": "# alula_library(math)"},
    ],
    "folders": [
        {"src/math/CMakeLists.txt": LIBRARY, "src/math/a.h": ""},
        {"src/math/README.md": "Vectors and matrices of three.\n", "src/math/a.h": ""},
        {"src/math/CMakeLists.txt": LIBRARY, "src/math/README.md": "Maths.\n"},
        {"src/extra/CMakeLists.txt": LIBRARY, "src/extra/README.md": "Not one of the layers.\n"},
        {"src/math/CMakeLists.txt": LIBRARY, "src/math/README.md": "Vectors of three numbers.\n",
         "src/math/deep/a.h": ""},
        {"tests/math/a_test.cpp": ""},
        {"tests/math/deep/a_test.cpp": "", "tests/math/deep/CMakeLists.txt": ""},
    ],
    "fences": [
        {"src/vehicle/a.cpp": "#include <yaml-cpp/yaml.h>\n"},
        {"src/sim/a.h": "#include <nlohmann/json.hpp>\n"},
        {"src/scenario/a.cpp": "#include <CLI/CLI.hpp>\n"},
        {"src/sensors/a.cpp": "#include <GeographicLib/Geocentric.hpp>\n"},
        {"src/control/a.h": "#include <ceres/jet.h>\n"},
        {"apps/alula/main.cpp": "#include <sys/socket.h>\n"},
        {"src/sim/a.cpp": "#include <netinet/in.h>\n"},
        {"src/sim/a.h": "#include <mutex>\n"},
    ],
    "dependencies": [
        {"tools/requirements.txt": "numpy==2.0.0\n", "docs/dependencies.md": "| numpy | 1.0.0 |\n"},
        {"tests/package.json": '{"devDependencies": {"ulog": "2.3"}}', "docs/dependencies.md": ""},
        {"tools/install": "build=(g++\n  libfmt-dev)\n", "docs/dependencies.md": "| g++ |\n"},
    ],
    "banned": [
        {"src/math/a.cpp": "int a = rand();\n"},
        {"tests/math/a_test.cpp": "void f() { std::srand(3); }\n"},
        {"src/math/a.cpp": "std::random_device device;\n"},
        {"src/math/a.cpp": "std::mt19937 generator;\n"},
        {"src/math/a.cpp": "std::normal_distribution<double> normal;\n"},
        {"src/sim/a.cpp": "auto t = std::chrono::system_clock::now();\n"},
        {"src/sim/a.cpp": "auto t = std::chrono::steady_clock::now();\n"},
        {"src/sim/a.cpp": "using Clock = std::chrono::high_resolution_clock;\n"},
        {"src/sim/a.cpp": "auto t = time(nullptr);\n"},
        {"src/sim/a.cpp": "auto t = std::time(&now);\n"},
        {"src/sim/a.cpp": "auto t = ::clock();\n"},
        {"src/sim/a.cpp": "void f() { clock_gettime(CLOCK_REALTIME, &t); }\n"},
        {"src/sim/a.cpp": "void f() { std::this_thread::sleep_for(pause); }\n"},
        {"src/sim/a.cpp": 'auto home = std::getenv("HOME");\n'},
        {"src/sim/a.cpp": 'void f() { setlocale(LC_ALL, ""); }\n'},
        {"src/document/a.cpp": "double x = std::stod(text);\n"},
        {"src/document/a.cpp": "double x = strtod(text, &end);\n"},
        {"src/sim/a.cpp": "std::thread worker;\n"},
        {"src/log/a.cpp": "std::mutex lock;\n"},
        {"apps/alula/a.cpp": "int s = socket(AF_INET, SOCK_STREAM, 0);\n"},
        {"src/sim/a.h": "std::unordered_map<int, int> table;\n"},
        {"src/links/a.h": "std::unordered_set<int> table;\n"},
        {"apps/alula/a.cpp": "std::shared_ptr<int> owner;\n"},
        {"apps/alula/a.cpp": 'void f() { printf("%d", 1); }\n'},
        {"src/links/a.cpp": "void f() { std::cout << 1; }\n"},
        {"src/math/a.cpp": "void f() { assert(true); }\n"},
    ],
    "mutable_globals": [
        {"src/math/a.cpp": "int count = 0;\n"},
        {"src/math/a.cpp": "namespace alula {\nnamespace {\nVec3 cache{};\n}\n}\n"},
        {"src/math/a.cpp": "std::vector<int> table;\n"},
        {"src/math/a.cpp": "const char* name = nullptr;\n"},
        {"src/math/a.h": "inline int count{3};\n"},
        {"src/math/a.h": "extern int count;\n"},
        {"src/math/a.h": "constinit double scale = 1.0;\n"},
        {"src/math/a.h": "struct A {\n  int x = 0;\n  static int count;\n};\n"},
        {"src/math/a.cpp": "int next() {\n  static int count = 0;\n  return ++count;\n}\n"},
        {"src/math/a.cpp": "int next() {\n  thread_local Pool pool;\n  return pool.get();\n}\n"},
        {"src/math/a.cpp": "auto& f() { static std::map<int, std::string> m; return m; }\n"},
    ],
    "leftovers": [
        {"src/math/a.h": "// TO" + "DO: finish\n"},
        {"docs/a.md": "FIX" + "ME\n"},
        {"src/math/a.h": "<" * 7 + " ours\n"},
    ],
    "idle_tests": [
        {"tests/math/a_test.cpp": "TEST(A, DISABLED" + "_Later) {}\n"},
        {"tests/math/a_test.cpp": "TEST(A, B) { GTEST_" + "SKIP(); }\n"},
        {"tests/math/test_a.py": "@pytest.mark." + "skip\n"},
        {"tests/math/test_a.py": "@pytest.mark." + "xfail\n"},
        {"tests/log/a.test.mjs": "test." + "skip('a', () => {});\n"},
    ],
    "authors": [
        {"src/math/a.h": "// @auth" + "or somebody\n"},
        {"tools/a.py": "# Auth" + "or: somebody\n"},
        {"src/math/a.h": "// Copyright (" + "c) 2024 somebody\n"},
        {"src/math/a.h": "// Written" + " by Somebody Else\n"},
    ],
    "places": [
        {"docs/a.md": "see /ho" + "me/me/alula\n"},
        {"models/a.yaml": "file: /ro" + "ot/x\n"},
        {"tests/package-lock.json": '"resolved": "https://registry.npm' + 'js.org/a"\n'},
        {"tools/requirements.txt": "--index-url https://pyp" + "i.org/simple\n"},
    ],
    "line_length": [
        {"src/math/a.h": "// " + "x" * 98 + "\n"},
        {"tools/a": "#!/bin/sh\necho " + "x" * 100 + "\n"},
    ],
    "function_length": [
        {"src/math/a.cpp": "void f() {\n" + body(69) + "}\n"},
        {"src/math/a.cpp": "A::A(int x) : x_(x), y_{x} {\n" + body(69) + "}\n"},
        {"src/math/a.h": "class A {\n void f() const noexcept {\n" + body(70) + " }\n};\n"},
        {"src/math/a.h": "template <class T, int N = (3 > 2)>\n  requires Part<T>\n"
                         "auto f(T t) -> int {\n" + body(69) + "}\n"},
        {"tests/math/a_test.cpp": "TEST(A, Tells) {\n" + body(69) + "}\n"},
        {"tools/a.py": "def f():\n" + "    pass\n" * 70},
        {"tools/a": "#!/usr/bin/env python3\ndef f():\n" + "    pass\n" * 70},
    ],
    "file_length": [
        {"src/math/a.h": HEADER * 401},
        {"src/math/a.h": HEADER * 401, "tools/long_files.txt": "src/math/a.h since\n"},
        {"src/math/a.h": HEADER, "tools/long_files.txt": "src/math/a.h one table of numbers\n"},
    ],
    "whitespace": [
        {"src/math/a.h": "int a; \n"},
        {"src/math/a.h": "\tint a;\n"},
        {"src/math/a.h": "int a;"},
    ],
    "include_guards": [
        {"src/math/a.h": "// #pragma once\n"},
    ],
}

# What the rules on calls, on variables and on lengths leave alone.
CALLS = """
double step_time(int k);
TimeNs time() const;
Clock clock(int id);
auto t = clock.time();
auto s = flight->clock();
auto q = Air::clock(3);
static_assert(true);
// rand() and time(nullptr)
auto u = "getenv(1)";
auto n = fmt::sprintf(text);
auto r = operand(3);
int k = 1'000;
int rand_count = 1;
"""
VARIABLES_OF_A_SOURCE = """
constexpr int a = 1;
const std::vector<int> table{1, 2};
const char* const name = nullptr;
namespace x = y::z;
using T = std::map<int, int>;
int declared(int a, double b = 3);
struct Later;
enum class E { a, b };
template class Box<int>;
extern template struct Box<float>;
static int helper(int a);
static int helper(int a) {
  int local = a;
  static constexpr int k = 3;
  static const auto table = make();
  return static_cast<int>(k);
}
A::A(int x) : x_(x), y_{x} { y_ = 3; }
int A::get() const { return x_; }
bool operator==(const A& a, const A& b) { return a.x == b.x; }
A& A::operator=(A&&) noexcept = default;
A& operator+=(A& a, int b);
bool operator<(const A& a, const A& b);
"""
VARIABLES_OF_A_HEADER = """
#define COUNT \\
  int count = 0;
class A {
 public:
  int x = 0;
  std::vector<int> y{1, 2};
  static A identity();
  static constexpr int states = 0, commands = 0;
  inline static const double k = 3.0;
  A() = default;

 private:
  int z;
};
template <class T>
concept Part = requires(T t) { t.x; };
template <class T> requires Part<T> struct B final : A { T y{}; };
"""
LONG_CLASS = "namespace alula {\nclass A {\n" + "  int f() { return 1; }\n" * 80 + "};\n}\n"
LONG_STRUCT = "struct Table {\n" + "  int x = 0;\n" * 80 + "};\n"
LONG_TABLE = "constexpr int table[] = {\n" + "  1,\n" * 80 + "};\n"

# For each rule: what looks like a breach and is none.
GOOD = {
    "layers": {
        "src/sim/a.cpp": '#include "math/b.h"\n#include <vector>\n// #include "links/c.h"\n',
        "src/math/b.h": '#include "math/c.h"\n#include "core/d.h"\n', "src/math/c.h": "",
        "src/core/d.h": "", "tests/math/a_test.cpp": '#include "sim/a.h"\n'},
    "plant_and_brain": {
        "src/control/a.h": '#include "signals/b.h"\n// unlike RigidBodyState\n',
        "src/signals/b.h": "", "src/signals/truth.h": "",
        "src/dynamics/c.h": '#include "signals/truth.h"\n',
        "src/sim/d.h": '#include "dynamics/c.h"\n#include "control/a.h"\n'},
    "libraries": {
        "src/math/CMakeLists.txt": "alula_library(math\n  DEPENDS core\n  LINKS fmt::fmt)",
        "src/math/a.h": '#include "core/b.h"\n#include "math/a.h"\n', "src/core/b.h": "",
        "src/core/CMakeLists.txt": "alula_library(core)"},
    "folders": {
        "src/math/CMakeLists.txt": LIBRARY, "src/math/README.md": "Vectors of three numbers.\n",
        "src/math/a.h": "", "tests/math/a_test.cpp": "", "tests/math/CMakeLists.txt": ""},
    "fences": {
        "src/document/a.cpp": "#include <yaml-cpp/yaml.h>\n",
        "apps/alula/a.cpp": "#include <CLI/CLI.hpp>\n",
        "src/links/a.cpp": "#include <poll.h>\n#include <thread>\n",
        "src/batch/a.cpp": "#include <thread>\n",
        "tests/math/a_test.cpp": "#include <ceres/jet.h>\n#include <nlohmann/json.hpp>\n"},
    "dependencies": {
        "tools/requirements.txt": "# why\nnumpy==2.0.0\n", "tests/package.json": "{}",
        "tools/install": 'build=(g++)\nlint=("${build[@]}" clang-tidy-19)\n',
        "docs/dependencies.md": "| numpy, six | 2.0.0, 1.0 |\n| g++ |\n| clang-tidy-19 |\n"},
    "banned": {
        "src/math/a.cpp": CALLS,
        "src/links/a.cpp": "std::thread t;\nauto n = steady_clock::now();\n"
                           "int s = socket(1, 2, 3);\n",
        "src/batch/a.cpp": "std::mutex lock;\n",
        "apps/alula/a.cpp": "void f() { std::cout << 1; }\n",
        "tests/sim/a_test.cpp": "std::thread t;\nstd::unordered_map<int, int> m;\n"
                                "std::mt19937 g(3);\n"},
    "mutable_globals": {
        "src/math/a.cpp": VARIABLES_OF_A_SOURCE, "src/math/a.h": VARIABLES_OF_A_HEADER,
        "tests/math/a_test.cpp": "int count = 0;\n"},
    "leftovers": {"src/math/a.h": "// the method to do it\nint fixmen;\n", "docs/a.md": "<<< a\n"},
    "idle_tests": {"tests/math/a_test.cpp": "TEST(A, SkipsTheSampleThatIsLate) {}\n",
                   "src/math/a.h": "int skip;\n"},
    "authors": {"src/math/a.h": "// after Mahony (2008), eq. 3\nwritten by the step\n"},
    "places": {"docs/a.md": "~/home/x, ./home/x, the root / of it, user/home/x\n"},
    "line_length": {"src/math/a.h": "x" * 100 + "\n// " + "ä" * 97 + "\n",
                    "docs/a.md": "x" * 200 + "\n"},
    "function_length": {
        "src/math/a.cpp": "void f() {\n" + body(68) + "}\nvoid g() {\n" + body(68) + "}\n",
        "src/math/a.h": LONG_CLASS + LONG_STRUCT + LONG_TABLE,
        "tools/a.py": "def f():\n" + "    pass\n" * 69},
    "file_length": {
        "src/math/a.h": HEADER * 400, "src/math/b.h": HEADER * 401, "docs/a.md": "\n" * 500,
        "tools/long_files.txt": "# why\nsrc/math/b.h one table of published numbers\n"},
    "whitespace": {"src/math/a.h": "int a;\n\nint b;\n", "src/math/b.h": "",
                   "Makefile": "a:\n\ttrue\n"},
    "include_guards": {"src/math/a.h": "// What it is.\n#pragma once\n", "src/math/a.cpp": ""},
}


def test_every_rule_is_tried():
    assert set(BAD) == set(GOOD) == set(tidy.RULES)


@pytest.mark.parametrize(("rule", "files"), [(r, f) for r in BAD for f in BAD[r]])
def test_rule_finds(rule, files):
    assert findings(rule, files)


@pytest.mark.parametrize("rule", GOOD)
def test_rule_leaves_alone(rule):
    assert findings(rule, GOOD[rule]) == []


@pytest.mark.parametrize("rule", tidy.RULES)
def test_repository_keeps(rule):
    found = list(tidy.RULES[rule](REPOSITORY))
    assert not found, "\n".join(f"{f.path}:{f.line}: {f.message}" for f in found)


def test_repository_was_read():
    assert REPOSITORY.layers[0] == "core"
    assert REPOSITORY.layers[-1] == "links"
    assert {"plant", "brain"} <= set(REPOSITORY.marks.values())
    assert "tests/tools/test_tidy.py" in REPOSITORY.files


def test_finding_tells_the_line():
    text = '// a\n\nint f() {\n  return 1;\n}\nint g() {\n  static int n = 0;\n  return n;\n}\n'
    assert [f.line for f in findings("mutable_globals", {"src/math/a.cpp": text})] == [7]


def test_chain_of_includes_is_told():
    files = {"src/control/a.h": '#include "signals/b.h"\n',
             "src/signals/b.h": '#include "signals/truth.h"\n', "src/signals/truth.h": ""}
    [finding] = findings("plant_and_brain", files)
    assert "src/signals/b.h > src/signals/truth.h" in finding.message
