"""A policy at a table of a running server."""

import json
import secrets
import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Optional, Union
from urllib.parse import urlsplit

from . import _core
from ._websocket import Refused, WebSocket
from .text import request_of

Negotiate = Callable[["ServerTable", list[dict[str, Any]]], Optional[Iterable[str]]]
"""It gets the table and the news, and returns lines of talk."""

ServerPolicy = Callable[[_core.State, int], Union[str, int]]
"""It gets the view of its seat and the seat's number, and returns a move or the number of an action."""

_TABLE_KEYS = ("talk", "open_talk", "whispers", "pacts", "pace", "help", "order", "clock", "public", "edition")
_TRY_LATER = ("too_fast", "busy")
_SILENCE_S = 90.0  # the server pings a silent client every 30 seconds
_IN_VAIN = (400, 401, 403, 404, 405, 426)  # answers that another attempt would get too


class ServerResult(NamedTuple):
    """A finished game. link is the table's address, record its record; seat is the one the policy played at the end."""

    seat: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    why: str
    link: str
    record: str


class _Address(NamedTuple):
    origin: str
    host: str
    port: int
    tls: Optional[ssl.SSLContext]
    table: Optional[str]


def _address(url: str, tls: Optional[ssl.SSLContext]) -> _Address:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise _core.Error(f"url: {error}") from None
    if parts.scheme not in ("http", "https") or not host:
        raise _core.Error(f"url: expected http://HOST:PORT/ or a table's link but found {url!r}")
    words = [word for word in parts.path.split("/") if word]
    if words and (len(words) != 2 or words[0] != "t"):
        raise _core.Error(f"url: expected the path / or /t/TABLE but found {parts.path!r}")
    secure = parts.scheme == "https"
    return _Address(f"{parts.scheme}://{parts.netloc}", host, port or (443 if secure else 80),
                    (tls or ssl.create_default_context()) if secure else None, words[1] if words else None)


def _refusal(answer: dict[str, Any]) -> _core.Error:
    error = _core.Error(str(answer.get("sentence")))
    error.name, error.code = str(answer.get("error")), 0
    return error


class ServerTable:
    """A table of a server, as one person sees it: what a `negotiate` function gets.

    view    the last view, a dict as in docs/protocol.md: "pacts", "seats", "legal" and so on
    state   the position as the seat sees it, a view; None before the game
    seat    the number of the person's seat; None for a spectator
    act()   talks, proposes, accepts and so on
    """

    def __init__(self, address: _Address, secret: str, name: str, patience: float) -> None:
        self._address, self._secret, self._name, self._patience = address, secret, name, patience
        self._line: Optional[WebSocket] = None
        self._tag, self._requests = secrets.token_hex(8), 0
        self._n = 0
        self._events: list[dict[str, Any]] = []
        self.table: str = address.table or ""
        self.view: dict[str, Any] = {}
        self.host = False

    # --- what is seen ---

    @property
    def link(self) -> str:
        return f"{self._address.origin}/t/{self.table}"

    @property
    def stage(self) -> str:
        return str(self.view.get("stage"))

    @property
    def seats(self) -> list[dict[str, Any]]:
        return list(self.view.get("seats", ()))

    @property
    def seat(self) -> Optional[int]:
        return next((number for number, one in enumerate(self.seats) if one["seat"] == self.view.get("as")), None)

    @property
    def state(self) -> Optional[_core.State]:
        position = self.view.get("position")
        return _core.State.from_position(position, view=True) if position else None

    def events(self) -> list[dict[str, Any]]:
        """What happened since this was last asked, as in docs/protocol.md."""
        told, self._events = self._events, []
        return told

    # --- what is done ---

    def act(self, line: str) -> dict[str, Any]:
        """Talks, proposes, or answers a pact, in the lines of kickback.text: "say TEXT", "whisper SEAT: TEXT", "propose SEAT:
        PROMISES", "vow PROMISES", "accept N". Returns the server's answer, which for a proposal has its number, "pact"."""
        request = request_of(line)
        if request is None:
            raise _core.Error(f"expected say, whisper, propose, vow, accept, decline or withdraw but found '{line}'")
        return self.ask(**request, table=self.table)

    def ask(self, **request: Any) -> dict[str, Any]:
        """Sends a request and returns its answer. A refusal raises Error with the server's sentence. After a broken connection
        the request is sent again with the same id, so that it is carried out once."""
        deadline = time.monotonic() + self._patience
        while True:
            answer = self._ask_once(request)
            if answer["type"] == "ok":
                return answer
            if answer.get("error") not in _TRY_LATER or time.monotonic() > deadline:
                raise _refusal(answer)
            time.sleep(0.1)

    def _ask_once(self, request: dict[str, Any]) -> dict[str, Any]:
        identified = self._identified(request)
        while True:
            try:
                if self._line is None:
                    self.connect()
                return self._exchange(identified)
            except OSError:
                self.disconnect()

    def _identified(self, request: dict[str, Any]) -> dict[str, Any]:
        self._requests += 1
        return {"id": f"{self._tag}-{self._requests}", **request}

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        """Sends a request and waits for its answer, on this connection."""
        text = json.dumps(request, ensure_ascii=False)
        if len(text.encode()) > 4096:
            raise _core.Error("a request must not have more than 4096 bytes")
        assert self._line
        self._line.send(text)
        while True:
            message = self._receive()
            if message.get("id") == request["id"]:
                return message

    # --- the connection ---

    def connect(self) -> None:
        """Connects, says who this is, and watches the table; tries until patience is over."""
        deadline, wait = time.monotonic() + self._patience, 0.05
        while True:
            try:
                self._line = WebSocket(self._address.host, self._address.port, "/ws", self._secret, self._address.tls, _SILENCE_S)
                self._greet()
                return
            except OSError as error:
                self.disconnect()
                in_vain = isinstance(error, ssl.SSLError) or isinstance(error, Refused) and error.status in _IN_VAIN
                if in_vain or time.monotonic() > deadline:
                    raise _core.Error(f"{self._address.origin}: {error}") from None
                time.sleep(wait)
                wait = min(2 * wait, 2.0)

    def _greet(self) -> None:
        if self._receive().get("name") != self._name:
            self._must({"do": "name", "name": self._name})
        if self.table:
            self._watch()

    def _watch(self) -> None:
        seen = {"after": self._n, "as": self.view["as"]} if self.view else {}
        self.host = bool(self._must({"do": "watch", "table": self.table, **seen}).get("host"))
        while not self.view:
            self._receive()

    def _must(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = self._exchange(self._identified(request))
        if answer["type"] != "ok":
            raise _refusal(answer)
        return answer

    def watch(self, table: str) -> None:
        """Watches a table from now on, also after the connection broke."""
        self.table = table
        self.disconnect()
        self.connect()

    def disconnect(self) -> None:
        if self._line:
            self._line.close()
        self._line = None

    def wait(self) -> None:
        """Waits for news of the table, or for a new connection, with which they come too."""
        try:
            if self._line is None:
                self.connect()
            else:
                while self._receive().get("type") != "news":
                    pass
        except OSError:
            self.disconnect()

    def _receive(self) -> dict[str, Any]:
        """The next message; news are noted."""
        assert self._line
        message: dict[str, Any] = json.loads(self._line.receive())
        if message.get("table") == self.table and message["type"] == "closed":
            raise _refusal(message)
        if message.get("table") == self.table and message["type"] == "news":
            if message["view"]["as"] != self.view.get("as"):
                self._n = 0  # another viewer, whose events have other numbers
            self._events += [event for event in message["events"] if event["n"] > self._n]
            self.view = message["view"]
            self._n = self.view["n"]
        return message


# --- one game ------------------------------------------------------------------------------------------------------


def _sit_down(table: ServerTable, wanted: Union[int, str, None]) -> None:
    """Takes the seat that is wanted, or the first free one."""
    if wanted is not None:
        names = [one["seat"] for one in table.seats]
        if wanted not in names and not (isinstance(wanted, int) and 0 <= wanted < len(names)):
            raise _core.Error(f"seat: expected one of {', '.join(names)} but found {wanted!r}")
        table.ask(do="sit", table=table.table, seat=names[wanted] if isinstance(wanted, int) else wanted)
        return
    for one in table.seats:
        if one["plays"] == "nobody":
            try:
                table.ask(do="sit", table=table.table, seat=one["seat"])
                return
            except _core.Error as error:
                if error.name not in ("seat_taken", "seat_kept"):
                    raise
    raise _core.Error("no seat of this table is free")


def _gather(table: ServerTable, seat: Union[int, str, None], bots: Union[str, Sequence[str], None]) -> None:
    """Sits down. The host also seats the bots, and starts when every seat is taken."""
    if table.seat is None:
        _sit_down(table, seat)
    if table.host and bots is not None:
        free = [one["seat"] for one in table.seats if one["plays"] == "nobody"]
        names = [bots] * len(free) if isinstance(bots, str) else list(bots)
        if len(names) > len(free):
            raise _core.Error(f"bots: expected at most {len(free)} names but found {len(names)}")
        for one, bot in zip(free, names):
            table.ask(do="bot", table=table.table, seat=one, bot=bot)
    while table.stage == "gathering":
        if table.host and all(one["plays"] != "nobody" for one in table.seats):
            table.ask(do="start", table=table.table)
        else:
            table.wait()


def _move(table: ServerTable, policy: ServerPolicy, seat: int) -> None:
    state = table.state
    assert state
    chosen = policy(state, seat)
    move = chosen if isinstance(chosen, str) else state.move_of(seat, int(chosen))
    try:
        table.ask(do="move", table=table.table, move=move, decision=table.view["decision"])
    except _core.Error as error:
        if error.name not in ("stale", "bot_plays"):  # the clock ran out, and somebody else has decided
            raise


def _play(table: ServerTable, policy: ServerPolicy, negotiate: Optional[Negotiate]) -> None:
    decided = None
    while table.stage == "playing":
        events, seat = table.events(), table.seat
        if seat is None:
            raise _core.Error("the policy has lost its seat")
        if table.seats[seat]["plays"] != "person":  # a bot plays for it: takes the seat back
            table.ask(do="sit", table=table.table, seat=table.seats[seat]["seat"])
        elif negotiate and events:
            for line in negotiate(table, events) or ():
                table.act(line)
        elif table.view["as"] in table.view["actors"] and table.view["decision"] != decided:
            decided = table.view["decision"]
            _move(table, policy, seat)
        else:
            table.wait()


def _record(table: ServerTable) -> str:
    answer = table.ask(do="record", table=table.table)
    record = str(answer["record"])
    while "next" in answer:
        answer = table.ask(do="record", table=table.table, after=answer["next"])
        record += answer["record"]
    return record


def play_server(url: str, policy: ServerPolicy, *, code: Optional[str] = None, game: Optional[str] = None, players: Optional[int] = None,
                bots: Union[str, Sequence[str], None] = "greedy", seat: Union[int, str, None] = None, name: str = "policy",
                secret: Optional[str] = None, negotiate: Optional[Negotiate] = None, invite: Optional[Callable[[str, str], None]] = None,
                patience: float = 60.0, tls: Optional[ssl.SSLContext] = None, **options: Any) -> ServerResult:
    """Plays one game at a running server and returns its result.

    Which table: the one that url is the link of, the one with this code, or a new one of the named game. A new table has the
    options of the game, and those of `create` in docs/protocol.md (pace="off", talk="none" and so on). The host seats the
    bots, one for all free seats or a list of them, and starts when every seat is taken; people can take seats that have none:
    invite(link, code) is told how.

    policy(view, seat) returns a move, or the number of an action; a policy of the arena will do. negotiate(table, events) is
    called with every news and returns lines for table.act(): talk, proposals and answers.

    secret, 64 hexadecimal digits, is who the policy is. With the same secret and a table's link a program that was stopped
    goes on with its game. If the connection breaks, it is made again; if that fails for `patience` seconds, Error is raised.
    What the server refuses raises Error with its sentence; error.name is its name.
    """
    address = _address(url, tls)
    if sum(where is not None for where in (address.table, code, game)) != 1:
        raise _core.Error("expected either a table's link, a code, or the game of a new table")
    if game is None and (players is not None or options):
        raise _core.Error("players and options are for a new table")
    table = ServerTable(address, secret or secrets.token_hex(32), name, patience)
    try:
        found = {}
        if game is not None:
            fewest = players or _core.State(game).n_seats
            made = {key: options.pop(key) for key in _TABLE_KEYS if key in options}
            found = table.ask(do="create", game=game, players=fewest, options={key: str(value) for key, value in options.items()}, **made)
        elif code is not None:
            found = table.ask(do="find", code=code)
        table.watch(str(found.get("table", address.table)))
        if invite:
            invite(table.link, found.get("code", ""))
        if table.stage == "gathering":
            _gather(table, seat, bots if game is not None else None)
        _play(table, policy, negotiate)
        end = table.view["end"]
        names = [one["seat"] for one in table.seats]
        if table.seat is None:
            raise _core.Error("the policy had no seat in this game")
        return ServerResult(table.seat, tuple(end["scores"][one] for one in names), tuple(names.index(one) for one in end["winners"]),
                            end["why"], table.link, _record(table))
    finally:
        table.disconnect()
