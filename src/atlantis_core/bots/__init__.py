"""Programs that play Atlantis: the built-in bots, and external agents.

`registry` lists the bots by name, `interface` defines a bot, `worker` runs one in another process,
`seats` parses players (``master``, ``bot:greedy``, ``agent:./mine``).
Importing this package imports no bot, so commands that need none start fast.
"""

# Type checkers read this name as true; importing it from typing would take time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from .interface import Bot


def get(name: str) -> "Bot":
    """Return the bot with this name. Raises NotationError with the known names.

    >>> from atlantis_core import Shape, bots, traditional_start
    >>> bots.get("greedy").choose(traditional_start(Shape.HEXAGON, 2, players=2)).judged
    34
    """
    from .registry import bot_named  # noqa: PLC0415 - importing a bot takes time

    return bot_named(name)
