"""`alula completion`: a bash that has read the script completes commands, options and values."""

import os
import pty
import select
import subprocess
import time

import pytest

from acceptance.fly_command import ALULA, BAD_INPUT, DONE, ROOT, alula

PROMPT = "ready> "


class Bash:
    """An interactive one, as a user has it; `alula` is found in its path."""

    def __init__(self, folder):
        self.folder = folder
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            path = f"{os.path.dirname(ALULA)}:{os.environ['PATH']}"
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"],
                       {"PATH": path, "PS1": PROMPT, "TERM": "dumb", "HOME": str(folder)})
        self.until(PROMPT)
        self.commands = 0
        self.run("bind 'set bell-style none'; source <(alula completion bash)")

    def write(self, text):
        os.write(self.terminal, text.encode())

    def until(self, ending):
        """What is said up to an ending, or in five seconds."""
        said, deadline = "", time.monotonic() + 5.0
        while not said.endswith(ending) and time.monotonic() < deadline:
            if select.select([self.terminal], [], [], 0.1)[0]:
                said += os.read(self.terminal, 65536).decode().replace("\r", "")
        return said

    def run(self, command):
        """Returns when the shell has run it, and waits for the next."""
        self.commands += 1
        # The echo of the line does not hold the number.
        self.write(f"{command}; echo done $(( {self.commands} ))\n")
        self.until(f"\ndone {self.commands}\n{PROMPT}")

    def completed(self, begun, ending):
        """The line after a press of the tab key; Ctrl-U then takes it back."""
        self.write(begun + "\t")
        said = self.until(ending)
        self.write("\x15")
        self.run(":")
        return said

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


@pytest.fixture(scope="module")
def bash(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home")
    (folder / "my flight.plan").touch()
    (folder / "results").mkdir()
    (folder / "scenes").mkdir()
    (folder / "scenes/fall.yaml").touch()
    (folder / "worlds_of_mine.yaml").touch()
    shell = Bash(folder)
    yield shell
    shell.close()


@pytest.mark.parametrize("begun, whole", [
    ("alula fl", "alula fly "),
    ("alula params sh", "alula params show "),
    ("alula fly --ve", "alula fly --vehicle "),
    ("alula fly --vehicle so", "alula fly --vehicle solo "),
    ("alula fly --vehicle=so", "alula fly --vehicle=solo "),
    ("alula fly --world wi", "alula fly --world windy "),
    ("alula fly --param MPC_XY_CR", "alula fly --param MPC_XY_CRUISE="),
    ("alula fly --param MPC_XY_P=1 --se", "alula fly --param MPC_XY_P=1 --seed "),
    ("alula params show MPC_XY_CR", "alula params show MPC_XY_CRUISE "),
    ("alula params diff defa", "alula params diff defaults "),
    ("alula fly my", "alula fly my\\ flight.plan "),
    ("alula fly --save-at 30 re", "alula fly --save-at 30 results/"),
    ("alula fly --out re", "alula fly --out results/"),
    ("alula fly x.plan --max-time 10 --no-l", "alula fly x.plan --max-time 10 --no-log "),
    ("alula completion f", "alula completion fish "),
    ("alula plan ch", "alula plan check "),
    ("alula test sc", "alula test scenes/"),
    ("alula test scenes/f", "alula test scenes/fall.yaml "),
    ("alula test scenes/fall.yaml sc", "alula test scenes/fall.yaml scenes/"),
    ("alula run sc", "alula run scenes/"),
    ("alula fly --world=wi", "alula fly --world=windy "),
    ("alula fly --world wo", "alula fly --world worlds_of_mine.yaml "),
    ("alula compare res", "alula compare results/"),
])
def test_a_tab_completes(bash, begun, whole):
    assert bash.completed(begun, whole) == whole


def words(*typed):
    result = alula("complete", "--", *typed)
    assert (result.returncode, result.stderr) == (DONE, "")
    return [line.split("\t")[0] for line in result.stdout.splitlines()]


def test_what_may_follow_is_all_that_the_help_names():
    for typed in ([], ["params"], ["vehicle"], ["plan"]):
        text = alula(*typed, "--help").stdout.split("Subcommands:\n")[1].split("\n\n")[0]
        in_help = [line.split()[0] for line in text.splitlines() if line.startswith("  ")
                   and not line.startswith("   ")]
        assert words(*typed, "") == in_help
    options = [word for word in words("fly", "--")]
    assert {"--vehicle", "--param", "--params", "--json", "--help"} <= set(options)
    assert words("params", "show", "EKF2_HGT_R") == ["EKF2_HGT_REF"]
    assert words("fly", "--seed", "") == []  # any number
    # zsh and fish leave an option and its value in one word.
    assert words("fly", "--vehicle=so") == ["--vehicle=solo", ":files"]
    assert words("fly", "--json=x") == words("fly", "--nosuch=x") == []
    assert words("fly", "--vehicle", "") == [
        *sorted(path.stem for path in (ROOT / "models/vehicles").glob("*.yaml")), ":files"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script_that_asks_the_program(shell):
    script = alula("completion", shell)
    assert script.returncode == DONE and " complete -- " in script.stdout


def test_another_shell_is_refused():
    result = alula("completion", "bahs")
    assert result.returncode == BAD_INPUT
    assert result.stderr == ("alula: bahs: is no shell with a script; expected one of bash, zsh, "
                             'fish; did you mean "bash"?\n')


# What a shell is asked to complete, and what it must offer.
OFFERS = {
    "alula test sc": {"scenes/"},
    "alula fly --world wi": {"windy"},
    "alula fly --world=wi": {"--world=windy"},
    "alula plan ch": {"check"},
    "alula test scenes/f": {"scenes/fall.yaml"},
}


@pytest.mark.parametrize("begun", OFFERS)
def test_fish_offers_the_same(bash, begun, tmp_path):
    script = tmp_path / "alula.fish"
    script.write_text(alula("completion", "fish").stdout)
    path = f"{os.path.dirname(ALULA)}:{os.environ['PATH']}"
    said = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script}; complete -C '{begun}'"],
        cwd=bash.folder, env={"PATH": path, "HOME": str(tmp_path)}, capture_output=True, text=True,
        timeout=60, check=True)
    assert OFFERS[begun] == {line.split("\t")[0] for line in said.stdout.splitlines()}


@pytest.mark.parametrize("begun", OFFERS)
def test_zsh_completes_the_same(bash, begun, tmp_path):
    """On a terminal, as bash above: the only candidate stands on the line after a tab."""
    (tmp_path / "_alula").write_text(alula("completion", "zsh").stdout)
    path = f"{os.path.dirname(ALULA)}:{os.environ['PATH']}"
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(bash.folder)
        os.execvpe("zsh", ["zsh", "-f", "-i"], {"PATH": path, "PS1": PROMPT, "TERM": "dumb",
                                                "HOME": str(tmp_path)})
    shell = Bash.__new__(Bash)
    shell.process, shell.terminal, shell.commands = process, terminal, 0
    shell.until(PROMPT)
    shell.run(f"unsetopt zle_bracketed_paste beep; fpath=({tmp_path} $fpath); "
              "autoload -U compinit; compinit -u")
    whole, = OFFERS[begun]
    line = begun[:begun.rindex(" ") + 1] + whole
    shell.write(begun + "\t")
    said = shell.until(line) + shell.until(" ")
    shell.close()
    assert line in said
