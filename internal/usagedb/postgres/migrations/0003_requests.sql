-- A stored answer names its request and its format in columns of their own. A
-- request may take several units. The functions speak of computations and
-- refunds.

ALTER TABLE replays RENAME COLUMN lease TO request;
ALTER TABLE replays ADD COLUMN format text NOT NULL DEFAULT 'json';
-- The name of a file's format came before the request, on a line of its own.
UPDATE replays SET format = convert_from(substring(request FROM 1 FOR position('\x0a'::bytea IN request) - 1), 'UTF8'),
    request = substring(request FROM position('\x0a'::bytea IN request) + 1)
    WHERE substring(request FROM 1 FOR 1) <> '\x7b'::bytea;

ALTER TABLE usage DROP CONSTRAINT usage_units_check; -- below 0 refunds what the same request was billed
ALTER TABLE usage ALTER COLUMN units TYPE integer;
ALTER TABLE replays ALTER COLUMN units TYPE integer;
ALTER INDEX corrections_by_request RENAME TO refunds_by_request;

DROP FUNCTION settle;
DROP FUNCTION take_back;

-- record_computation records a computation, all of it or nothing. Outcomes: 0
-- original, 1 the claim is held by the answer that is returned, 2 over the quota.
CREATE FUNCTION record_computation(p_request_id text, p_key bigint, p_operation text, p_units integer, p_quota bigint, p_at bigint,
        p_month integer, p_duration bigint, p_idempotency_key text, p_version integer, p_fingerprint bytea, p_request bytea,
        p_format text, p_stored bytea, p_expires bigint)
    RETURNS TABLE (outcome integer, used bigint, first_request_id text, first_version integer, first_fingerprint bytea,
        first_request bytea, first_format text, first_stored bytea)
    LANGUAGE plpgsql AS $$
DECLARE
    v_first replays;
    v_claim bigint;
    v_usage bigint;
BEGIN
    used := coalesce((SELECT c.used FROM counters c WHERE c.key_ref = p_key AND c.month = p_month), 0);
    WHILE p_idempotency_key IS NOT NULL LOOP
        INSERT INTO replays (key_ref, operation, idempotency_key, request_id, version, fingerprint, request, format, stored,
                units, created_at, expires_at)
            VALUES (p_key, p_operation, p_idempotency_key, p_request_id, p_version, p_fingerprint, p_request, p_format, p_stored,
                p_units, p_at, p_expires)
            ON CONFLICT (key_ref, operation, idempotency_key) DO NOTHING RETURNING replays.ref INTO v_claim;
        EXIT WHEN FOUND;
        SELECT * INTO v_first FROM replays r
            WHERE r.key_ref = p_key AND r.operation = p_operation AND r.idempotency_key = p_idempotency_key;
        CONTINUE WHEN NOT FOUND; -- it has just gone
        IF v_first.expires_at > p_at THEN
            -- Read again: the computation that we waited for counts.
            used := coalesce((SELECT c.used FROM counters c WHERE c.key_ref = p_key AND c.month = p_month), 0);
            outcome := 1;
            first_request_id := v_first.request_id;
            first_version := v_first.version;
            first_fingerprint := v_first.fingerprint;
            first_request := v_first.request;
            first_format := v_first.format;
            first_stored := v_first.stored;
            RETURN NEXT;
            RETURN;
        END IF;
        DELETE FROM replays r WHERE r.ref = v_first.ref;
    END LOOP;
    outcome := 0;
    IF p_units > 0 AND used + p_units > p_quota THEN
        outcome := 2;
    ELSE
        INSERT INTO usage (request_id, key_ref, operation, status, code, units, month, at, duration_ns)
            VALUES (p_request_id, p_key, p_operation, 200, '', p_units, p_month, p_at, p_duration)
            RETURNING usage.ref INTO v_usage;
        IF p_units > 0 THEN
            -- Last, since others of the same key wait from here to the commit.
            INSERT INTO counters AS c (key_ref, month, used) VALUES (p_key, p_month, p_units)
                ON CONFLICT (key_ref, month) DO UPDATE SET used = c.used + excluded.used
                    WHERE c.used + excluded.used <= p_quota
                RETURNING c.used INTO used;
            IF NOT FOUND THEN -- others took the last units meanwhile
                DELETE FROM usage u WHERE u.ref = v_usage;
                outcome := 2;
            END IF;
        END IF;
    END IF;
    IF outcome = 2 THEN
        DELETE FROM replays r WHERE r.ref = v_claim;
        used := coalesce((SELECT c.used FROM counters c WHERE c.key_ref = p_key AND c.month = p_month), 0);
    END IF;
    RETURN NEXT;
END $$;

-- refund gives back the units of a request by a negative row, once. It returns
-- false where there is nothing to give back.
CREATE FUNCTION refund(p_request_id text, p_at bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_billed usage;
BEGIN
    SELECT * INTO v_billed FROM usage u WHERE u.request_id = p_request_id AND u.units > 0;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO usage (request_id, key_ref, operation, status, code, units, month, at, duration_ns)
        VALUES (p_request_id, v_billed.key_ref, v_billed.operation, 500, 'internal_error', -v_billed.units, v_billed.month,
            coalesce(p_at, now_ns()), 0)
        ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    UPDATE counters c SET used = c.used - v_billed.units WHERE c.key_ref = v_billed.key_ref AND c.month = v_billed.month;
    -- A repeated request is billed again.
    DELETE FROM replays r WHERE r.key_ref = v_billed.key_ref AND r.operation = v_billed.operation
        AND r.request_id = p_request_id;
    RETURN true;
END $$;
