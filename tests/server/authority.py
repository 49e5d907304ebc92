"""A small world for the authority matrix: games in each state, and everyone who might ask for something there.

Each person stands in one relation to the game that is asked about. Outsiders have nothing to do with it (any more);
insiders do, each in their own way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from forvm.notation.seal import Opening, words_commitment
from tests.server.attacks import legitimate_record
from tests.server.friends import Friend, OnlineServer, Table
from tests.server.serving import Answer, Message, options

State = Literal["lobby", "opening", "running", "over"]
STATES: tuple[State, ...] = ("lobby", "opening", "running", "over")
OUTSIDERS = ("stranger", "forger", "elsewhere", "past", "logged out")
INSIDERS: dict[State, tuple[str, ...]] = {
    "lobby": ("host", "seated", "displaced", "spectator"),  # the displaced one lost their seat to a bot
    "opening": ("host", "seated", "displaced", "spectator"),
    "running": ("host", "seated", "spectator"),
    "over": ("host", "seated", "spectator"),
}
SEATS = {"host": (0,), "seated": (1,)}  # whose hand each may see while the game is running
SALT, WORDS = "5a" * 16, "alea iacta"
_TABLES = ("people", "games", "events", "gatherings", "links", "passes", "talk", "mutes", "requests")
# What is noted by itself, whoever asks: who was seen when. A cookie changes hands only when its own browser asks.
_UNSTEADY = {"people": ("id", "created")}
_WITH_A_BOT = """SELECT id FROM games WHERE CAST(setup AS TEXT) LIKE '%"bot":"%'"""  # begun by an earlier test, say
_QUIET = {"games": f"id NOT IN ({_WITH_A_BOT})", "events": f"game NOT IN ({_WITH_A_BOT})"}


@dataclass
class World:
    """A game in one state, and all who might ask about it."""

    state: State
    game: str
    people: dict[str, Friend]
    table: Table
    store: Path
    device: str  # the host's
    void_link: str  # another has taken its place
    replay: str  # of a record that somebody has brought
    run: str  # an experiment that somebody has begun and stopped

    def kept(self) -> dict[str, list[tuple[object, ...]]]:
        """All that the store keeps, but what is noted by itself, and games in which a bot moves by itself."""
        with closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as connection:
            return {
                name: connection.execute(
                    f"SELECT {', '.join(_UNSTEADY.get(name, ('*',)))} FROM {name} WHERE {_QUIET.get(name, 'true')}"
                ).fetchall()
                for name in _TABLES
            }


def build(server: OnlineServer, state: State, *, spectators: bool = True) -> World:
    """A game with hidden hands: three people play, one watches, one came and went; in the lobby one lost their seat."""
    quick = {"win.turn_limit": 1} if state == "over" else {}
    # In a game that comes to its end quickly bots play for those who do not come.
    away = {"cover_after": 0} if state == "over" else {}
    table = Table(server, people=3, bots=0, begin=False, rules="short", changes=quick, spectators=spectators, **away)
    host, seated, third = table.friends
    people = {"host": host, "seated": seated, "third": third, "stranger": Friend(server)}
    people["forger"] = Friend(server, "x" * 43)
    # Without bots: one that moves by itself would look like something that was changed.
    people["elsewhere"] = Table(server, people=3, bots=0).friends[1]
    people["past"] = Friend(server)
    people["past"].join(table.links["everyone"])
    gathering = state in ("lobby", "opening")
    if gathering:
        seated.join(table.links["seats"][1])
        seated.post(f"/api/gatherings/{table.id}/sit", {"name": "Ben", "seat": 1})
        people["displaced"] = Friend(server)
        people["displaced"].join(table.links["seats"][2])
        people["displaced"].post(f"/api/gatherings/{table.id}/sit", {"name": "Dido", "seat": 2})
        host.post(f"/api/gatherings/{table.id}/seat", {"seat": 2, "bot": "tiro"})
        assert people["past"].ask("DELETE", f"/api/games/{table.id}").status == 204
    else:
        table.begin()
        people["logged out"] = logged_out(table, seated)
    if spectators:
        people["spectator"] = table.spectator()
        if not gathering:  # came without a seat, watched for a while, and took the game off their list
            assert people["past"].ask("DELETE", f"/api/games/{table.id}").status == 204
    if state == "over":
        with host.page(table.id) as page:
            while not page.wait_for_turn()["view"]["outcome"]:
                page.moved(options(page.snapshot)[0])
    if state == "opening":  # Ben's words are not open yet
        promised = words_commitment(table.id, 1, 1, Opening(SALT, WORDS))
        seated.post(f"/api/gatherings/{table.id}/ready", {"ready": True, "words": promised})
        assert host.post(f"/api/gatherings/{table.id}/start")["opening"]
    for friend in people.values():
        friend.ask("GET", "/api/games")  # their new cookies have come back
    device = host.ask("GET", "/api/devices").body[0]["id"]
    void_link = table.links["everyone"]
    table.links = host.post(f"/api/gatherings/{table.id}/links")
    return World(state, table.id, people, table, server.store, device, void_link, *brought(server))


@cache
def brought(server: OnlineServer) -> tuple[str, str]:
    """A record and an experiment of somebody without a cookie; they belong to no game, so all worlds share them."""
    nobody = Friend(server)
    replay = nobody.post("/api/replays", {"text": legitimate_record()})["id"]
    run = begin_run(nobody)
    assert nobody.ask("POST", f"/api/lab/runs/{run}/stop").status == 204
    return replay, run


def begin_run(friend: Friend) -> str:
    """A small experiment."""
    run: str = friend.post("/api/lab/runs", {"baseline": {"bots": ["random"] * 3}, "games": 24})["id"]
    return run


def logged_out(table: Table, seated: Friend) -> Friend:
    """A device that held seat 1 for a while."""
    device = Friend(table.server)
    device.join(seated.post(f"/api/games/{table.id}/seats/1/link")["secret"])
    device.ask("GET", "/api/games")
    other = next(one for one in seated.ask("GET", "/api/devices").body if not one["this"])
    assert seated.ask("DELETE", f"/api/devices/{other['id']}").status == 204
    return device


def seats_shown(answer: Any) -> Iterator[int]:
    """The seats whose hidden hand is in an answer, wherever in it."""
    if isinstance(answer, dict):
        if isinstance(answer.get("children"), dict) and "seat" in answer and "money" in answer:
            yield answer["seat"]
        for value in answer.values():
            yield from seats_shown(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from seats_shown(value)


OK = "ok"
Outcomes = str | dict[str, str]  # for everyone alike, or by person


@dataclass(frozen=True)
class Rule:
    """What a request leads to, by state and person: `OK`, or the code of the refusal.

    A plain word is for all insiders alike; in a dict, `rest` is for those who are not named. ``path`` is what is asked
    for, if the route alone does not say. In it, and in the words of ``body``, what stands in braces is the world's.
    """

    route: str
    lobby: Outcomes
    running: Outcomes
    over: Outcomes
    opening: Outcomes | None = None  # None: as in the lobby
    outsiders: Outcomes = "not_invited"
    body: Message | None = None
    path: str = ""
    changes: bool = False  # it does something if it is granted: each state needs a world of its own

    def of(self, world: World) -> dict[str, str]:
        """The outcome for each person of a world."""
        of_state: Outcomes | None = getattr(self, world.state)
        insiders, others = _spread(self.lobby if of_state is None else of_state), _spread(self.outsiders)
        outsiders = {name: others.get(name, others["rest"]) for name in OUTSIDERS if name in world.people}
        return outsiders | {name: insiders.get(name, insiders["rest"]) for name in INSIDERS[world.state]}

    def ask(self, world: World, person: str) -> Answer:
        """Ask as somebody, with their cookie; a new one that is given is not taken home."""
        method, _, path = self.route.partition(" ")
        body = self.body and {name: _filled(value, world) for name, value in self.body.items()}
        return Friend(world.table.server, world.people[person].cookie).ask(
            method, _filled(self.path or path, world), body
        )


def everyone(route: str, outcome: str, **more: Any) -> Rule:
    """What has nothing to do with any game: the same for all."""
    return Rule(route, outcome, outcome, outcome, outsiders=outcome, **more)


def _filled(value: Any, world: World) -> Any:
    """What a rule says, with the ids and links of a world."""
    if not isinstance(value, str):
        return value
    known = {"id": world.game, "device": world.device, "replay": world.replay, "run": world.run}
    known |= {"link": world.table.links["everyone"], "void_link": world.void_link}
    for name, id in known.items():
        value = value.replace(f"{{{name}}}", id)
    return value


def _spread(outcomes: Outcomes) -> dict[str, str]:
    return {"rest": outcomes} if isinstance(outcomes, str) else outcomes


def outcome(answer: Answer) -> str:
    """What came of a request."""
    return OK if answer.status < 300 else str(answer.body["code"])
