"""How the net is made."""
