"""An open game without a screen: its document, its seats, the entry of a turn, its frames."""
