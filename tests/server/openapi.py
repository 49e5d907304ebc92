"""The HTTP interface as an OpenAPI document, made from the messages' own types, for tools that try it out."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from forvm.server.messages import company, dice, gathering, http

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
    Operation("get", "/api/server", gets=gathering.ServerInfo),
    Operation("get", "/api/editions", gets=http.Catalogue),
    Operation("get", "/api/editions/{id}/board", gets=http.Board),
    Operation("get", "/api/editions/{id}/rulebook", gets=http.Rulebook),
    Operation("post", "/api/house-rules/check", http.HouseRulesText, http.HouseRules),
    Operation("get", "/api/games", gets=list[http.GameLine]),
    Operation("post", "/api/games", http.NewGame, http.GameLine, "201"),
    Operation("get", "/api/games/{id}", gets=http.GameLine),
    Operation("delete", "/api/games/{id}", status="204"),
    Operation("post", "/api/games/{id}/rematch", gets=http.GameLine, status="201"),
    Operation("get", "/api/games/{id}/board", gets=http.Board),
    Operation("get", "/api/games/{id}/rulebook", gets=http.Rulebook),
    Operation("get", "/api/games/{id}/record"),
    Operation("get", "/api/games/{id}/replay", gets=http.Replay),
    Operation("get", "/api/games/{id}/frames", gets=http.Frames, query=_FILM),
    Operation("get", "/api/games/{id}/dice", gets=dice.DiceReport),
    Operation("post", "/api/replays", http.RecordText, http.Replay, "201"),
    Operation("get", "/api/replays/{id}", gets=http.Replay),
    Operation("get", "/api/replays/{id}/board", gets=http.Board),
    Operation("get", "/api/replays/{id}/rulebook", gets=http.Rulebook),
    Operation("get", "/api/replays/{id}/frames", gets=http.Frames, query=_FILM),
    Operation("get", "/api/replays/{id}/dice", gets=dice.DiceReport),
    Operation("post", "/api/gatherings", gathering.NewGathering, gathering.Opened, "201"),
    Operation("post", "/api/join", gathering.Join, gathering.Joined),
    Operation("get", "/api/devices", gets=list[gathering.Device]),
    Operation("delete", "/api/devices/{id}", status="204"),
    Operation("get", "/api/gatherings/{id}", gets=gathering.Gathering),
    Operation("delete", "/api/gatherings/{id}", status="204"),
    Operation("post", "/api/gatherings/{id}/sit", gathering.Sit, gathering.Gathering),
    Operation("post", "/api/gatherings/{id}/leave", gets=gathering.Gathering),
    Operation("post", "/api/gatherings/{id}/ready", gathering.Ready, gathering.Gathering),
    Operation("post", "/api/gatherings/{id}/agreement", company.Agreement, gathering.Gathering),
    Operation("post", "/api/gatherings/{id}/seat", gathering.ChangeSeat, gathering.Gathering),
    Operation("post", "/api/gatherings/{id}/links", gets=gathering.Links),
    Operation("post", "/api/gatherings/{id}/start", gets=gathering.Gathering),
    Operation("post", "/api/gatherings/{id}/open", gathering.OpenWords, gathering.Gathering),
    Operation("post", "/api/gatherings/{id}/call-off", gets=gathering.Gathering),
    Operation("post", "/api/games/{id}/again", gets=gathering.Gathering, status="201"),
    Operation("post", "/api/games/{id}/seats/{seat}/link", gets=gathering.Link, status="201"),
    Operation("post", "/api/games/{id}/spectators/link", gets=gathering.Link, status="201"),
)


def document(ids: list[str]) -> dict[str, Any]:
    """The document; ``ids`` are tried in addresses beside whatever a tool thinks of."""
    types = [type for one in OPERATIONS for type in (one.sends, one.gets) if type is not None]
    types.append(http.ErrorBody)
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
            status: {"description": "refused", "content": _json(of[repr(http.ErrorBody)])} for status in ERRORS
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
