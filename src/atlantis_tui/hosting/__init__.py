"""Hosts a game for remote players over SSH (`ssh_server`) and in a browser (`web_server`).

Every remote player gets a process that runs `RemoteApp`, which limits what they can do. The
processes share only the game file.
"""
