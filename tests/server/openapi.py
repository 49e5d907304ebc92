"""The HTTP interface as an OpenAPI document, made from the messages' own types, for tools that try it out."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from forvm.server.protocol import dice_messages, http_messages, lobby_messages, session_messages

ERRORS = ("400", "401", "403", "404", "405", "409", "413", "422", "429", "503")


class Operation(NamedTuple):
    """A request: what it sends, what it gets (None: no JSON), and which numbers or words its query has."""

    method: str
    path: str
    sends: Any = None
    gets: Any = None
    status: str = "200"
    query: tuple[str, ...] = ()


_FILM = ("first", "count", "seat")
OPERATIONS = (
    Operation("get", "/api/server", gets=lobby_messages.ServerInfo),
    Operation("get", "/api/editions", gets=http_messages.Catalogue),
    Operation("get", "/api/editions/{id}/board", gets=http_messages.Board),
    Operation("get", "/api/editions/{id}/rulebook", gets=http_messages.Rulebook),
    Operation("post", "/api/house-rules/check", http_messages.HouseRulesText, http_messages.HouseRules),
    Operation("get", "/api/games", gets=list[http_messages.GameLine]),
    Operation("post", "/api/games", http_messages.NewGame, http_messages.GameLine, "201"),
    Operation("get", "/api/games/{id}", gets=http_messages.GameLine),
    Operation("delete", "/api/games/{id}", status="204"),
    Operation("post", "/api/games/{id}/rematch", gets=http_messages.GameLine, status="201"),
    Operation("get", "/api/games/{id}/board", gets=http_messages.Board),
    Operation("get", "/api/games/{id}/rulebook", gets=http_messages.Rulebook),
    Operation("get", "/api/games/{id}/record"),
    Operation("get", "/api/games/{id}/replay", gets=http_messages.Replay),
    Operation("get", "/api/games/{id}/frames", gets=http_messages.Frames, query=_FILM),
    Operation("get", "/api/games/{id}/dice", gets=dice_messages.DiceReport),
    Operation("post", "/api/replays", http_messages.RecordText, http_messages.Replay, "201"),
    Operation("get", "/api/replays/{id}", gets=http_messages.Replay),
    Operation("get", "/api/replays/{id}/board", gets=http_messages.Board),
    Operation("get", "/api/replays/{id}/rulebook", gets=http_messages.Rulebook),
    Operation("get", "/api/replays/{id}/frames", gets=http_messages.Frames, query=_FILM),
    Operation("get", "/api/replays/{id}/dice", gets=dice_messages.DiceReport),
    Operation("post", "/api/gatherings", lobby_messages.NewGathering, lobby_messages.Opened, "201"),
    Operation("post", "/api/join", lobby_messages.Join, lobby_messages.Joined),
    Operation("get", "/api/devices", gets=list[lobby_messages.Device]),
    Operation("delete", "/api/devices/{id}", status="204"),
    Operation("get", "/api/gatherings/{id}", gets=lobby_messages.Gathering),
    Operation("delete", "/api/gatherings/{id}", status="204"),
    Operation("post", "/api/gatherings/{id}/sit", lobby_messages.Sit, lobby_messages.Gathering),
    Operation("post", "/api/gatherings/{id}/leave", gets=lobby_messages.Gathering),
    Operation("post", "/api/gatherings/{id}/ready", lobby_messages.Ready, lobby_messages.Gathering),
    Operation("post", "/api/gatherings/{id}/agreement", session_messages.Agreement, lobby_messages.Gathering),
    Operation("post", "/api/gatherings/{id}/seat", lobby_messages.ChangeSeat, lobby_messages.Gathering),
    Operation("post", "/api/gatherings/{id}/links", gets=lobby_messages.Links),
    Operation("post", "/api/gatherings/{id}/start", gets=lobby_messages.Gathering),
    Operation("post", "/api/gatherings/{id}/open", lobby_messages.OpenWords, lobby_messages.Gathering),
    Operation("post", "/api/gatherings/{id}/call-off", gets=lobby_messages.Gathering),
    Operation("post", "/api/games/{id}/again", gets=lobby_messages.Gathering, status="201"),
    Operation("post", "/api/games/{id}/seats/{seat}/link", gets=lobby_messages.Link, status="201"),
    Operation("post", "/api/games/{id}/spectators/link", gets=lobby_messages.Link, status="201"),
)


def document(ids: list[str]) -> dict[str, Any]:
    """The document; ``ids`` are tried in addresses beside whatever a tool thinks of."""
    types = [type for one in OPERATIONS for type in (one.sends, one.gets) if type is not None]
    types.append(http_messages.ErrorBody)
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    of = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method] = _described(one, of, ids)
    return {
        "openapi": "3.1.0",
        "info": {"title": "FORVM", "version": "1"},
        "paths": paths,
        "components": {"schemas": components},
    }


def _described(one: Operation, of: dict[str, Any], ids: list[str]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": f"{one.method} {one.path}",
        "parameters": [
            *(_parameter(name, "path", ids) for name in ("id", "seat") if f"{{{name}}}" in one.path),
            *(_parameter(name, "query", ["0", "1", "64", "all", "none"]) for name in one.query),
        ],
        "responses": {
            status: {"description": "refused", "content": _json(of[repr(http_messages.ErrorBody)])} for status in ERRORS
        },
    }
    if one.sends is not None:
        told["requestBody"] = {"required": True, "content": _json(of[repr(one.sends)])}
    answer: dict[str, Any] = {"description": "done"}
    if one.gets is not None:
        answer["content"] = _json(of[repr(one.gets)])
    elif one.status == "200":
        answer["content"] = {"text/plain": {"schema": {"type": "string"}}}
    told["responses"][one.status] = answer
    return told


def _parameter(name: str, where: str, known: list[str]) -> dict[str, Any]:
    schema = {"anyOf": [{"enum": known}, {"type": "string", "minLength": 1}]}
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
