"""Notifications that never freeze the app.

Textual shows a notification for the time that is left. If it expires between the look at the list
and the creation of its widget, that time is negative, and Textual's timer loops for ever.
"""

from __future__ import annotations

from typing import Self

from textual.notifications import Notification, Notifications

LEAST_SECONDS = 0.1


class TimedNotification(Notification):
    """A notification that is shown for a positive time."""

    @property
    def time_left(self) -> float:
        return max(super().time_left, LEAST_SECONDS)

    @property
    def has_expired(self) -> bool:
        return super().time_left <= 0


class TimedNotifications(Notifications):
    """A list of notifications that are shown for a positive time."""

    def add(self, notification: Notification) -> Self:
        return super().add(TimedNotification(**vars(notification)))
