"""Other people's screens on one game: over SSH (`ssh_server`) and in a browser (`web_server`).

Everybody who comes gets a process of their own that runs the app as a guest; the game's file is
all that they share. Knows no rule and no screen: what a guest can do is decided by the app.
"""
