-- A stored answer names its request and its format in columns of their own. A
-- request may take several units.

ALTER TABLE replays RENAME COLUMN lease TO request;
ALTER TABLE replays ADD COLUMN format TEXT NOT NULL DEFAULT 'json';
-- The name of a file's format came before the request, on a line of its own.
UPDATE replays SET format = CAST(substr(request, 1, instr(request, x'0a') - 1) AS TEXT),
    request = substr(request, instr(request, x'0a') + 1)
    WHERE substr(request, 1, 1) <> x'7b';

-- SQLite cannot change a CHECK, so both tables are written anew.
CREATE TABLE usage_of_units (
    ref         INTEGER PRIMARY KEY,
    request_id  TEXT    NOT NULL,
    key_ref     INTEGER NOT NULL REFERENCES keys,
    operation   TEXT    NOT NULL,
    status      INTEGER NOT NULL,
    code        TEXT    NOT NULL, -- '' for a success
    units       INTEGER NOT NULL, -- of the quota; below 0 refunds what the same request was billed
    replay_of   TEXT,             -- request_id of the original
    month       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL
) STRICT;
INSERT INTO usage_of_units SELECT * FROM usage;
DROP TABLE usage;
ALTER TABLE usage_of_units RENAME TO usage;
CREATE INDEX usage_by_key ON usage (key_ref, month);
-- With request_id as its first column, SQLite would no longer build an index of
-- the whole log for the queries that need one for a moment.
CREATE UNIQUE INDEX refunds_by_request ON usage (units, request_id) WHERE units < 0;

CREATE TABLE counters_of_units (
    key_ref INTEGER NOT NULL REFERENCES keys,
    month   INTEGER NOT NULL,
    used    INTEGER NOT NULL CHECK (used >= 0),
    PRIMARY KEY (key_ref, month)
) STRICT, WITHOUT ROWID;
INSERT INTO counters_of_units SELECT * FROM counters;
DROP TABLE counters;
ALTER TABLE counters_of_units RENAME TO counters;
