"""Settings for all tests: reproducible examples, isolated home folder, both engines."""

import os
import signal
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.engines import run_with

# How the suite was started must not matter. In the background and under nohup signals are
# ignored, which children would inherit; a shell may set the terminal width and the editor.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for _name in ("SIGHUP", "SIGQUIT", "SIGTERM"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)
for _name in ("COLUMNS", "LINES", "VISUAL", "EDITOR", "NO_COLOR", "COLORTERM", "FORCE_COLOR"):
    os.environ.pop(_name, None)


@pytest.fixture(scope="session", autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Use another home folder, so that no file of the user is read or written."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        for name in ("CONFIG", "STATE", "DATA", "CACHE"):
            patch.delenv(f"XDG_{name}_HOME", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def _patient_pilots() -> Iterator[None]:
    """Let pilots wait for the app instead of for an idle processor."""
    with pytest.MonkeyPatch.context() as patch:
        if find_spec("textual"):  # else the core alone is installed
            settled = import_module("tests.settled")
            patch.setattr("textual.pilot.Pilot._wait_for_screen", settled.wait_for_screen)
        yield


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Twice as many workers as cores: tests of the app mostly wait."""
    del config
    return min(8, 2 * (os.cpu_count() or 1))


settings.register_profile(
    "atlantis",
    derandomize=True,
    deadline=None,
    database=None,
    # This check measures time: it must not fail on a busy machine.
    suppress_health_check=[HealthCheck.too_slow],
)
# For mutants only the failure counts, and shrinking its example takes minutes.
settings.register_profile(
    "unshrunk", settings.get_profile("atlantis"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("atlantis")


@pytest.fixture(scope="module", params=["pure", "native"])
def each_engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the tests of a module over both engines: `pytestmark = EACH_ENGINE`."""
    engine: str = request.param
    with pytest.MonkeyPatch.context() as patch:
        run_with(engine, patch)
        yield engine
