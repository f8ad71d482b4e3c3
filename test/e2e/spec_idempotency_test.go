package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfIdempotency returns the promises of SPEC 4.3.
func promisesOfIdempotency() []promise {
	matrix := testedIn("test/e2e", "TestMatrixOfSituations")
	return []promise{
		{"4.3", "When a request with an Idempotency-Key is repeated", aRepeatIsTheSameResult},
		{"4.3", "A replay carries the response header", both(aRepeatIsTheSameResult, matrix)},
		{"4.3", "An original response", matrix},
		{"4.3", "The key should be stable and unique", testedIn("test/e2e", "TestReplaysExpire")},
		{"4.3", "If a key is reused with a different body", both(aRepeatIsTheSameResult, matrix)},
		{"4.3", "The server stores digests", testedIn("internal/service", "TestNoLeaseStaysInTheDatabase")},
		{"4.3", "If a later version of the server", testedIn("internal/service", "TestAReplayReturnsTheFirstResponse")},
		{"4.3", "An Idempotency-Key is any UTF-8 text", anyTextIsAKey},
		{"4.3", "An empty header counts as absent", anyTextIsAKey},
	}
}

// aRepeatIsTheSameResult checks that a repeated request is a replay if its lease has the same
// values, even if its bytes differ. A lease with another value is rejected.
func aRepeatIsTheSameResult(t *testing.T) {
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: all.pro.take(t).Key, Body: plainLease}.Keyed("stable")
		first := send(t, call)
		for _, body := range []string{
			plainLease,
			` {"discountRateAnnual":0.060 ,` + "\n\t" + `"paymentAmount":1e3,"prepaidRent":null,"standard":"ASC_842","termMonths":3.0,"commencementDate":"20\u00325-01-01"}`,
		} {
			call.Body = body
			again := send(t, call)
			if !again.Replayed() || again.Figures() != first.Figures() {
				t.Errorf("%s: the repeat of %v is %v", op, first, again)
			}
			wantHeader(t, again, "X-Quota-Remaining", first.Header.Get("X-Quota-Remaining"))
		}
		for what, body := range map[string]string{"a figure": lease("paymentAmount", "1000.01"), "a zero given": lease("prepaidRent", "0")} {
			call.Body = body
			t.Run(op+" "+what, func(t *testing.T) { wantProblem(t, send(t, call), 400, "invalid_request", "Idempotency-Key") })
		}
	}
}

// anyTextIsAKey checks that an Idempotency-Key can be any UTF-8 text of at most 255 characters
// without control characters. An empty key counts as absent. A request with two Idempotency-Keys is
// rejected.
func anyTextIsAKey(t *testing.T) {
	call := wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key, Body: plainLease}
	for _, key := range []string{"a", "A", `"quoted"`, "../..", "%20", "a,b", "lease 4711, March", "Überlassung 4711 \U0001f3e2", strings.Repeat("é", 255)} {
		first, again := send(t, call.Keyed(key)), send(t, call.Keyed(key))
		if !first.Original() || !again.Replayed() || again.Figures() != first.Figures() {
			t.Errorf("%q: %v, then %v", key, first, again)
		}
	}
	for range 2 {
		if reply := send(t, call.Keyed("")); !reply.Original() {
			t.Errorf("an empty key: %v", reply)
		}
	}
	for _, keys := range [][]string{{strings.Repeat("é", 256)}, {"a\xe9"}, {"tab\there"}, {"\x80"}, {"one", "two"}, {"same", "same"}} {
		call.Header = http.Header{"Idempotency-Key": keys}
		wantProblem(t, send(t, call), 400, "invalid_request", "Idempotency-Key")
	}
}

// TestConcurrentRepeatsAreBilledOnce sends identical requests simultaneously. The server bills one
// of them, and delays the others until it can respond with a replay. The full test has 2,000
// Idempotency-Keys, each sent 8 times by 32 clients.
func TestConcurrentRepeatsAreBilledOnce(t *testing.T) {
	const copies, clients, perAPIKey = 8, 32, proRate / 8
	keys := all.tool.MustCreateKeys(t, all.server.DB, "pro", "test", (*keysAtOnce+perAPIKey-1)/perAPIKey)
	client := wire.NewClient(all.server.URL(), clients)
	defer client.Close()
	replies := make([]wire.Reply, *keysAtOnce*copies)
	// Copies of a request are consecutive, so that several clients send them simultaneously.
	err := inParallel(clients, len(replies), func(i int) error {
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
