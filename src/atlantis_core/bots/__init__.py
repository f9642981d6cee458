"""Programs that play: the built-in bots, and anybody's program behind the agent protocol.

`registry` has the bots by name, `interface` says what a bot is, `worker` lets one think in
another process, `seats` reads who takes a seat (``master``, ``bot:greedy``, ``agent:./mine``).
Importing this package imports none of them: a command that needs no bot must not wait for one.
"""
