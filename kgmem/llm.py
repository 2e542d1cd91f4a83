"""Models behind an OpenAI-compatible HTTP address: OpenAI, Ollama, vLLM, llama.cpp. The one owner of `openai`.

Neither log nor error messages contain text that was sent: a server may quote it in its refusal, so the refusal's
own words are not passed on.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from typing import Any

from kgmem.errors import EncoderError
from kgmem.text import clean

BATCH = 64  # texts in one request; servers set their limits between 96 and 2,048

_REMEDIES = {
    400: "check the model's name, and that it is an embedding model",
    401: "check the API key",
    403: "check the API key",
    404: "check the model's name and the address (most end in /v1)",
    429: "its limit is reached; wait, or raise `retries`",
}


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
    client.organization = client.project = None  # the package takes them from the environment
    return client
