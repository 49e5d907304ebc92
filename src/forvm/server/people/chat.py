"""Table talk: kept before it is heard, heard by those it is meant for, and by nobody who has muted the speaker."""

from __future__ import annotations

import asyncio
import unicodedata

import msgspec

from forvm import text
from forvm.server.common.server_errors import ServerError
from forvm.server.common.server_limits import Meter
from forvm.server.common.timestamps import now
from forvm.server.people.accounts import Guest
from forvm.server.protocol.session_messages import TalkLine
from forvm.server.store import stored_sessions
from forvm.server.store.interface import Store
from forvm.server.store.transactions import Transaction

LONGEST_TALK = 500  # characters of a line
LONGEST_REF = 64
LINES_KEPT = 500  # in memory, and told to a page that comes anew; the store has them all

# What could not be seen, or would turn round what stands beside it: control signs, halves of signs, marks of direction.
_INVISIBLE = {"Cc", "Cs", "Co", "Cn"}
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Chat:
    """All that was said at one table."""

    def __init__(self, game: str, lines: list[TalkLine], mutes: dict[str, set[str]], store: Store) -> None:
        self._game = game
        self._lines = lines
        self._mutes = mutes  # by listener
        self._store = store
        self._lock = asyncio.Lock()

    def heard_by(self, guest: Guest, over: bool, after: int = 0) -> list[TalkLine]:
        """What somebody may hear of what was said after a line."""
        return [line for line in self._lines if line.number > after and self.hears(guest, line, over)]

    def hears(self, guest: Guest, line: TalkLine, over: bool) -> bool:
        """Is it meant for them? Spectators might tell a player what to do: until the end no player hears them."""
        if line.channel == "spectators" and guest.seats and not over:
            return False
        return line.speaker not in self._mutes.get(guest.speaker, ())

    def muted_by(self, guest: Guest) -> list[str]:
        """Whom somebody does not want to hear."""
        return sorted(self._mutes.get(guest.speaker, ()))

    async def say(self, guest: Guest, name: str, said: str, ref: str, meter: Meter) -> TalkLine | None:
        """Somebody says something; None if they had said it before, with the same ``ref``."""
        words = tidy(said)
        if not 1 <= len(ref) <= LONGEST_REF:
            raise ServerError("malformed", f"ref has 1 to {LONGEST_REF} characters.")
        async with self._lock:
            if any(line.ref == ref and line.speaker == guest.speaker for line in self._lines):
                return None
            meter.check((self._game, guest.speaker), "You have sent many chat messages.")
            line = TalkLine(
                number=self._lines[-1].number + 1 if self._lines else 1,
                channel="table" if guest.seats else "spectators",
                speaker=guest.speaker,
                seat=guest.seats[0] if guest.seats else None,
                name=name,
                text=words,
                at=now(),
                ref=ref,
            )
            raw = msgspec.json.encode(line)
            await self._store.run(
                lambda transaction: stored_sessions.add_talk(transaction, self._game, line.number, raw)
            )
            self._lines.append(line)
            del self._lines[:-LINES_KEPT]
        return line

    async def mute(self, guest: Guest, speaker: str, muted: bool, meter: Meter) -> bool:
        """Hear somebody no more, or again; says whether that changes anything.

        After a change each of the listener's pages is told all talk afresh, so nobody changes it all the time.
        """
        if speaker == guest.speaker or speaker not in {line.speaker for line in self._lines}:
            raise ServerError("malformed", "You can only mute other people who have written in the chat.")
        if (speaker in self._mutes.get(guest.speaker, ())) == muted:
            return False
        meter.check(("mute", self._game, guest.speaker), "You have muted and unmuted people often.")
        listener = guest.speaker
        await self._store.run(
            lambda transaction: stored_sessions.set_mute(transaction, self._game, listener, speaker, muted=muted)
        )
        mine = self._mutes.setdefault(guest.speaker, set())
        mine.add(speaker) if muted else mine.discard(speaker)
        return True


def tidy(said: str) -> str:
    """One line of text that shows as it is."""
    if len(said) > 2 * LONGEST_TALK:
        raise _too_long()
    seen = (" " if sign.isspace() else sign for sign in said)
    words = " ".join("".join(sign for sign in seen if _shows(sign)).split())
    if not words:
        raise ServerError("malformed", text.load("table")["talk"]["nothing"])
    if len(words) > LONGEST_TALK:
        raise _too_long()
    return words


def _shows(sign: str) -> bool:
    return unicodedata.category(sign) not in _INVISIBLE and sign not in _TURNING


def _too_long() -> ServerError:
    return ServerError("too_large", text.fill(text.load("table")["talk"]["long"], {"count": LONGEST_TALK}))


def read(transaction: Transaction, game: str) -> tuple[list[TalkLine], dict[str, set[str]]]:
    """What was said last, and who has muted whom."""
    last = stored_sessions.talk(transaction, game, LINES_KEPT)
    return [msgspec.json.decode(line, type=TalkLine) for line in last], stored_sessions.mutes(transaction, game)
