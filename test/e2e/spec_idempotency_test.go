package e2e

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfIdempotency returns the promises of SPEC 4.3.
func promisesOfIdempotency() []promise {
	return []promise{
		{"4.3", "When a request with an Idempotency-Key is repeated", aRepeatIsTheSameResult},
		{"4.3", "A replay carries the response header", aReplaySaysSoAndIsFree},
		{"4.3", "An original response", func(t *testing.T) {
			reply := send(t, wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key, Body: plainLease}.Keyed("an original"[3:]))
			if !reply.Original() {
				t.Errorf("got %v", reply)
			}
			wantHeader(t, reply, "Idempotent-Replay", "")
		}},
		{"4.3", "The key should be stable and unique", theKeyIsScopedToKeyAndOperation},
		{"4.3", "If a key is reused with a different body", anotherBodyIsRefused},
		{"4.3", "The server stores digests", testedIn("internal/service", "TestNoLeaseStaysInTheDatabase")},
		{"4.3", "If a later version of the server", testedIn("internal/service", "TestAReplayHasTheFirstResponseOrNone")},
		{"4.3", "An Idempotency-Key is any UTF-8 text", anyTextIsAKey},
		{"4.3", "An empty header counts as absent", anEmptyKeyIsAbsent},
	}
}

func aRepeatIsTheSameResult(t *testing.T) {
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: all.pro.take(t).Key, Body: samples["operating"]}.Keyed("stable")
		first := send(t, call)
		ids := []string{first.Header.Get("X-Request-Id")}
		for _, body := range []string{samples["operating"], strings.ReplaceAll(samples["operating"], `":`, `"  :  `)} {
			call.Body = body
			again := send(t, call)
			if !again.Replayed() || again.Figures() != first.Figures() {
				t.Errorf("%s: the repeat of %v is %v", op, first, again)
			}
			if id := again.Header.Get("X-Request-Id"); slices.Contains(ids, id) {
				t.Errorf("%s: a replay has the request id %s of another", op, id)
			}
			ids = append(ids, again.Header.Get("X-Request-Id"))
		}
	}
}

// TestTheSameLeaseInOtherWordsIsAReplay checks that a repeated request is a replay if its lease has
// the same values, even if its bytes differ.
func TestTheSameLeaseInOtherWordsIsAReplay(t *testing.T) {
	t.Parallel()
	call := wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key, Body: plainLease}.Keyed("words")
	first := send(t, call)
	for what, body := range map[string]string{
		"white space":          strings.ReplaceAll(plainLease, ",", " ,\n\t"),
		"member order":         `{"discountRateAnnual":0.06,"paymentAmount":1000,"termMonths":3,"commencementDate":"2025-01-01"}`,
		"number form":          lease("termMonths", "3.0", "paymentAmount", "1e3", "discountRateAnnual", "0.060"),
		"a default spelled":    lease("standard", `"ASC_842"`, "paymentFrequency", `"monthly"`, "paymentTiming", `"advance"`),
		"an optional as null":  lease("prepaidRent", "null"),
		"an escaped character": strings.ReplaceAll(plainLease, "2025", `20\u00325`),
	} {
		call.Body = body
		if reply := send(t, call); !reply.Replayed() || reply.Figures() != first.Figures() {
			t.Errorf("%s: %v", what, reply)
		}
	}
	for what, body := range map[string]string{
		"a figure":     lease("paymentAmount", "1000.01"),
		"a date":       lease("commencementDate", `"2025-01-02"`),
		"a flag given": lease("transfersOwnership", "false"),
		"a zero given": lease("prepaidRent", "0"),
		"an enum":      lease("paymentTiming", `"arrears"`),
	} {
		call.Body = body
		t.Run(what, func(t *testing.T) { wantProblem(t, send(t, call), 400, "invalid_request", "Idempotency-Key") })
	}
}

func aReplaySaysSoAndIsFree(t *testing.T) {
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: all.pro.take(t).Key, Body: plainLease}.Keyed("once")
		first := send(t, call)
		for range 3 {
			again := send(t, call)
			wantHeader(t, again, "Idempotent-Replay", "true")
			if decoded(t, again)["replay"] != true {
				t.Errorf("%s: replay is not true in %v", op, again)
			}
			wantHeader(t, again, "X-Quota-Remaining", first.Header.Get("X-Quota-Remaining"))
			wantHeader(t, again, "X-Quota-Limit", "5000")
		}
	}
}

// theKeyIsScopedToKeyAndOperation checks that the same Idempotency-Key sent with another API key or
// to another operation is not a replay.
func theKeyIsScopedToKeyAndOperation(t *testing.T) {
	one, other := all.pro.take(t).Key, all.pro.take(t).Key
	for _, key := range []string{one, other} {
		for _, op := range wire.Operations {
			if reply := send(t, wire.Call{Path: wire.Path(op), Key: key, Body: plainLease}.Keyed("shared")); !reply.Original() {
				t.Errorf("%s: %v", op, reply)
			}
		}
	}
}

// anyTextIsAKey checks that an Idempotency-Key can be any UTF-8 text of at most 255 characters.
func anyTextIsAKey(t *testing.T) {
	call := wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key, Body: plainLease}
	for _, key := range []string{"lease 4711, March", "Überlassung 4711 \U0001f3e2", strings.Repeat("é", 255)} {
		first, again := send(t, call.Keyed(key)), send(t, call.Keyed(key))
		if !first.Original() || !again.Replayed() || again.Figures() != first.Figures() {
			t.Errorf("%q: %v, then %v", key, first, again)
		}
	}
	for _, key := range []string{strings.Repeat("é", 256), "a\xe9"} {
		wantProblem(t, send(t, call.Keyed(key)), 400, "invalid_request", "Idempotency-Key")
	}
}

func anEmptyKeyIsAbsent(t *testing.T) {
	call := wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key, Body: plainLease}.Keyed("")
	for range 2 {
		if reply := send(t, call); !reply.Original() {
			t.Errorf("got %v", reply)
		}
	}
}

func anotherBodyIsRefused(t *testing.T) {
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: all.pro.take(t).Key, Body: plainLease}.Keyed("reused")
		first := send(t, call)
		other := call
		other.Body = lease("paymentAmount", "1001")
		refused := send(t, other)
		wantProblem(t, refused, 400, "invalid_request", "Idempotency-Key")
		wantHeader(t, refused, "X-Quota-Remaining", first.Header.Get("X-Quota-Remaining"))
		if again := send(t, call); !again.Replayed() || again.Figures() != first.Figures() {
			t.Errorf("%s: after a mismatch the original gives %v", op, again)
		}
	}
}

// TestIdempotencyKeySyntax checks that the server rejects an Idempotency-Key that has more than 255
// characters, contains control characters, or is sent twice.
func TestIdempotencyKeySyntax(t *testing.T) {
	t.Parallel()
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: all.pro.take(t).Key, Body: plainLease}
		for _, keys := range [][]string{
			{strings.Repeat("k", 256)}, {"tab\there"}, {"\x80"}, {"one", "two"}, {"same", "same"},
		} {
			call.Header = http.Header{"Idempotency-Key": keys}
			reply := send(t, call)
			t.Run(fmt.Sprintf("%s %.20q", op, keys), func(t *testing.T) { wantProblem(t, reply, 400, "invalid_request", "Idempotency-Key") })
			wantHeader(t, reply, "X-Quota-Remaining", "5000")
		}
	}
}

// TestEachIdempotencyKeyIsBilledOnceHoweverOftenItIsSentAtOnce sends identical requests
// simultaneously. One of them is billed; the server delays the other requests and responds to them
// with a replay. The full test has 2,000 Idempotency-Keys, each sent 8 times by 32 clients.
func TestEachIdempotencyKeyIsBilledOnceHoweverOftenItIsSentAtOnce(t *testing.T) {
	const copies, clients, perAPIKey = 8, 32, proRate / 8
	keys, err := all.tool.CreateKeys(t.Context(), all.server.DB, "pro", "test", "at once", (*keysAtOnce+perAPIKey-1)/perAPIKey)
	if err != nil {
		t.Fatal(err)
	}
	client := wire.NewClient(all.server.URL(), clients)
	defer client.Close()
	replies := make([]wire.Reply, *keysAtOnce*copies)
	// The copies of a request are consecutive, so that several clients send them simultaneously.
	err = inParallel(clients, len(replies), func(i int) error {
		n := i / copies
		call := wire.Call{Path: wire.Path(wire.Operations[n%3]), Key: keys[n/perAPIKey].Key, Body: lease("termMonths", fmt.Sprint(n%60+1))}
		var err error
		replies[i], err = client.Do(context.Background(), call.Keyed(fmt.Sprintf("k-%d", n)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range *keysAtOnce {
		group := replies[n*copies : (n+1)*copies]
		originals, figures := 0, ""
		for _, reply := range group {
			if reply.Original() {
				originals++
			} else if !reply.Replayed() {
				t.Errorf("key %d: %v", n, reply)
			}
			if figures == "" {
				figures = reply.Figures()
			}
			if reply.Figures() != figures {
				t.Errorf("key %d: two results", n)
			}
		}
		if originals != 1 {
			t.Errorf("key %d: %d originals of %d copies", n, originals, copies)
		}
	}
	if total := totalUnits(t, keys); total != *keysAtOnce {
		t.Errorf("%d units for %d keys", total, *keysAtOnce)
	}
}
