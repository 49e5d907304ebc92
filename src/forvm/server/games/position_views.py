"""What each seat may know of a position: the public part is made once, and each seat's own part is put on top.

A page is sent a whole view when it opens, and after that what has changed since the last one it was sent.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from forvm.game import Game
from forvm.server.games import move_choices
from forvm.server.protocol.choice_messages import Choice, Offer, Sentence
from forvm.server.protocol.view_messages import Children, View, ViewChange

# Lists that keep their length and order: of these only the rows that changed are sent.
ROWS = ("players", "markets", "benefactions")


class SeatView:
    """What a seat (None: a spectator) may know of one position of a table."""

    __slots__ = ("_change", "key", "view")

    def __init__(self, key: tuple[int, int | None], view: View) -> None:
        self.key = key  # seq and seat: no other view of the same table has it
        self.view = view
        self._change: tuple[tuple[int, int | None], ViewChange] | None = None

    def since(self, last: SeatView | None) -> tuple[View | None, ViewChange | None]:
        """What to send to a page that was sent another view last: the whole view, or what changed, or nothing."""
        if last is None:
            return self.view, None
        if last.key == self.key:
            return None, None
        if self._change is None or self._change[0] != last.key:  # all pages of a table follow the same views
            self._change = (last.key, change_between(last.view, self.view))
        return None, self._change[1]


class PositionViews:
    """The views of one position, each made when it is first asked for."""

    def __init__(self, seq: int, game: Game) -> None:
        self._seq = seq
        self._game = game
        self._public: View | None = None
        self._seats: dict[int | None, SeatView] = {}
        self._choices: tuple[list[Choice], list[Offer], Sentence | None] | None = None

    def of(self, seat: int | None) -> SeatView:
        """The view of a seat (None: a spectator's)."""
        if seat not in self._seats:
            if self._public is None:
                self._public = msgspec.convert(self._game.view(None), View)
            view = self._public if seat is None else _with_own_part(self._public, self._game, seat)
            self._seats[seat] = SeatView((self._seq, seat), view)
        return self._seats[seat]

    def choices(self) -> tuple[list[Choice], list[Offer], Sentence | None]:
        """What the player to act can choose, and why they cannot end the phase.

        Nobody else may know it where hands are hidden.
        """
        if self._choices is None:
            legal = self._game.legal()
            self._choices = (
                move_choices.choices(self._game, legal),
                move_choices.offers(self._game, legal),
                move_choices.no_end(self._game),
            )
        return self._choices


def _with_own_part(public: View, game: Game, seat: int) -> View:
    """The public view, and the seat's own hand where hands are hidden."""
    unseen = public.family.unseen
    if unseen is None:
        return replace(public, seat=seat)
    own = Children(**game.players[seat].children)
    players = list(public.players)
    players[seat] = replace(players[seat], children=own)
    left = Children(unseen.son - own.son, unseen.daughter - own.daughter)
    return replace(public, seat=seat, players=players, family=replace(public.family, unseen=left))


def change_between(before: View, after: View) -> ViewChange:
    """What is different in a later view."""
    changed: dict[str, Any] = {}
    for name in View.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is not new and old != new:
            changed[name] = [row for row, was in zip(new, old, strict=True) if row != was] if name in ROWS else new
    return ViewChange(**changed)
