"""How a chat is asked for: what servers that call themselves OpenAI-compatible take in a request, and what not."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Message = Mapping[str, str]
"""One message of a chat, as `{"role": "user", "content": "..."}`."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a server takes in a request. `schema`: how an answer is bound to a JSON schema: "schema" by the server,
    "object" by it to JSON and by words to the schema, "" by words alone."""

    schema: str = "schema"
    temperature: bool = True
    limit: str = "max_tokens"

    def without(self, param: str | None, bound: bool) -> Form | None:
        """The next simpler form after a refusal that names a parameter, or none; None when there is no simpler one."""
        if param == "temperature" and self.temperature:
            return replace(self, temperature=False)
        if param == "max_tokens" and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if bound and self.schema and (param is None or param.startswith("response_format")):
            return replace(self, schema={"schema": "object", "object": ""}[self.schema])
        return None

    def request(
        self, messages: Sequence[Message], kind: str, schema: Mapping[str, Any] | None, max_tokens: int | None
    ) -> dict[str, Any]:
        sent: dict[str, Any] = {"messages": [dict(one) for one in messages]}
        if self.temperature:
            sent["temperature"] = 0
        if max_tokens is not None:
            sent[self.limit] = max_tokens
        if schema is None:
            return sent
        titled = {"title": kind, **schema}
        if self.schema == "schema":
            named = {"name": kind, "schema": titled, "strict": True}
            return {**sent, "response_format": {"type": "json_schema", "json_schema": named}}
        words = f"Answer with one JSON object and nothing else, by this JSON schema: {json.dumps(titled)}"
        sent["messages"].insert(
            1 if sent["messages"][0]["role"] == "system" else 0, {"role": "system", "content": words}
        )
        return {**sent, "response_format": {"type": "json_object"}} if self.schema else sent
