"""Client for a Leasehold server. It needs only the standard library.

>>> client = Client(key, address="https://leases.example")
>>> answer = client.compute(lease)
>>> answer.data["result"]["initialLiability"]
Decimal('519841.89')

Figures are decimal.Decimal values with the same digits as in the server's response.
Every call that may be billed has an Idempotency-Key. After a lost connection, a
server error or too many requests, the call is repeated with the same key, so it is
billed at most once.
"""

from . import contract
from .answer import Answer, Quota
from .client import Client
from .error import ConnectionError, Fault, LeaseholdError

__all__ = ["Answer", "Client", "ConnectionError", "Fault", "LeaseholdError", "Quota", "contract"]
