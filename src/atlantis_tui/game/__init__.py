"""An open game without a user interface: document, flow, controller, turn entry, bots."""
