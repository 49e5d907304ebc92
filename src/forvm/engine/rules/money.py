"""DEBT-1 to DEBT-4: payments, loans, forced losses; and every change of money or prestige.

Nothing else in the engine writes ``s.money`` or ``s.prestige`` once a game is set up.
"""

from __future__ import annotations

from forvm.engine import events
from forvm.engine.clauses import DEBT_1, DEBT_2, DEBT_4
from forvm.engine.definition import LOAN_LADDER, Definition
from forvm.engine.events import note
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def receive(s: State, p: int, amount: int, clause: int, place: int) -> None:
    """Money comes in; where debt is allowed it pays the debt off first, by adding up (DEBT-4)."""
    if amount != 0:
        s.money[p] += amount
        note(s, events.MONEY, p, amount, clause, place)


@rule
def change_prestige(s: State, p: int, points: int, clause: int, place: int) -> None:
    """Prestige rises or falls; a fall is cut at 0 (DEBT-3)."""
    if points < -s.prestige[p]:
        points = -s.prestige[p]
    if points != 0:
        s.prestige[p] += points
        note(s, events.PRESTIGE, p, points, clause, place)


@rule
def points_of_debt(g: Definition, money: int) -> int:
    """How many prestige points an amount of money below 0 has cost (DEBT-4)."""
    return 0 if money >= 0 else (-money + g.loan_rate - 1) // g.loan_rate


@rule
def means(s: State, g: Definition, p: int) -> int:
    """The most that a player can raise, loan included (DEBT-1, DEBT-4)."""
    if g.loan_rate == 0:
        return s.money[p]
    if g.loan == LOAN_LADDER:
        depth = (points_of_debt(g, s.money[p]) + s.prestige[p]) * g.loan_rate
        return s.money[p] + (depth if depth < g.loan_floor else g.loan_floor)
    return s.money[p] + s.prestige[p] * g.loan_rate


@rule
def price_of_paying(s: State, g: Definition, p: int, amount: int) -> int:
    """How many prestige points a payment within the player's means costs in loans."""
    if g.loan == LOAN_LADDER:
        return points_of_debt(g, s.money[p] - amount) - points_of_debt(g, s.money[p])
    short = amount - s.money[p]
    return 0 if short <= 0 else (short + g.loan_rate - 1) // g.loan_rate


@rule
def pay(s: State, g: Definition, p: int, amount: int, clause: int, place: int) -> None:
    """A payment within the player's means, borrowing what is missing (DEBT-1, DEBT-4)."""
    points = 0
    if amount > s.money[p]:
        points = price_of_paying(s, g, p, amount)
    if points > 0:
        s.prestige[p] -= points
        if g.loan == LOAN_LADDER:
            note(s, events.BORROWED, p, points, DEBT_4, place)
        else:
            s.money[p] += points * g.loan_rate
            note(s, events.BORROWED, p, points, DEBT_1, place)
    if amount != 0:
        s.money[p] -= amount
        note(s, events.MONEY, p, -amount, clause, place)


@rule
def lose(s: State, g: Definition, p: int, amount: int, clause: int, place: int) -> int:
    """A forced loss: what is beyond all means is forgiven (DEBT-2). Returns what was really paid."""
    most = means(s, g, p)
    paid = amount if amount < most else most
    if paid < 0:
        paid = 0
    pay(s, g, p, paid, clause, place)
    if paid < amount:
        note(s, events.FORGIVEN, p, amount - paid, DEBT_2, place)
    return paid
