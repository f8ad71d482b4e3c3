-- The books of the service. Times are Unix nanoseconds, months yyyymm in UTC.

-- One row that tells readers what of their memory is still true.
CREATE TABLE state (
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    keys_revision  INTEGER NOT NULL, -- rises with every change of a key
    counters_owner INTEGER NOT NULL, -- the process that charged last; others do not trust their memory of counters
    kept_from      INTEGER NOT NULL, -- first month whose usage rows are all still there
    moved_to       TEXT    NOT NULL, -- where the books were copied to for good; from then on nothing is written here
    swept_at       INTEGER NOT NULL, -- the time that sweeps have gone by so far, which believe no clock that leaps; 0 before the first
    emptied        INTEGER NOT NULL, -- the month before which a sweep has found no more usage
    days_to        INTEGER NOT NULL, -- the usage row up to which usage_days has the log
    audit_rows     INTEGER NOT NULL, -- audit entries so far
    audit_head     BLOB    NOT NULL, -- hash of the last one
    audit_removed  INTEGER NOT NULL, -- audit entries that sweeps have removed
    audit_before   BLOB    NOT NULL  -- hash of the last one of these
) STRICT;
INSERT INTO state VALUES (1, 1, 0, 0, '', 0, 0, 0, 0, x'', 0, x'');

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

-- What a key has used of its quota in a month, and where its usage rows end. No row
-- means nothing.
CREATE TABLE counters (
    key_ref INTEGER NOT NULL REFERENCES keys,
    month   INTEGER NOT NULL,
    used    INTEGER NOT NULL CHECK (used >= 0),
    logged  INTEGER NOT NULL, -- usage rows
    head    BLOB    NOT NULL, -- hash of the last one
    PRIMARY KEY (key_ref, month)
) STRICT, WITHOUT ROWID;

-- One row per authenticated request that was let in, and one of negative units per
-- refund. The rows of a key and month are a chain: each has its number in it and a
-- hash of the hash before it, the number and everything else in the row.
CREATE TABLE usage (
    ref         INTEGER PRIMARY KEY,
    request_id  TEXT    NOT NULL,
    key_ref     INTEGER NOT NULL REFERENCES keys,
    mode        TEXT    NOT NULL, -- of the key
    plan        TEXT    NOT NULL, -- of the key at the time
    operation   TEXT    NOT NULL,
    status      INTEGER NOT NULL,
    code        TEXT    NOT NULL, -- '' for a success
    units       INTEGER NOT NULL, -- of the quota; below 0 refunds what the same request was billed
    replay_of   TEXT,             -- request_id of the original
    month       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    number      INTEGER NOT NULL,
    hash        BLOB    NOT NULL -- SHA-256
) STRICT;
-- One key's usage without reading everybody's.
CREATE INDEX usage_by_key ON usage (key_ref, month);
-- With request_id as its first column, SQLite would no longer build an index of
-- the whole log for the queries that need one for a moment.
CREATE UNIQUE INDEX refunds_by_request ON usage (units, request_id) WHERE units < 0;

-- The usage log by day, up to state.days_to. A sweep adds what has come since, so
-- that a request costs nothing for it.
CREATE TABLE usage_days (
    key_ref  INTEGER NOT NULL REFERENCES keys,
    month    INTEGER NOT NULL,
    day      INTEGER NOT NULL, -- of the month, from 1
    requests INTEGER NOT NULL,
    units    INTEGER NOT NULL,
    PRIMARY KEY (key_ref, month, day)
) STRICT, WITHOUT ROWID;

-- Requests refused by the rate limit, counted by minute instead of logged.
CREATE TABLE refusals (
    key_ref INTEGER NOT NULL REFERENCES keys,
    minute  INTEGER NOT NULL, -- Unix minutes
    count   INTEGER NOT NULL,
    PRIMARY KEY (key_ref, minute)
) STRICT, WITHOUT ROWID;

-- Idempotency-Keys and the digests of their requests and responses. No request and no
-- response is stored.
CREATE TABLE replays (
    ref        INTEGER PRIMARY KEY,
    key_ref    INTEGER NOT NULL REFERENCES keys,
    operation  TEXT    NOT NULL,
    name       BLOB    NOT NULL, -- SHA-256 of the Idempotency-Key
    request_id TEXT    NOT NULL,
    request    BLOB    NOT NULL, -- SHA-256 of the normalized request and the response format
    response   BLOB    NOT NULL, -- SHA-256
    version    TEXT    NOT NULL, -- of the program and the accounting rules that responded
    units      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    number     INTEGER NOT NULL, -- of the usage row
    head       BLOB    NOT NULL, -- beginning of its hash
    UNIQUE (key_ref, operation, name)
) STRICT;
CREATE INDEX replays_by_expiry ON replays (expires_at);

-- People: accounts, their sessions, and which keys are theirs. Keys that the
-- command line made belong to nobody.

CREATE TABLE accounts (
    ref        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    email      TEXT    NOT NULL,        -- as given
    folded     TEXT    NOT NULL UNIQUE, -- as compared
    password   TEXT    NOT NULL,        -- argon2id
    plan       TEXT    NOT NULL,
    operator   INTEGER NOT NULL CHECK (operator IN (0, 1)),
    created_at INTEGER NOT NULL,
    asked_plan   TEXT    NOT NULL DEFAULT '', -- the plan that it asks for; '' for none
    asked_reason TEXT    NOT NULL DEFAULT '',
    asked_at     INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE sessions (
    hash        BLOB    NOT NULL PRIMARY KEY, -- SHA-256 of the token
    account_ref INTEGER NOT NULL REFERENCES accounts,
    started_at  INTEGER NOT NULL,
    seen_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_ref);

-- Links to a new password, each for one use.
CREATE TABLE password_links (
    hash        BLOB    NOT NULL PRIMARY KEY, -- SHA-256 of the token
    account_ref INTEGER NOT NULL REFERENCES accounts,
    made_at     INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_links_by_account ON password_links (account_ref);

CREATE TABLE account_keys (
    key_ref     INTEGER PRIMARY KEY REFERENCES keys,
    account_ref INTEGER NOT NULL REFERENCES accounts
) STRICT;
CREATE INDEX account_keys_by_account ON account_keys (account_ref);

-- Who did what, other than computing: sign-ins, keys, plans, settings. All entries are one
-- chain, as the usage rows of a key and month are.
CREATE TABLE audit (
    number  INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    action  TEXT    NOT NULL,
    actor   TEXT    NOT NULL, -- an account's ID, or 'operator' for a command on the server
    subject TEXT    NOT NULL, -- the ID of the account or the key that it was done to; '' for none
    detail  TEXT    NOT NULL, -- such as the new plan; never a secret
    address TEXT    NOT NULL, -- of the client; '' for a command on the server
    hash    BLOB    NOT NULL  -- SHA-256
) STRICT;
