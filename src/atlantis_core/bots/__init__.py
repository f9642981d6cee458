"""Programs that play Atlantis: the built-in bots, and external agents.

`registry` lists the bots by name, `interface` defines a bot, `worker` runs one in another process,
`seats` parses players (``master``, ``bot:greedy``, ``agent:./mine``).
Importing this package imports no bot, so commands that need none start fast.
"""
