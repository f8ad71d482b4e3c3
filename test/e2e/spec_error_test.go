package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfErrors returns the promises of SPEC 7. The audit checks the form of every error in the
// run.
func promisesOfErrors() []promise {
	exact, matrix := testedIn("test/e2e", "TestConversations"), testedIn("test/e2e", "TestMatrixOfSituations")
	return []promise{
		{"7", "The body of every error response is JSON:", exact},
		{"7", "error.code", exact},
		{"7", "error.message", exact},
		{"7", "error.docs", theDocsLinkLeadsToThePage},
		{"7", "error.request_id", exact},
		{"7", "unauthorized", matrix},
		{"7", "invalid_key", matrix},
		{"7", "invalid_request", both(matrix, testedIn("internal/httpapi", "TestUnreadableRequestsGetJSONErrors"))},
		{"7", "quota_exceeded", matrix},
		{"7", "rate_limited", both(matrix, testedIn("internal/meter", "TestWindowEqualsItsModel"))},
		{"7", "plan_required", testedIn("internal/service", "TestAnOperationMayNeedAPlan")},
		{"7", "not_found", matrix},
		{"7", "internal_error", internalErrorIsSafeToRetry},
		{"7", "The documented status codes of a lease operation", badRequestsNameTheirField},
		{"7", "plan_required means", both(matrix, testedIn("internal/service", "TestAnOperationMayNeedAPlan"))},
	}
}

// theDocsLinkLeadsToThePage checks that every error code's link leads to an anchor on a page of the
// same server, regardless of the Host header.
func theDocsLinkLeadsToThePage(t *testing.T) {
	page, err := all.client.Do(t.Context(), wire.Call{Method: http.MethodGet, Path: "/docs/errors"})
	if err != nil || page.Status != 200 || !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
		t.Fatalf("/docs/errors: %v, %v", page, err)
	}
	for code := range statusOf {
		if !strings.Contains(string(page.Body), `id="`+code+`"`) {
			t.Errorf("/docs/errors has no place for %s", code)
		}
	}
	p := rawExchange(t, "POST /api/v1/compute HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").Problem()
	if want := all.server.URL() + "/docs/errors#unauthorized"; p.Docs != want {
		t.Errorf("error.docs %q, want %q", p.Docs, want)
	}
}

// internalErrorIsSafeToRetry checks that a server with a locked database responds with 500 within a
// client's usual timeout and bills nothing. After the lock is released, a retry is billed one unit.
// All requests are sent simultaneously, so that the test waits only once.
func internalErrorIsSafeToRetry(t *testing.T) {
	server := startServer(t)
	client := wire.NewClient(server.URL(), 16)
	defer client.Close()
	keys := all.tool.MustCreateKeys(t, server.DB, "pro", "test", 4*len(wire.Operations))
	call := func(i int) wire.Call {
		return wire.Call{Path: wire.Path(wire.Operations[i%4]), Key: keys[i].Key, Body: plainLease}.Keyed("retried")
	}
	replies := make([]wire.Reply, len(keys))
	took := make([]time.Duration, len(keys))
	var err error
	withLockedDatabase(t, server.DB, func() {
		err = inParallel(len(keys), len(keys), func(i int) error {
			begin := time.Now()
			var err error
			replies[i], err = client.Do(t.Context(), call(i))
			took[i] = time.Since(begin)
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if slowest := slices.Max(took); slowest > 10*time.Second {
		t.Errorf("the refusals took %v\n%s", took, server.Log())
	}
	for i := range keys {
		op := wire.Operations[i%4]
		wantProblem(t, replies[i], 500, "internal_error")
		if m := replies[i].Problem().Message; strings.Contains(strings.ToLower(m), "sqlite") || strings.Contains(m, "database is locked") {
			t.Errorf("%s: the message tells of the inside: %s", op, m)
		}
		retry, err := client.Do(t.Context(), call(i))
		if err != nil || !retry.Original() {
			t.Errorf("%s: the retry gives %v, %v", op, retry, err)
			continue
		}
		wantHeader(t, retry, "X-Quota-Remaining", strconv.Itoa(proQuota-wire.Units(op)))
	}
}

// promisesOfLimits returns the promises of SPEC 8 and 9.
func promisesOfLimits() []promise {
	beyond := testedIn("test/method", "TestRealLeasesAreWithinTheLimits", "TestLeasesBeyondTheLimitsAreRejected")
	return []promise{
		{"8", "Free", func(t *testing.T) { aPlanHolds(t, "free", freeRate, freeQuota) }},
		{"8", "Pro", func(t *testing.T) { aPlanHolds(t, "pro", proRate, proQuota) }},
		{"8", "Limits apply to each key", testedIn("test/e2e", "TestMatrixOfSituations")},
		{"8", "The quota window is the UTC calendar month", theMessageNamesTheRollOver},
		{"8", "A lease has at most 120 events", beyond},
		{"8", "Each count is the number of whole periods", testedIn("test/method", "TestEffortCountsRows")},
		{"8", "Each remaining rent step counts as one period", testedIn("test/method", "TestEffortCountsRows")},
		{"8", "For a lease with events", both(beyond, testedIn("test/method", "TestEffortCountsRows"))},
		{"8", "A lease beyond these limits is rejected", beyond},
		{"8", "Section 2.1 lists", testedIn("test/engine", "TestSpec2_1_EveryFieldsLimits")},
		{"8", "A request is rejected with 400", testedIn("internal/service", "TestSpec8_AnEstimateBeyondTheDeadlineIsRejected")},
		{"8", "A request whose computation takes several seconds", testedIn("internal/service", "TestSpec8_SecondsOfWorkTakeSlots")},
		{"8", "A request is rejected with `quota_exceeded`, without being computed", testedIn("internal/service", "TestTheQuotaIsCheckedBeforeComputing")},
		{"8", "A request body may be at most", sixtyFourKibibytesAreTheMost},
		{"9", "All paths begin with the version", testedIn("internal/httpapi", "TestNoPathIsRedirected")},
		{"9", "The version of the interface description", theDescriptionIsVersioned},
		{"9", "Within /v1, no documented item", informative("a promise about later versions")},
	}
}

func theDescriptionIsVersioned(t *testing.T) {
	if got := api.Version(); got != "1.0.0" {
		t.Errorf("the version of the OpenAPI description is %s", got)
	}
}

// aPlanHolds sends more simultaneous requests than the plan's rate limit allows. Exactly the
// allowed number must succeed, each with a different remaining quota.
func aPlanHolds(t *testing.T, plan string, rate, quota int) {
	const clients = 32
	key := createKey(t, plan, "test").Key
	requests := 2 * rate
	var mu sync.Mutex
	var remaining []int
	limited := 0
	err := inParallel(clients, requests, func(i int) error {
		reply, err := all.client.Do(t.Context(), wire.Call{Path: wire.Path("schedule"), Key: key, Body: lease("termMonths", fmt.Sprint(i+1))})
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		switch {
		case reply.Status == 200:
			n, err := strconv.Atoi(reply.Header.Get("X-Quota-Remaining"))
			remaining = append(remaining, n)
			return err
		case reply.Status == 429 && reply.Problem().Code == "rate_limited":
			limited++
			return nil
		default:
			return fmt.Errorf("request %d: %v", i, reply)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(remaining)
	var want []int
	for i := range rate {
		want = append(want, quota-rate+i)
	}
	if !slices.Equal(remaining, want) || limited != requests-rate {
		t.Errorf("%d passed, leaving %v, and %d were limited; want each of %d to %d once", len(remaining), remaining, limited, want[0], want[len(want)-1])
	}
}

func theMessageNamesTheRollOver(t *testing.T) {
	reply := send(t, wire.Call{Path: wire.Path("compute"), Key: all.spent.take(t).Key, Body: plainLease})
	now := time.Now().UTC()
	first := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	wantProblem(t, reply, 429, "quota_exceeded", first.Format(time.RFC3339))
}

func sixtyFourKibibytesAreTheMost(t *testing.T) {
	const most = 64 << 10
	padded := func(size int) string { return plainLease + strings.Repeat(" ", size-len(plainLease)) }
	for _, op := range wire.Operations {
		for _, chunked := range []bool{false, true} {
			call := wire.Call{Path: wire.Path(op), Key: all.pro.take(t).Key, Chunked: chunked}
			for _, size := range []int{most - 1, most} {
				call.Body = padded(size)
				if reply := send(t, call); reply.Status != 200 {
					t.Errorf("%s, %d bytes, chunked %v: %v", op, size, chunked, reply)
				}
			}
			call.Body = padded(most + 1)
			wantProblem(t, send(t, call), 400, "invalid_request", "body")
		}
	}
}
