-- A charge can be taken back by a row of -1 unit beside its own. SQLite cannot
-- change a CHECK, so the log is written anew.

CREATE TABLE usage_with_corrections (
    ref         INTEGER PRIMARY KEY,
    request_id  TEXT    NOT NULL,
    key_ref     INTEGER NOT NULL REFERENCES keys,
    operation   TEXT    NOT NULL,
    status      INTEGER NOT NULL,
    code        TEXT    NOT NULL, -- '' for a success
    units       INTEGER NOT NULL CHECK (units IN (-1, 0, 1)),
    replay_of   TEXT,             -- request_id of the original
    month       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL
) STRICT;
INSERT INTO usage_with_corrections SELECT * FROM usage;
DROP TABLE usage;
ALTER TABLE usage_with_corrections RENAME TO usage;
CREATE INDEX usage_by_key ON usage (key_ref, month);
-- With request_id as its first column, SQLite would no longer make an index of
-- the whole log for the questions that need one for a moment.
CREATE UNIQUE INDEX corrections_by_request ON usage (units, request_id) WHERE units < 0;
