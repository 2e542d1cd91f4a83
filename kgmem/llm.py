"""Models behind an OpenAI-compatible HTTP address: OpenAI, Ollama, vLLM, llama.cpp. The one owner of `openai`.

Neither log nor error messages contain text that was sent: a server may quote it in its refusal, so the refusal's
own words are not passed on. `Endpoint` gives vectors, `LLM` answers.
"""

from __future__ import annotations

import logging
import random
import re
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from typing import Any

from kgmem.errors import EncoderError, InvalidArgument, LLMError
from kgmem.llm_form import Form, Message
from kgmem.llm_outage import Outage
from kgmem.spending import Ledger, Price, Usage
from kgmem.text import clean

BATCH = 64  # texts in one request; servers set their limits between 96 and 2,048
LONGEST_ANSWER = 1_000_000
"""Characters above which an answer is refused."""
LONGEST_WAIT = 30.0
"""Seconds; a server that asks for a longer pause before a retry gets none."""
FIRST_WAIT = 0.5
"""Seconds before the first retry, where the server does not say; twice as long before each further one."""

_REMEDIES = {
    400: "check the model's name, and that it is an embedding model",
    401: "check the API key",
    403: "check the API key",
    404: "check the model's name and the address (most end in /v1)",
    429: "its limit is reached; wait, or raise `retries`",
}
_PASSING = (408, 409, 429)  # and 5xx: what may pass, so that it is tried again
_CONTENT = (400, 413, 422)  # what a server says of this request; another one may do


@dataclass(frozen=True)
class Endpoint:
    """A model at an address.

    Nothing is taken from OPENAI_* variables for it: no key, no organisation. timeout: seconds for one request.
    retries: of requests that failed in a way that may pass (no connection, 408, 409, 429, 5xx), with growing pauses.
    """

    base_url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    timeout: float = 30.0
    retries: int = 2

    def __post_init__(self) -> None:
        if not self.base_url.startswith(("http://", "https://")):
            raise EncoderError(f"{self.address!r} is no address: it must begin with http:// or https://")

    @property
    def address(self) -> str:
        """base_url without a password: fit for messages and files."""
        return re.sub(r"//[^/@]*@", "//", self.base_url)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector per text, in order, as the server gives them. No text, no request."""
        vectors: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            vectors += self._embed_some([clean(text) or " " for text in texts[start : start + BATCH]])
        if len(set(map(len, vectors))) > 1:
            raise self._error("gave vectors of different lengths", "use another embedding model or server")
        return vectors

    def _embed_some(self, texts: list[str]) -> list[list[float]]:
        client = _client(self)
        import openai

        try:
            # Asked for by name, because the package would ask for base64, which not every server knows.
            answer = client.embeddings.create(model=self.model, input=texts, encoding_format="float")
        except openai.APIStatusError as error:
            status = error.status_code
            remedy = _REMEDIES.get(status, "see the server's own log")
            raise self._error(f"refused to embed (HTTP {status})", remedy) from None
        except openai.APITimeoutError:
            raise self._error(f"gave no answer in {self.timeout:g} s", "raise `timeout`") from None
        except openai.APIConnectionError:
            raise self._error("cannot be reached", "check that the server runs and the address is right") from None
        except (openai.OpenAIError, ValueError, TypeError):
            raise self._error("did not answer with embeddings", "check the address (most end in /v1)") from None
        return self._vectors(answer, len(texts))

    def _vectors(self, answer: Any, count: int) -> list[list[float]]:
        """The vectors of an answer in the order of the texts; servers may send them in another."""
        items = getattr(answer, "data", None)
        if not isinstance(items, list):
            raise self._error("did not answer with embeddings", "check the address (most end in /v1)")
        if len(items) != count:
            raise self._error(f"gave {len(items)} vectors for {count} texts", "use another embedding model or server")
        numbered = {getattr(item, "index", None): getattr(item, "embedding", None) for item in items}
        vectors = [numbered.get(number) for number in range(count)]
        if not all(map(_is_vector, vectors)):
            raise self._error("gave something that is no vector", "use another embedding model or server")
        return vectors  # type: ignore[return-value]

    def _error(self, what: str, remedy: str) -> EncoderError:
        return EncoderError(f"{self.model} at {self.address} {what}: {remedy}")


class LLM:
    """A language model behind an OpenAI-compatible address. Threads may share it.

    timeout: seconds a server may be silent in one request. retries: of requests that failed in a way that may pass (no
    connection, 408, 409, 429, 5xx), after the pause the server asks for, up to 30 s, or else 0.5 s, 1 s, 2 s, ... for
    about so long. parallel: most requests at a time. price: of a million tokens sent and received, for `usage`.

    After three calls in a row that came to nothing the server is left alone for a minute: calls fail at once, and then
    one more failure is enough for the next minute (`Outage`).

    Raises InvalidArgument for an address that does not begin with http:// or https://, or numbers out of range.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: str | None = None,
        timeout: float = 30.0,
        retries: int = 2,
        parallel: int = 4,
        price: Price | None = None,
        outage: Outage | None = None,
    ) -> None:
        if not isinstance(base_url, str) or not base_url.startswith(("http://", "https://")):
            raise InvalidArgument("the address of a language model must begin with http:// or https://")
        if not isinstance(model, str) or not model.strip():
            raise InvalidArgument("model= must be the name the server knows the model by")
        for name, value, least in (("timeout", timeout, 0.001), ("retries", retries, 0), ("parallel", parallel, 1)):
            if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value < float("inf"):
                raise InvalidArgument(f"{name}={value!r} must be a number from {least:g}")
        self._endpoint = Endpoint(base_url, model, api_key, float(timeout), 0)
        self.retries, self.parallel = int(retries), int(parallel)
        self._slots = threading.BoundedSemaphore(self.parallel)
        self._ledger = Ledger(price)
        self._outage = outage or Outage()
        self._form = Form()

    @property
    def model(self) -> str:
        return self._endpoint.model

    @property
    def address(self) -> str:
        """Where it is, without a password: fit for messages and files."""
        return self._endpoint.address

    @property
    def resting(self) -> float:
        """Seconds for which the server is left alone after failures; 0 when it may be asked."""
        return self._outage.left()

    def __repr__(self) -> str:
        return f"<LLM {self.model} at {self.address}>"

    def usage(self) -> tuple[Usage, ...]:
        """What was asked since this was made, and what it cost: one entry per kind of call."""
        return self._ledger.usage()

    def note(self, kind: str, *, asked: int = 0, spared: int = 0, refused: int = 0) -> None:
        """Have `usage` count what calls of this kind are about."""
        self._ledger.note(kind, asked=asked, spared=spared, refused=refused)

    def chat(
        self,
        messages: Sequence[Message],
        *,
        kind: str,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> str:
        """The answer to a chat, never blank. It may be cut short, at max_tokens or by the server.

        kind: what the call is for, in a word; `usage` counts by it. schema: a JSON schema the answer is to follow, with
        all properties required and no others allowed. A server that refuses it is asked for any JSON object, or else
        for text, with the schema in words; the answer is to be checked in each case.

        Raises LLMError, `outage` telling whether a later try may do better. Nothing that was sent is in it.
        """
        if left := self._outage.left():
            raise self._error(f"failed too often in a row, and is left alone for {left:.0f} s more", outage=True)
        said = [{"role": one["role"], "content": clean(one["content"])} for one in messages]
        began, tries = time.monotonic(), [0]
        try:
            text, tokens = self._answer(said, kind, schema, max_tokens, tries)
        except LLMError as error:
            self._ledger.failed(kind, retries=tries[0], seconds=time.monotonic() - began)
            if error.outage:
                self._outage.failed()
            else:
                self._outage.answered()
            raise
        self._outage.answered()
        self._ledger.answered(kind, tokens, retries=tries[0], seconds=time.monotonic() - began)
        return text

    def map(
        self,
        chats: Sequence[Sequence[Message]],
        *,
        kind: str,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> list[str | LLMError]:
        """`chat` for each, at most `parallel` at a time; answers in order, and the error in the place of one that
        failed."""

        def asked(messages: Sequence[Message]) -> str | LLMError:
            try:
                return self.chat(messages, kind=kind, schema=schema, max_tokens=max_tokens)
            except LLMError as error:
                return error

        if len(chats) < 2:
            return [asked(one) for one in chats]
        with ThreadPoolExecutor(min(self.parallel, len(chats)), thread_name_prefix="kgmem-llm") as workers:
            return list(workers.map(asked, chats))

    def _answer(
        self,
        messages: Sequence[Message],
        kind: str,
        schema: Mapping[str, Any] | None,
        max_tokens: int | None,
        tries: list[int],
    ) -> tuple[str, tuple[int, int] | None]:
        import openai

        form = self._form
        while True:
            try:
                answer = self._once(form.request(messages, kind, schema, max_tokens))
            except openai.APIStatusError as error:
                status = error.status_code
                simpler = form.without(error.param, schema is not None) if status in _CONTENT else None
                if simpler is not None:
                    form = simpler
                    continue
                wait = self._wait(tries[0], error.response.headers) if status in _PASSING or status >= 500 else None
                if wait is None:
                    remedy = "check what it allows" if status in _CONTENT else _REMEDIES.get(status, "see its own log")
                    raise self._error(f"refused (HTTP {status}): {remedy}", outage=status not in _CONTENT) from None
            except openai.APIConnectionError as error:
                wait = self._wait(tries[0], {})
                if wait is None:
                    slow = isinstance(error, openai.APITimeoutError)
                    raise self._error(
                        f"gave no answer in {self._endpoint.timeout:g} s: raise `timeout`"
                        if slow
                        else "cannot be reached: check that the server runs and the address is right",
                        outage=True,
                    ) from None
            else:
                self._form = form
                return self._text(answer), _tokens(answer)
            tries[0] += 1
            time.sleep(wait)

    def _once(self, request: Mapping[str, Any]) -> Any:
        client = _client(self._endpoint)
        import openai

        try:
            with self._slots:
                return client.chat.completions.create(model=self.model, **request)
        except (openai.APIStatusError, openai.APIConnectionError):
            raise
        except (openai.OpenAIError, ValueError, TypeError, AttributeError):
            raise self._error("did not answer as a chat: check the address (most end in /v1)", outage=True) from None

    def _text(self, answer: Any) -> str:
        choices = getattr(answer, "choices", None)
        if not isinstance(choices, list):
            raise self._error("did not answer as a chat: check the address (most end in /v1)", outage=True)
        text = getattr(getattr(choices[0], "message", None), "content", None) if choices else None
        if not isinstance(text, str) or not text.strip():
            raise self._error("gave an empty answer: try another model")
        if len(text) > LONGEST_ANSWER:
            raise self._error(f"gave an answer of {len(text)} characters: try another model")
        return text

    def _wait(self, tries: int, headers: Mapping[str, str]) -> float | None:
        """Seconds before the next try; None for giving up."""
        if tries >= self.retries:
            return None
        try:
            asked = float(headers.get("retry-after", ""))
        except ValueError:
            return float(FIRST_WAIT * 2**tries * random.uniform(0.75, 1.25))  # so that not all come back at once
        return asked if 0 <= asked <= LONGEST_WAIT else None

    def _error(self, what: str, *, outage: bool = False) -> LLMError:
        return LLMError(f"{self.model} at {self.address} {what}", outage=outage)


def _tokens(answer: Any) -> tuple[int, int] | None:
    usage = getattr(answer, "usage", None)
    sent, received = (getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens"))
    return (sent, received) if isinstance(sent, int) and isinstance(received, int) else None


def _is_vector(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) > 0
        and all(isinstance(number, (int, float)) and isfinite(number) for number in value)
    )


@lru_cache(maxsize=8)
def _client(endpoint: Endpoint) -> Any:
    try:
        import openai
    except ImportError as error:
        raise EncoderError("an endpoint needs the openai package: pip install openai") from error
    packaged = logging.getLogger("openai")
    if packaged.getEffectiveLevel() < logging.INFO:
        packaged.setLevel(logging.INFO)  # older versions write whole requests at DEBUG, texts included
    client = openai.OpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key or "none",  # not None, or OPENAI_API_KEY would be sent to any server
        timeout=endpoint.timeout,
        max_retries=endpoint.retries,
    )
    # The package takes these from the environment, and would send them to any server.
    client.organization = client.project = client.admin_api_key = client.webhook_secret = None
    client._custom_headers = {}
    return client
