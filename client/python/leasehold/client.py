"""The client."""

import http.client
import ipaddress
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable
from typing import Any

from . import contract
from .answer import Answer, encode, quota_of
from .error import ConnectionError, LeaseholdError

LONGEST_WAIT = 10.0  # seconds, unless the server requires a longer wait
MOST_WAIT = 600.0  # the longest wait in seconds that a server may require

class Client:
    """Calls one server with one API key. A client is safe for concurrent use.

    A request is a dictionary, or JSON as text or bytes, which is sent unchanged.

    If a call gets no response, or the server asks for a retry, the client repeats
    the call with the same Idempotency-Key. The retries argument is the maximum number of
    retries. The timeout of one attempt and first_wait, the wait before the first retry,
    are in seconds. If the server requires a wait of more than ten minutes, its error is
    raised instead.

    Without TLS, the API key is sent to this machine only, unless insecure is True.

    The idempotency_key identifies a computation: for 30 days, equal requests with the
    same key are billed once and get the same response. By default, each call has a
    random key, which all its attempts use.
    """

    def __init__(
        self,
        key: str,
        address: str = "http://127.0.0.1:8080",
        *,
        retries: int = 4,
        first_wait: float = 0.2,
        timeout: float = 30.0,
        sleep: Callable[[float], None] = time.sleep,
        insecure: bool = False,
    ) -> None:
        if not key or any(not "!" <= c <= "~" for c in key):
            raise ValueError("key: must be an API key, sk_test_… or sk_live_…")
        self._base = _base(address)
        clear = self._base.startswith("http:")
        if clear and not insecure and not _is_loopback(urllib.parse.urlsplit(self._base).hostname or ""):
            raise ValueError(f"address: {address!r} would send the key without TLS; use https, or allow it with insecure=True")
        self._key = key
        self._retries = max(0, retries)
        self._first_wait = first_wait
        self._timeout = timeout
        self._sleep = sleep
        # Do not send the key to a proxy without TLS.
        proxies = [urllib.request.ProxyHandler({})] if clear else []
        self._open = urllib.request.build_opener(_NoRedirect, *proxies).open

    def compute(
        self, lease: "contract.Lease | str | bytes", *, idempotency_key: str | None = None
    ) -> "Answer[contract.ComputeResponse]":
        """Return the complete accounting of a lease. Billed as 1 computation."""
        return self.call("compute", lease, idempotency_key=idempotency_key)

    def schedule(
        self, lease: "contract.Lease | str | bytes", *, idempotency_key: str | None = None
    ) -> "Answer[contract.ScheduleResponse]":
        """Return the amortization schedule of a lease. Billed as 1 computation."""
        return self.call("schedule", lease, idempotency_key=idempotency_key)

    def journal_entries(
        self, lease: "contract.Lease | str | bytes", *, idempotency_key: str | None = None
    ) -> "Answer[contract.JournalResponse]":
        """Return the journal entries of a lease. Billed as 1 computation."""
        return self.call("journal-entries", lease, idempotency_key=idempotency_key)

    def classify(self, lease: "contract.Lease | str | bytes") -> "Answer[contract.ClassifyResponse]":
        """Classify a lease as operating or finance, with the reasons. Free."""
        return self.call("classify", lease)

    def report(
        self, question: "contract.ReportRequest | str | bytes", *, idempotency_key: str | None = None
    ) -> "Answer[contract.ReportResponse]":
        """Return a report on many leases for a reporting period. Billed as 1 computation per lease."""
        return self.call("report", question, idempotency_key=idempotency_key)

    def verify(
        self, question: "contract.VerifyRequest | str | bytes", *, idempotency_key: str | None = None
    ) -> "Answer[contract.VerifyResponse]":
        """Compare another program's schedule with the lease. Billed as 1 computation."""
        return self.call("verify", question, idempotency_key=idempotency_key)

    def compare(
        self, lease: "contract.Lease | str | bytes", *, idempotency_key: str | None = None
    ) -> "Answer[contract.CompareResponse]":
        """Return one lease under every treatment. Billed as 1 computation."""
        return self.call("compare", lease, idempotency_key=idempotency_key)

    def call(self, operation: str, request: Any, *, idempotency_key: str | None = None) -> Answer[Any]:
        """Send a request to the operation with the given name.

        Raises LeaseholdError if the server rejects the request, and ConnectionError if
        there is no response.
        """
        if operation == "classify":
            idempotency_key = None
        elif idempotency_key is None:
            idempotency_key = f"auto_{uuid.uuid4()}"
        body = encode(request)
        attempt = 0
        while True:
            try:
                return self._try(operation, body, idempotency_key)
            except (LeaseholdError, ConnectionError) as failure:
                pause = self._pause(failure, attempt)
                if pause is None:
                    raise
            self._sleep(pause)
            attempt += 1

    def _try(self, operation: str, body: bytes, idempotency_key: str | None) -> Answer[Any]:
        """Make one attempt."""
        headers = {"Authorization": "Bearer " + self._key, "Content-Type": "application/json", "User-Agent": "leasehold-python"}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        request = urllib.request.Request(self._base + operation, data=body, headers=headers, method="POST")
        try:
            try:
                with self._open(request, timeout=self._timeout) as response:
                    return Answer(operation, response.read(), _lower(response.headers), idempotency_key)
            except urllib.error.HTTPError as error:
                with error:
                    raise _refusal(error.status or 0, _lower(error.headers), error.read()) from None
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionError(f"{operation}: no response from {self._base}: {error}", idempotency_key) from error

    def _pause(self, failure: LeaseholdError | ConnectionError, attempt: int) -> float | None:
        """Return the seconds to wait before another attempt, or None if there is none."""
        if attempt >= self._retries:
            return None
        backoff = min(self._first_wait * 2**attempt, LONGEST_WAIT)
        # Half of the wait is random, so that clients that failed together do not retry together.
        wait = backoff / 2 + random.random() * backoff / 2
        if isinstance(failure, ConnectionError):
            return wait
        if failure.retry_after > MOST_WAIT:
            return None
        if failure.retry_after > 0:
            return max(wait, failure.retry_after)
        return wait if failure.status >= 500 else None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, because the key must not be sent to another server."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _base(address: str) -> str:
    url = urllib.parse.urlsplit(address)
    if url.scheme not in ("http", "https") or not url.netloc or "@" in url.netloc or url.query or url.fragment:
        raise ValueError(f"address: {address!r} is not an address such as https://leases.example")
    base = address.rstrip("/")
    return (base if base.endswith("/api") else base + "/api") + "/v1/"


def _is_loopback(host: str) -> bool:
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _refusal(status: int, headers: dict[str, str], body: bytes) -> LeaseholdError:
    """Return the error in an error response."""
    # The response may be from another program between the client and the service.
    told: dict[str, Any] = {"message": repr(body[:200].decode(errors="replace")), "request_id": headers.get("x-request-id", "")}
    try:
        error = json.loads(body)["error"]
        if isinstance(error["code"], str):
            told = error
    except (ValueError, KeyError, TypeError):
        pass
    try:
        retry_after = max(0.0, float(headers.get("retry-after", 0)))
    except ValueError:
        retry_after = 0.0
    if retry_after != retry_after:
        retry_after = 0.0
    return LeaseholdError(status, told, retry_after, quota_of(headers))
