"""What a seat may know, as plain data. Only this file decides what is hidden: the hands of SETUP-2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forvm.engine import events, tasks
from forvm.engine.clauses import CLAUSES
from forvm.engine.limits import AGENTS
from forvm.engine.limits import GIFTS as GIFTS_PER_BAND
from forvm.engine.rules.give import give_cost
from forvm.engine.rules.oust import holder
from forvm.engine.rules.pieces import pair
from forvm.engine.rules.trade import report_trade
from forvm.engine.state import NOBODY, State
from forvm.game import due
from forvm.game.outcome import outcome_of
from forvm.game.player import Player
from forvm.game.sentences import prompt
from forvm.notation.names import CHILDREN, GIFTS
from forvm.notation.phases import phase_of, task_name, to_act
from forvm.notation.position import is_over

if TYPE_CHECKING:
    from forvm.game.table import Table


def view(table: Table, s: State, seat: int | None) -> dict[str, Any]:
    """Everything that the player in a seat (None: a spectator) may know, and nothing else."""
    rules, g = table.rules, table.definition
    seats = range(g.players)
    return {
        "seat": seat,
        "rules": {"id": rules.id, "name": rules.name, "edition": rules.edition},
        "turn": s.turn,
        "phase": phase_of(s),
        "first": None if s.first == NOBODY else s.first,
        "to_act": to_act(s),
        "task": task_name(s.task[s.top]),
        "prompt": prompt(table, s),
        "bargain": bargain(table, s),
        "due": chance_due(table, s),
        "players": [Player(table, s, p).as_dict(hand=not table.hidden_hands or p == seat) for p in seats],
        "markets": markets(table, s),
        "alliances": alliances(table, s),
        "benefactions": benefactions(table, s),
        "family": family(table, s, seat),
        "fate": fate(table, s),
        "outcome": outcome_of(table, s).as_dict() if is_over(s) else None,
    }


def bargain(table: Table, s: State) -> dict[str, Any] | None:
    """The bargain on the table (ALLY-2)."""
    top = s.top
    if s.task[top] != tasks.BARGAIN:
        return None
    return {
        "proposer": s.proposer,
        "other": s.other,
        "answers": s.actor[top],
        "child": CHILDREN[s.offered_child],
        "price": s.price * table.definition.price_step,
        "counter_offers_left": s.counters_left,
    }


def chance_due(table: Table, s: State) -> dict[str, Any] | None:
    """The die or card that is due, for whom, and what a die must show."""
    task = s.task[s.top]
    if task >= tasks.FIRST_DECISION:
        return None
    g = table.definition
    needs, where = due.roll_needed(s, g), due.market(s, g)
    return {
        "kind": due.kind(task),
        "player": s.actor[s.top],
        "needs": needs,
        "odds": None if needs is None else due.odds(needs),
        "market": None if where is None else table.market(where),
        "other": due.other(s, g),
        "clause": due.clause(task),
    }


def markets(table: Table, s: State) -> list[dict[str, Any]]:
    """Every market: who has what there, and what it would pay now."""
    g = table.definition
    pays = payments(table, s)
    standing: dict[int, list[tuple[int, int]]] = {}
    for p in range(g.players):
        for slot in range(g.agents):
            i = p * AGENTS + slot
            standing.setdefault(s.agent[i], []).append((s.rank[i], p))
    rows = []
    for market in table.rules.board.markets:
        m = market.index
        held_by = holder(s, g, m)
        rows.append(
            {
                "name": market.latin,
                "printed": market.name,
                "owners": [p for p in range(g.players) if (s.horrea[m] >> p) & 1],
                "pays": pays.get(m, []),
                "agents": [{"seat": p, "rank": rank} for rank, p in sorted(standing.get(m, []))],
                "holder": None if held_by == NOBODY else held_by,
                "local_marriage": None if s.local[m] == NOBODY else s.local[m],
            }
        )
    return rows


def payments(table: Table, s: State) -> dict[int, list[dict[str, Any]]]:
    """What each market would pay each owner now, and by which clause: the trade report before its time."""
    g = table.definition
    listening = s.copy()
    log: list[tuple[int, int, int, int, int]] = []
    listening.log = log
    for p in range(g.players):
        report_trade(listening, g, p)
    pays: dict[int, list[dict[str, Any]]] = {}
    for event, player, amount, clause, place in log:
        if event != events.TRADE_PROMISE:
            flooded = event == events.TRADE_FLOOD
            row = {"seat": player, "amount": amount, "clause": CLAUSES[clause], "flooded": flooded}
            pays.setdefault(place, []).append(row)
    return pays


def alliances(table: Table, s: State) -> list[dict[str, Any]]:
    """Who is allied with whom, for how much, and who paid."""
    seats = range(table.definition.players)
    return [
        {"seats": [p, q], "price": s.ally_price[pair(p, q)], "payer": s.ally_payer[pair(p, q)]}
        for p in seats
        for q in seats
        if p < q and s.ally_payer[pair(p, q)] != NOBODY
    ]


def benefactions(table: Table, s: State) -> list[dict[str, Any]]:
    """Every benefaction: what it costs now, and who gave it."""
    g = table.definition
    rows = []
    for band in range(g.bands):
        for number, gift in enumerate(GIFTS):
            giver = s.given[band * GIFTS_PER_BAND + number]
            by = None if giver == NOBODY else giver
            rows.append({"gift": gift, "band": band + 1, "cost": give_cost(s, g, band), "given_by": by})
    return rows


def family(table: Table, s: State, seat: int | None) -> dict[str, Any]:
    """The family cards: how many are left to deal, and how many of each kind this seat has not seen.

    Cards that were used are public; so what is unseen lies in others' hands and in the deck.
    """
    g = table.definition
    if not table.hidden_hands:
        return {"open": True, "deck": 0, "unseen": None}
    unseen = {}
    for sex, child in enumerate(CHILDREN):
        own = 0 if seat is None else s.child[seat * 2 + sex]
        in_hands = sum(s.child[p * 2 + sex] for p in range(g.players))
        unseen[child] = s.family_left[sex] + in_hands - own
    return {"open": False, "deck": sum(s.family_left), "unseen": unseen}


def fate(table: Table, s: State) -> dict[str, Any]:
    """The fate deck: the card being carried out, and how many of each are left to draw."""
    drawn = s.task[0] == tasks.FATE and s.task[s.top] != tasks.DRAW
    return {
        "card": table.names.cards[s.card] if drawn else None,
        "left": {card: s.fate_left[number] for number, card in enumerate(table.names.cards)},
    }
