"""One's devices: the list of browsers that hold one's seat, and logging one of them out."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.online import SHORT


def test_a_device_is_listed_and_logged_out(people):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    phone = people.come("Ada")
    phone.post("/join", secret=ada.post(f"/games/{game}/seats/0/link")["secret"])
    ada.sit_down(game)
    phone.sit_down(game)
    ada.page.get_by_role("button", name="This game").click()
    listed = ada.page.get_by_role("dialog", name="This game").locator("li").filter(has_text="Log out")
    expect(listed).to_have_count(2)
    expect(listed.nth(0)).to_contain_text("this one")
    expect(listed.nth(1)).to_contain_text("Chrome on Linux, seen just now")
    listed.nth(1).get_by_role("button", name="Log out").click()
    expect(listed).to_have_count(1)
    # The phone's page is told, and shows the table no more after that.
    expect(phone.page.get_by_text("You have not been invited to this game")).to_be_visible()
    assert phone.get("/games") == []
    # The last device that holds the seat stays, and says why.
    ada.page.on("dialog", lambda dialog: dialog.accept())
    listed.nth(0).get_by_role("button", name="Log out").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("Only this device holds your seat")
    assert [device["this"] for device in ben.get("/devices")] == [True]
