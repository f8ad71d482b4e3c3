"""Errors from the server and from the connection to it."""

from dataclasses import dataclass
from typing import Any

from .answer import Quota


@dataclass(frozen=True)
class Fault:
    """One validation error of an invalid_request."""

    field: str  # the invalid field or header, or "body"
    message: str


class LeaseholdError(Exception):
    """A request that the server rejected, after all attempts.

    The code identifies the reason for programs; it is "" if the response is from another
    program between the client and the service. The fields attribute lists the validation
    errors of an invalid_request. After retry_after seconds, another attempt may succeed; 0
    means that waiting does not help.
    """

    def __init__(self, status: int, told: dict[str, Any], retry_after: float = 0, quota: Quota | None = None) -> None:
        self.status = status
        self.code: str = told.get("code", "")
        self.message: str = told.get("message", "")
        self.fields = [Fault(f["field"], f["message"]) for f in told.get("fields", [])]
        self.docs: str = told.get("docs", "")
        self.request_id: str = told.get("request_id", "")
        self.retry_after = retry_after
        self.quota = quota
        identity = f" ({self.request_id})" if self.request_id else ""
        super().__init__(f"{self.code or f'status {status}'}: {self.message}{identity}")


class ConnectionError(Exception):  # noqa: A001 - used as leasehold.ConnectionError
    """A server could not be reached or did not respond in time.

    The request may have been billed. Repeat it with the same idempotency_key, which is
    None if the request had no key.
    """

    def __init__(self, message: str, idempotency_key: str | None) -> None:
        self.idempotency_key = idempotency_key
        super().__init__(message)
