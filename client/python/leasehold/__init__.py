"""Client of a Leasehold server. It needs only the standard library.

>>> client = Client(key, address="https://leases.example")
>>> answer = client.compute(lease)
>>> answer.data["result"]["initialLiability"]
Decimal('519841.89')

Figures arrive as decimal.Decimal: what the server printed is what the program
holds. Every call that may be billed carries an Idempotency-Key, and is repeated
under it after a lost connection, a server's error or too many requests, so that
it is billed once at most.
"""

from . import contract
from .answer import Answer, Quota
from .client import Client
from .error import ConnectionError, Fault, LeaseholdError

__all__ = ["Answer", "Client", "ConnectionError", "Fault", "LeaseholdError", "Quota", "contract"]
