-- The tables of the service. Times are Unix nanoseconds; months are yyyymm in UTC.

-- One row that shows readers which of their caches are current.
CREATE TABLE state (
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    keys_revision  INTEGER NOT NULL, -- increases with every change to a key
    counters_owner INTEGER NOT NULL, -- process that charged last; other processes do not trust their cached counters
    kept_from      INTEGER NOT NULL, -- first month with all its usage rows
    moved_to       TEXT    NOT NULL, -- where the database was moved to, after which nothing is written here; '' if it was not moved
    swept_at       INTEGER NOT NULL, -- trusted time of the last sweep, which ignores clock jumps; 0 before the first sweep
    emptied        INTEGER NOT NULL, -- month before which sweeps have left no usage
    days_to        INTEGER NOT NULL, -- last usage row that is included in usage_days
    audit_rows     INTEGER NOT NULL, -- number of audit entries so far
    audit_head     BLOB    NOT NULL, -- hash of the last audit entry
    audit_removed  INTEGER NOT NULL, -- number of audit entries that sweeps have removed
    audit_before   BLOB    NOT NULL  -- hash of the last removed audit entry
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

-- A key has one current secret, and earlier secrets until their grace period ends.
CREATE TABLE secrets (
    hash       BLOB    NOT NULL PRIMARY KEY, -- SHA-256
    key_ref    INTEGER NOT NULL REFERENCES keys,
    prefix     TEXT    NOT NULL,
    last4      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER                       -- NULL for the current secret
) STRICT, WITHOUT ROWID;
CREATE INDEX secrets_by_key ON secrets (key_ref, created_at);

-- The units that a key has used in a month, and the end of its chain of usage rows. A
-- missing row means 0 units.
CREATE TABLE counters (
    key_ref INTEGER NOT NULL REFERENCES keys,
    month   INTEGER NOT NULL,
    used    INTEGER NOT NULL CHECK (used >= 0),
    logged  INTEGER NOT NULL, -- number of usage rows
    head    BLOB    NOT NULL, -- hash of the last usage row
    PRIMARY KEY (key_ref, month)
) STRICT, WITHOUT ROWID;

-- One row for each admitted request with a key, and one with negative units for each refund.
-- The rows for a key and month form a chain. Each row has its number in the chain, and a hash
-- of the preceding hash, the number and all the row's other columns.
CREATE TABLE usage (
    ref         INTEGER PRIMARY KEY,
    request_id  TEXT    NOT NULL,
    key_ref     INTEGER NOT NULL REFERENCES keys,
    mode        TEXT    NOT NULL, -- the key's mode
    plan        TEXT    NOT NULL, -- the key's plan at the time of the request
    operation   TEXT    NOT NULL,
    status      INTEGER NOT NULL,
    code        TEXT    NOT NULL, -- '' for a success
    units       INTEGER NOT NULL, -- billed units; negative in a refund of the same request
    replay_of   TEXT,             -- request_id of the original request
    month       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    number      INTEGER NOT NULL,
    hash        BLOB    NOT NULL -- SHA-256
) STRICT;
-- For reading one key's usage.
CREATE INDEX usage_by_key ON usage (key_ref, month);
-- With request_id as the first column, SQLite would use this index in queries for which it
-- should build a temporary index of the whole log.
CREATE UNIQUE INDEX refunds_by_request ON usage (units, request_id) WHERE units < 0;

-- Totals of the usage log by day, up to row state.days_to. A sweep adds the later rows, so that
-- recording a request does not take longer.
CREATE TABLE usage_days (
    key_ref  INTEGER NOT NULL REFERENCES keys,
    month    INTEGER NOT NULL,
    day      INTEGER NOT NULL, -- day of the month, from 1
    requests INTEGER NOT NULL,
    units    INTEGER NOT NULL,
    PRIMARY KEY (key_ref, month, day)
) STRICT, WITHOUT ROWID;

-- Requests that the rate limit rejected. They are counted per minute but not logged individually.
CREATE TABLE refusals (
    key_ref INTEGER NOT NULL REFERENCES keys,
    minute  INTEGER NOT NULL, -- Unix minutes
    count   INTEGER NOT NULL,
    PRIMARY KEY (key_ref, minute)
) STRICT, WITHOUT ROWID;

-- Digests of Idempotency-Keys and of their requests and responses. The keys, requests and
-- responses themselves are not stored.
CREATE TABLE replays (
    ref        INTEGER PRIMARY KEY,
    key_ref    INTEGER NOT NULL REFERENCES keys,
    operation  TEXT    NOT NULL,
    name       BLOB    NOT NULL, -- SHA-256 of the Idempotency-Key
    request_id TEXT    NOT NULL,
    request    BLOB    NOT NULL, -- SHA-256 of the normalized request and the response format
    response   BLOB    NOT NULL, -- SHA-256
    version    TEXT    NOT NULL, -- version of the program and of the accounting rules that computed the response
    units      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    number     INTEGER NOT NULL, -- number of the usage row
    head       BLOB    NOT NULL, -- beginning of the usage row's hash
    UNIQUE (key_ref, operation, name)
) STRICT;
CREATE INDEX replays_by_expiry ON replays (expires_at);

-- Accounts, their sessions and their keys. A key that was created on the command line
-- belongs to no account.

CREATE TABLE accounts (
    ref        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    email      TEXT    NOT NULL,        -- as the user entered it
    folded     TEXT    NOT NULL UNIQUE, -- in lower case, for comparisons
    password   TEXT    NOT NULL,        -- argon2id
    plan       TEXT    NOT NULL,
    operator   INTEGER NOT NULL CHECK (operator IN (0, 1)),
    created_at INTEGER NOT NULL,
    asked_plan   TEXT    NOT NULL DEFAULT '', -- requested plan; '' without a request
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

-- Password reset links. Each can be used once.
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

-- The audit log: sign-ins and changes to keys, plans and settings, with their actors. All
-- entries form one chain, like the usage rows of a key and month.
CREATE TABLE audit (
    number  INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    action  TEXT    NOT NULL,
    actor   TEXT    NOT NULL, -- an account's ID, or 'operator' for a command on the server
    subject TEXT    NOT NULL, -- ID of the changed account or key, or ''
    detail  TEXT    NOT NULL, -- details such as the new plan; never a secret
    address TEXT    NOT NULL, -- client's address; '' for a command on the server
    hash    BLOB    NOT NULL  -- SHA-256
) STRICT;
