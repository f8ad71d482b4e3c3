-- The time that sweeps have gone by so far: they believe no clock that leaps. 0
-- before the first sweep.
ALTER TABLE state ADD COLUMN swept_at INTEGER NOT NULL DEFAULT 0;

-- The month before which a sweep has found no more usage.
ALTER TABLE state ADD COLUMN emptied INTEGER NOT NULL DEFAULT 0;

-- The usage log by day, up to a row of it. A sweep adds what has come since, so
-- that a request costs nothing for it.
ALTER TABLE state ADD COLUMN days_to INTEGER NOT NULL DEFAULT 0; -- usage.ref
CREATE TABLE usage_days (
    key_ref  INTEGER NOT NULL REFERENCES keys,
    month    INTEGER NOT NULL,
    day      INTEGER NOT NULL, -- of the month, from 1
    requests INTEGER NOT NULL,
    units    INTEGER NOT NULL,
    PRIMARY KEY (key_ref, month, day)
) STRICT, WITHOUT ROWID;

-- Who did what, other than computing: sign-ins, keys, plans, settings.
CREATE TABLE audit (
    ref     INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    action  TEXT    NOT NULL,
    actor   TEXT    NOT NULL, -- an account's ID, or 'operator' for a command on the server
    subject TEXT    NOT NULL, -- the ID of the account or the key that it was done to; '' for none
    detail  TEXT    NOT NULL, -- such as the new plan; never a secret
    address TEXT    NOT NULL  -- of the client; '' for a command on the server
) STRICT;
