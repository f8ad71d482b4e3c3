-- The books of the service. Times are Unix nanoseconds, months yyyymm in UTC.

-- One row that tells readers what of their memory is still true.
CREATE TABLE state (
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    keys_revision  INTEGER NOT NULL, -- rises with every change of a key
    counters_owner INTEGER NOT NULL, -- the process that charged last; others do not trust their memory of counters
    kept_from      INTEGER NOT NULL, -- first month whose usage rows are still all there
    moved_to       TEXT    NOT NULL  -- where the books were copied to for good; from then on nothing is written here
) STRICT;
INSERT INTO state VALUES (1, 1, 0, 0, '');

CREATE TABLE keys (
    ref        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    plan       TEXT    NOT NULL,
    mode       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;

-- A key has one current secret, and earlier ones until their grace ends.
CREATE TABLE secrets (
    hash       BLOB    NOT NULL PRIMARY KEY, -- SHA-256
    key_ref    INTEGER NOT NULL REFERENCES keys,
    prefix     TEXT    NOT NULL,
    last4      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER                       -- NULL for the current one
) STRICT, WITHOUT ROWID;
CREATE INDEX secrets_by_key ON secrets (key_ref, created_at);

-- What a key has used of its quota in a month. No row means nothing.
CREATE TABLE counters (
    key_ref INTEGER NOT NULL REFERENCES keys,
    month   INTEGER NOT NULL,
    used    INTEGER NOT NULL CHECK (used > 0),
    PRIMARY KEY (key_ref, month)
) STRICT, WITHOUT ROWID;

-- One row per authenticated request that was let in.
CREATE TABLE usage (
    ref         INTEGER PRIMARY KEY,
    request_id  TEXT    NOT NULL,
    key_ref     INTEGER NOT NULL REFERENCES keys,
    operation   TEXT    NOT NULL,
    status      INTEGER NOT NULL,
    code        TEXT    NOT NULL, -- '' for a success
    units       INTEGER NOT NULL CHECK (units IN (0, 1)),
    replay_of   TEXT,             -- request_id of the original
    month       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL
) STRICT;

-- Requests refused by the rate limit, counted by minute instead of logged.
CREATE TABLE refusals (
    key_ref INTEGER NOT NULL REFERENCES keys,
    minute  INTEGER NOT NULL, -- Unix minutes
    count   INTEGER NOT NULL,
    PRIMARY KEY (key_ref, minute)
) STRICT, WITHOUT ROWID;

-- Answers by Idempotency-Key. A rowid table, so that the long rows are appended
-- and only the short index is written at random.
CREATE TABLE replays (
    ref             INTEGER PRIMARY KEY,
    key_ref         INTEGER NOT NULL REFERENCES keys,
    operation       TEXT    NOT NULL,
    idempotency_key TEXT    NOT NULL,
    request_id      TEXT    NOT NULL,
    version         INTEGER NOT NULL, -- of the fingerprint
    fingerprint     BLOB    NOT NULL,
    lease           BLOB    NOT NULL, -- normalized JSON
    stored          BLOB    NOT NULL, -- the answer, zstd
    units           INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL,
    UNIQUE (key_ref, operation, idempotency_key)
) STRICT;
CREATE INDEX replays_by_expiry ON replays (expires_at);
