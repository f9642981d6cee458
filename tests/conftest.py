"""Settings for every test: the same examples on every machine, whatever its speed; both engines."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.engines import run_with

settings.register_profile(
    "atlantis",
    derandomize=True,
    deadline=None,
    database=None,
    # This check looks at the clock: a busy machine must not turn a green suite red.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("atlantis")


@pytest.fixture(scope="module", params=["pure", "native"])
def each_engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the tests of a module over both engines: `pytestmark = EACH_ENGINE`."""
    engine: str = request.param
    with pytest.MonkeyPatch.context() as patch:
        run_with(engine, patch)
        yield engine
