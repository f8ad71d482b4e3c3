"""Calls the test's server and prints the outcomes, as behaviour.mjs does."""

import json
import sys
from decimal import Decimal

from leasehold import Client, ConnectionError, LeaseholdError

address = sys.argv[1]
lease = {
    "commencementDate": "2026-01-01",
    "termMonths": 12,
    "paymentAmount": Decimal("987654321098765.43"),
    "discountRateAnnual": Decimal("0.0612345678901234567"),
    "tags": {"paymentAmount": "1.50"},
    "rentSteps": [{"from": "2026-07-01", "paymentAmount": Decimal("1e3")}],
}


def outcome(path, ask=lambda c: c.compute(lease, idempotency_key="named"), key="sk_test_key", base=address, **options):
    try:
        answer = ask(Client(key, base + ("" if path == "@" else path), **{"first_wait": 0.001} | options))
    except LeaseholdError as e:
        return ["refused", e.status, e.code, str(e), [f.field for f in e.fields], e.request_id, e.retry_after]
    except ConnectionError as e:
        return ["lost", e.idempotency_key or ""]
    except ValueError:
        return ["wrong"]
    result = answer.data.get("result", {})
    figure = result.get("initialLiability")
    assert figure is None or type(figure) is Decimal
    remaining = answer.quota.remaining if answer.quota else None
    return ["answer", figure if figure is None else str(figure), result.get("termMonths"), answer.replay, answer.idempotency_key or "", remaining]


told = {
    "exact": outcome("/exact"),
    "whole": outcome("/whole"),
    "lost": outcome("/lost"),
    "failing": outcome("/failing"),
    "limited": outcome("/limited"),
    "refused": outcome("/refused"),
    "foreign": outcome("/foreign", retries=1),
    "redirected": outcome("/redirected", retries=0),
    "never": outcome("/never", retries=2),
    "slow": outcome("/slow", retries=0, timeout=0.1),
    "unnamed": outcome("/failing2", lambda c: c.schedule(lease))[0],
    "free": outcome("/exact", lambda c: c.classify(lease))[0:5:4],
    "key": outcome("/exact", key="two words"),
    "patient": outcome("/patient")[:3],
    "clear": [outcome("@", base=base) for base in ("http://leases.example", "http://127.0.0.1.example")],
    "infinite": outcome("/exact", lambda c: c.compute(lease | {"paymentAmount": float("inf")})),
}
print(json.dumps(told))
