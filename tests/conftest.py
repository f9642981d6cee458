"""Settings for every test: the same examples on every machine, whatever its speed."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "atlantis",
    derandomize=True,
    deadline=None,
    database=None,
    # This check looks at the clock: a busy machine must not turn a green suite red.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("atlantis")
