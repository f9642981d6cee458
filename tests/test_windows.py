"""What can be tested of Windows elsewhere: the modules of the project see a simulated one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

pytest.importorskip("psutil")
if sys.platform == "win32":
    pytest.skip("this is the real one", allow_module_level=True)
ROOT = Path(__file__).parents[1]
PRELUDE = """
import sys
from pathlib import Path
from tests.simulated_windows import simulate
simulate()
"""


def on_windows(code: str, *arguments: object) -> str:
    """The output of code that runs on the simulated system."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + code, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_module_can_be_imported() -> None:
    found = on_windows("""
import importlib, pkgutil
for package in ("atlantis_core", "atlantis_tui"):
    path = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(path, f"{package}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
            print(module.name)
""")
    assert "atlantis_core.processes.line_process" in found
    assert "atlantis_tui.hosting.host_command" in found


def test_no_module_reads_the_name_of_the_system_where_the_simulation_cannot_change_it() -> None:
    reading = re.compile(r"\bos\.name\b|\bos\.uname\b")
    sources = (ROOT / "src").rglob("*.py")
    assert [str(path) for path in sources if reading.search(path.read_text("utf-8"))] == []


def test_selftest_passes_and_skips_only_the_pseudo_terminal() -> None:
    lines = on_windows(
        "from atlantis_core.commands import main\nsys.exit(main(['selftest']))"
    ).splitlines()
    assert lines[0].endswith("win32")
    skipped = [line for line in lines if line.startswith("skipped")]
    assert skipped == ["skipped  app: this system has no pseudo-terminals"]
    assert "ok       agent: answered in a process of its own" in lines


def test_agent_ends_with_its_children() -> None:
    left = on_windows("""
from time import monotonic, sleep
import psutil
from atlantis_core.processes.line_process import LineProcess
code = '''
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
input(), input()
'''
process = LineProcess((sys.executable, "-c", code))
stray = psutil.Process(int(process.read_line(60)))
process.send("hello")
process.close(0)
def is_left():
    return stray.is_running() and stray.status() != psutil.STATUS_ZOMBIE
deadline = monotonic() + 60
while is_left() and monotonic() < deadline:
    sleep(0.01)  # not psutil.wait_procs: where no program reaps orphans, it waits to the end
print(is_left())
""")
    assert left == "False\n"


def test_folder_is_locked_by_one_program_at_a_time(tmp_path: Path) -> None:
    said = on_windows(
        """
from atlantis_core.files.errors import SaveError
from atlantis_core.files.locks import locked_folder
from atlantis_core.files.saving import save_bytes
folder = Path(sys.argv[1])
with locked_folder(folder, 0) as is_locked:
    assert is_locked
    try:
        save_bytes(b"x", folder / "game.json", patience=0)
    except SaveError as error:
        print(error)
save_bytes(b"x", folder / "game.json", patience=0)
""",
        tmp_path,
    )
    assert "another program is saving to this folder; try again" in said
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_lock_of_a_file_lets_others_read_it(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"one line\n")
    said = on_windows(
        """
import os
from atlantis_core.files.locks import lock
first, second = (os.open(sys.argv[1], os.O_RDWR) for _ in range(2))
assert os.read(first, 4) == b"one "
assert lock(first)
try:
    lock(second)
except BlockingIOError:
    print("held")
assert os.read(first, 5) == b"line\\n"
os.close(first)
assert lock(second)
""",
        path,
    )
    assert said == "held\n"


def test_backslashes_of_a_command_separate_folders() -> None:
    said = on_windows("""
from atlantis_core.processes.command_line import parse_command
print(*parse_command('"C:\\\\Program Files\\\\python.exe" bots\\\\mine.py --name "a b"'), sep="|")
""")
    assert said == "C:\\Program Files\\python.exe|bots\\mine.py|--name|a b\n"


NAMES = ["CON", "nul.json", "Com1.txt", "game.json:12", "what?.json", "game.json.", "game.json "]


@pytest.mark.parametrize("folder", ["", "C:\\games\\", "games\\"])
def test_reserved_names_are_refused_and_drive_letters_are_not(tmp_path: Path, folder: str) -> None:
    said = on_windows(
        """
import os
from atlantis_core.files.errors import SaveError
from atlantis_core.files.saving import save_bytes
os.chdir(sys.argv[1])
for name in sys.argv[3:]:
    try:
        save_bytes(b"x", sys.argv[2] + name)
    except SaveError as error:
        print(error)
save_bytes(b"{}", sys.argv[2] + "console.json")
""",
        tmp_path,
        folder,
        *NAMES,
    )
    assert said.count("invalid file name") == len(NAMES)
    assert [path.name for path in tmp_path.iterdir()] == [f"{folder}console.json"]


def test_game_of_a_collection_on_a_drive_is_found(tmp_path: Path) -> None:
    (tmp_path / "C:\\games.jsonl").write_bytes(b"{}\n")
    said = on_windows(
        """
import os
from atlantis_core.files.collections import find_part
os.chdir(sys.argv[1])
print(find_part("C:\\\\games.jsonl:12"), find_part("C:\\\\games.jsonl"))
""",
        tmp_path,
    )
    assert said == "('C:\\\\games.jsonl', 12) None\n"


def test_app_plays_and_saves_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    on_windows(
        """
import asyncio
from atlantis_core.rules.shapes import Shape, traditional_start
from tests.tui.driving import playing

async def play():
    async with playing(traditional_start(Shape.HEXAGON, 2, 2), path=Path(sys.argv[1])) as driver:
        await driver.press("t")
        await driver.press("enter")
        await driver.until(lambda: driver.document.game.turn_number == 1)

asyncio.run(play())
""",
        path,
    )
    assert '"turns"' in path.read_text("utf-8")


@pytest.mark.parametrize("command", ["host", "serve"])
def test_hosting_is_refused_with_its_reason(tmp_path: Path, command: str) -> None:
    said = on_windows(
        """
from atlantis_tui.__main__ import main
sys.stderr = sys.stdout
assert main([sys.argv[1], sys.argv[2]]) != 0
""",
        command,
        tmp_path,
    )
    assert "hosting needs Linux, macOS or another system with pseudo-terminals" in said
