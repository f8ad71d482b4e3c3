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
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    hash        BLOB    NOT NULL PRIMARY KEY, -- SHA-256 of the token
    account_ref INTEGER NOT NULL REFERENCES accounts,
    started_at  INTEGER NOT NULL,
    seen_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_ref);

CREATE TABLE account_keys (
    key_ref     INTEGER PRIMARY KEY REFERENCES keys,
    account_ref INTEGER NOT NULL REFERENCES accounts
) STRICT;
CREATE INDEX account_keys_by_account ON account_keys (account_ref);

-- One key's usage without reading everybody's.
CREATE INDEX usage_by_key ON usage (key_ref, month);
