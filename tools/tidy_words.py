"""The words that tidy.py looks for: banned calls, fenced includes, what may not stay in a file."""

import dataclasses
import re

HOST_FOLDERS = ("src/links/", "apps/")  # where the machine's clock, sockets and environment exist
THREAD_FOLDERS = HOST_FOLDERS + ("src/batch/", "src/scenario/")


@dataclasses.dataclass(frozen=True)
class Ban:
    pattern: str  # searched in code without comments and strings
    instead: str
    allowed: tuple[str, ...] = ()  # folders
    checked: tuple[str, ...] = ("src/", "apps/")


@dataclasses.dataclass(frozen=True)
class Fence:
    include: str  # searched in the name of an included header
    allowed: tuple[str, ...]


def call(name):
    """Matches a call of a global or std function, not of a method of that name."""
    return rf"(?<![\w.>:])(?:std::|::)?{name}\s*\("


SEEDED = "core/random.h: a named, counter-based stream"
STEP_TIME = "core/step_time.h: time is a step count"
EVERYWHERE = ("src/", "apps/", "tests/", "bench/")
BANS = (
    Ban(call("s?rand"), SEEDED, checked=EVERYWHERE),
    Ban(r"\bstd::random_device\b", SEEDED, checked=EVERYWHERE),
    Ban(r"\bstd::(mt19937|minstd_rand|default_random_engine|\w+_distribution)", SEEDED),
    Ban(r"\b(system|steady|high_resolution)_clock\b", STEP_TIME, HOST_FOLDERS),
    Ban(call("time") + r"\s*[^)\s]", STEP_TIME, HOST_FOLDERS),
    Ban(call("clock") + r"\s*\)", STEP_TIME, HOST_FOLDERS),
    Ban(call("(gettimeofday|clock_gettime)"), STEP_TIME, HOST_FOLDERS),
    Ban(r"\bsleep_(for|until)\b|" + call("(usleep|nanosleep|sleep)"), "pacing is the caller's",
        HOST_FOLDERS),
    Ban(call("(secure_)?getenv"), "an argument from apps", HOST_FOLDERS),
    Ban(call("setlocale") + r"|\bstd::locale\b", "std::from_chars and fmt", HOST_FOLDERS),
    Ban(call("(atof|strto[dfl]|sto[dfil]|atoi|atol)"), "std::from_chars, which knows no locale"),
    Ban(r"\bstd::(jthread|thread|mutex|async|condition_variable)\b", "batch or scenario",
        THREAD_FOLDERS),
    Ban(call("socket"), "links", ("src/links/",)),
    Ban(r"\bunordered_(multi)?(map|set)\b", "std::map or a sorted vector: creation order",
        checked=("src/",)),
    Ban(r"\bstd::(shared|weak)_ptr\b", "std::unique_ptr owns, a reference looks"),
    Ban(call("printf"), "fmt::print in apps, a Result elsewhere"),
    Ban(r"\bstd::cout\b", "a Result, printed by apps", ("apps/",)),
    Ban(call("assert"), "ALULA_ASSERT, which stays on"),
)
FENCES = (
    Fence(r"^yaml-cpp/|^nlohmann/", ("src/document/",)),
    Fence(r"^CLI/", ("apps/",)),
    Fence(r"^boost/", ("src/links/",)),
    Fence(r"mavlink\.h$", ("src/links/",)),
    Fence(r"^GeographicLib/", ("src/earth/",)),
    Fence(r"^ceres/", ("src/analysis/", "src/math/")),
    Fence(r"^(sys/socket|sys/epoll|sys/select|netinet/.*|arpa/inet|netdb|poll)(\.h)?$",
          ("src/links/",)),
    Fence(r"^(thread|mutex|condition_variable|future)$", THREAD_FOLDERS),
)
# One-letter classes keep these lines from finding themselves.
LEFTOVERS = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X])\b|^(<{7}|>{7}) ", re.MULTILINE)
IDLE_TESTS = re.compile(r"\b(DISABLE[D]_\w+|GTEST_SKI[P])|pytest\.(mark\.)?(ski[p]|xfai[l])|"
                        r"\b(test|it|describe)\.(ski[p]|tod[o])\b")
AUTHORS = re.compile(r"@autho[r]|\b[Aa]uthor[s]?:|\b(Written|Created) b[y] [A-Z]|\([cC]\) \d{4}")
PLACES = re.compile(r"npmj[s]\.|pyp[i]\.org|pythonhoste[d]\.|deb\.debia[n]\.|crates\.i[o]|"
                    r"(?<![\w.~-])/(wor[k]|hom[e]|roo[t]|User[s]|mn[t])/")
