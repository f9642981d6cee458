"""Chess on graph maps: nodes in the plane, directed links between them, six kinds of pieces.

A map is a JSON file with nodes, links, players and pieces; a game is the map with its moves.
"""
