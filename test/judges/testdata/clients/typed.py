# Pyright checks what the types accept and reject.
from decimal import Decimal

from leasehold import Client
from leasehold.contract import Lease

lease: Lease = {
    "commencementDate": "2026-01-01",
    "termMonths": 60,
    "paymentAmount": Decimal("10000.00"),
    "discountRateAnnual": 0.06,
    "events": [{"date": "2027-01-01", "type": "index", "changePct": Decimal("0.03")}],
}
answer = Client("sk_test_key").compute(lease, idempotency_key="one")
liability: Decimal = answer.data["result"]["initialLiability"]
wrong: int = answer.data["result"]["initialLiability"]  # pyright: ignore[reportAssignmentType]
lease["rent"] = 1  # pyright: ignore[reportGeneralTypeIssues]
short: Lease = {"termMonths": 60}  # pyright: ignore[reportAssignmentType]
