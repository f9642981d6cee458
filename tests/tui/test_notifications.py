"""Notifications that expire while they are shown do not freeze the app."""

from __future__ import annotations

from textual.notifications import Notification

from atlantis_tui.widgets.notifications import LEAST_SECONDS, TimedNotification, TimedNotifications
from tests.tui.walking import walking


def test_notification_is_shown_for_a_positive_time() -> None:
    expired = TimedNotification("said", timeout=-1)

    assert expired.has_expired
    assert expired.time_left == LEAST_SECONDS
    assert not list(TimedNotifications().add(Notification("said", timeout=-1)))


async def test_app_uses_such_notifications() -> None:
    async with walking() as walker:
        walker.app.notify("said")
        await walker.until(lambda: len(walker.app._notifications) > 0)
        assert {type(each) for each in walker.app._notifications} == {TimedNotification}
