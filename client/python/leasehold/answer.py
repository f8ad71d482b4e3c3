"""Responses and requests as JSON, with exact decimals."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from .contract import OPERATIONS, SHAPES

T = TypeVar("T")


@dataclass(frozen=True)
class Quota:
    """A key's quota for the UTC calendar month and its remaining units."""

    limit: int
    remaining: int


class Answer(Generic[T]):
    """A response of the server."""

    def __init__(self, operation: str, body: bytes, headers: Mapping[str, str], idempotency_key: str | None) -> None:
        self.body = body  # the received JSON
        self.request_id = headers.get("x-request-id", "")
        self.replay = headers.get("idempotent-replay") == "true"  # repeats an earlier response and was not billed
        self.idempotency_key = idempotency_key  # a later call with this key gets the same response
        self.quota = quota_of(headers)
        self.version = headers.get("x-leasehold-version", "")  # version of the server and of its accounting rules
        self._operation = operation

    @cached_property
    def data(self) -> T:
        """The response as dictionaries, with decimals as decimal.Decimal."""
        return cast(T, decode(self._operation, self.body))


def quota_of(headers: Mapping[str, str]) -> Quota | None:
    limit, remaining = headers.get("x-quota-limit"), headers.get("x-quota-remaining")
    if limit is None or remaining is None:
        return None
    return Quota(int(limit), int(remaining))


def decode(operation: str, body: bytes) -> Any:
    """Read the response of an operation."""
    value = json.loads(body, parse_float=Decimal)
    return _exact(value, OPERATIONS.get(operation, ("", ""))[1])


def _exact(value: Any, shape: str | None) -> Any:
    """Convert whole numbers to decimals in the fields that are decimals in the contract."""
    if shape == "#":
        return Decimal(value) if type(value) is int else value
    if isinstance(value, list):
        return [_exact(item, shape) for item in value]
    if isinstance(value, dict) and shape in SHAPES:
        return {name: _exact(member, SHAPES[shape].get(name)) for name, member in value.items()}
    return value


def encode(request: Any) -> bytes:
    """Print a request. Text and bytes are already JSON."""
    if isinstance(request, bytes):
        return request
    return (request if isinstance(request, str) else _print(request)).encode()


def _print(value: Any) -> str:
    """Print a value as JSON. A Decimal keeps its digits."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json.dumps(str(name))}:{_print(member)}" for name, member in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_print, value)) + "]"
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")
    if isinstance(value, Decimal) or isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return json.dumps(value)
