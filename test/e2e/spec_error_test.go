package e2e

import (
	"encoding/csv"
	"errors"
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
	code := func(name string) func(*testing.T) {
		return func(t *testing.T) {
			s := situationByCode(t, name)
			for _, op := range wire.Operations {
				if s.code == "quota_exceeded" && wire.Units(op) == 0 {
					continue
				}
				p := s.call(t, op)
				reply := send(t, p)
				wantProblem(t, reply, s.status, name)
			}
		}
	}
	return []promise{
		{"7", "The body of every error response is JSON:", theErrorBody},
		{"7", "error.code", theErrorBody},
		{"7", "error.message", theErrorBody},
		{"7", "error.docs", theDocsLinkLeadsToThePage},
		{"7", "error.request_id", theErrorBody},
		{"7", "unauthorized", code("unauthorized")},
		{"7", "invalid_key", code("invalid_key")},
		{"7", "invalid_request", code("invalid_request")},
		{"7", "quota_exceeded", both(code("quota_exceeded"), anExhaustedQuota)},
		{"7", "rate_limited", both(code("rate_limited"), waitingAsToldPasses)},
		{"7", "plan_required", noOperationNeedsAPlan},
		{"7", "not_found", code("not_found")},
		{"7", "internal_error", internalErrorIsSafeToRetry},
		{"7", "Documented status codes per lease operation", badRequestsNameTheirField},
		{"7", "plan_required means", noOperationNeedsAPlan},
	}
}

func theErrorBody(t *testing.T) {
	reply := send(t, wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key, Body: lease("termMonths", "0")})
	body := decoded(t, reply)
	wantMembers(t, body, "error")
	wantMembers(t, body["error"], "code", "message", "docs", "request_id", "fields") // the array fields has an item for each invalid field
	if text(t, body, "error", "request_id") != reply.Header.Get("X-Request-Id") {
		t.Error("error.request_id is not x-request-id")
	}
	if m := text(t, body, "error", "message"); !strings.Contains(m, "1200") {
		t.Errorf("message %q does not say what is allowed", m)
	}
}

// theDocsLinkLeadsToThePage checks that the link of every error code leads to an anchor on a page
// of the same server, whatever the Host header.
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

func noOperationNeedsAPlan(t *testing.T) {
	key := all.free.take(t).Key
	for _, op := range wire.Operations {
		if reply := send(t, wire.Call{Path: wire.Path(op), Key: key, Body: plainLease}); reply.Status != 200 {
			t.Errorf("%s on the free plan: %v", op, reply)
		}
	}
}

// internalErrorIsSafeToRetry checks that a server with a locked database responds with 500 within
// the usual timeout of a client, and bills nothing. A retry after the lock is released is billed
// one unit. The requests are sent simultaneously, so that the test waits only once.
func internalErrorIsSafeToRetry(t *testing.T) {
	server := startServer(t)
	client := wire.NewClient(server.URL(), 16)
	defer client.Close()
	keys, err := all.tool.CreateKeys(t.Context(), server.DB, "pro", "test", "locked", 4*len(wire.Operations))
	if err != nil {
		t.Fatal(err)
	}
	call := func(i int) wire.Call {
		return wire.Call{Path: wire.Path(wire.Operations[i%4]), Key: keys[i].Key, Body: plainLease}.Keyed("retried")
	}
	replies := make([]wire.Reply, len(keys))
	took := make([]time.Duration, len(keys))
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
	return []promise{
		{"8", "Free", func(t *testing.T) { aPlanHolds(t, "free", freeRate, freeQuota) }},
		{"8", "Pro", func(t *testing.T) { aPlanHolds(t, "pro", proRate, proQuota) }},
		{"8", "Limits apply per key", limitsAreOfOneKey},
		{"8", "The quota window is the UTC calendar month", theMessageNamesTheRollOver},
		{"8", "A lease has at most 120 events", aLeaseHasBoundedLists},
		{"8", "The events of a lease together measure", eventsMeasureABoundedNumberOfPeriods},
		{"8", "A lease beyond these limits is rejected", eventsMeasureABoundedNumberOfPeriods},
		{"8", "Input bounds:", inputsAreBounded},
		{"8", "A request with an estimated cost", testedIn("internal/service", "TestSpec8_AnEstimateBeyondTheDeadlineIsRefused")},
		{"8", "A request that takes several seconds", testedIn("internal/service", "TestSpec8_SecondsOfWorkTakeSlots")},
		{"8", "A request is rejected with `quota_exceeded` before", testedIn("internal/service", "TestTheQuotaIsAskedBeforeComputing")},
		{"8", "Maximum request body size", sixtyFourKibibytesAreTheMost},
		{"9", "All paths begin with the version", pathsAreExact},
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
	const clients = 50
	key := createKey(t, plan, "test").Key
	requests := 500
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

func limitsAreOfOneKey(t *testing.T) {
	one, other := all.free.take(t).Key, all.free.take(t).Key
	for range freeRate {
		send(t, wire.Call{Path: wire.Path("compute"), Key: one, Body: plainLease})
	}
	wantProblem(t, send(t, wire.Call{Path: wire.Path("classify"), Key: one, Body: plainLease}), 429, "rate_limited")
	reply := send(t, wire.Call{Path: wire.Path("compute"), Key: other, Body: plainLease})
	wantHeader(t, reply, "X-Quota-Remaining", "24")
}

// waitingAsToldPasses checks that a rejected caller succeeds after the time in the header retry-after. The rate
// limit applies to a sliding window of a minute. When the first five requests are a minute old, they are no
// longer in the window, and the five later requests still are. Rejected requests never enter the window and
// store nothing. For accepted requests, the test uses the server's times from the usage log; for rejected
// requests, it uses the Date header. The short form checks the header and does not wait:
// TestRateLimitIsOverAllOperations of package service waits with its own clock.
func waitingAsToldPasses(t *testing.T) {
	key := all.free.take(t)
	call := wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: plainLease}
	pass := func(call wire.Call) {
		t.Helper()
		if reply := send(t, call); !reply.Original() {
			t.Errorf("within the limit: %v", reply)
		}
	}
	// The function refuse sends requests until the server rejects one, and returns the
	// Idempotency-Key of the rejected request. On a slow machine, the window may already have
	// moved, so that the server accepts the first requests.
	sent := 0
	refuse := func() (wait int, name string) {
		t.Helper()
		for range 3 * freeRate {
			sent++
			name = fmt.Sprint("refused-", sent)
			reply := send(t, call.Keyed(name))
			if reply.Status == 200 {
				continue
			}
			wantProblem(t, reply, 429, "rate_limited")
			wait, err := strconv.Atoi(reply.Header.Get("Retry-After"))
			date, badDate := http.ParseTime(reply.Header.Get("Date"))
			if err := errors.Join(err, badDate); err != nil {
				t.Fatal(err)
			}
			passed := passedAt(t, key.ID)
			free := passed[len(passed)-freeRate].Add(time.Minute) // time at which the rate limit allows a request again
			least, most := ceilSeconds(free.Sub(date.Add(time.Second))), ceilSeconds(free.Sub(passed[len(passed)-1]))
			if wait < max(1, least) || wait > most {
				t.Errorf("retry-after %d where the first slot is free in %d to %d s", wait, least, most)
			}
			return wait, name
		}
		t.Fatal("no request was refused")
		return 0, ""
	}
	for range freeRate / 2 {
		pass(call)
	}
	if !testing.Short() {
		sleep(t.Context(), 25*time.Second)
	}
	for range freeRate / 2 {
		pass(call)
	}
	var wait int
	var name string
	for range freeRate {
		wait, name = refuse()
	}
	if testing.Short() {
		return
	}
	sleep(t.Context(), time.Duration(wait)*time.Second)
	pass(call.Keyed(name))
	passed := passedAt(t, key.ID)
	fifth := passed[freeRate/2-1]
	sleep(t.Context(), time.Until(fifth.Add(time.Minute))) // at this time, the first five requests are a minute old
	for range freeRate/2 - 1 {
		pass(call)
	}
	refuse()
	passed = passedAt(t, key.ID)
	for i := freeRate; i < len(passed); i++ {
		if within := passed[i].Sub(passed[i-freeRate]); within < time.Minute {
			t.Errorf("%d requests passed within %v", freeRate+1, within)
		}
	}
}

// passedAt returns the times, by the server's clock, at which the successful requests of a key were
// admitted, in order.
func passedAt(t *testing.T, keyID string) (times []time.Time) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(runOn(t, all.server.DB, "usage", "--key", keyID, "--format", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		if row[6] != "200" {
			continue
		}
		at, err := time.Parse(time.RFC3339Nano, row[1])
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, at)
	}
	slices.Reverse(times)
	return times
}

// ceilSeconds returns a duration in whole seconds, rounded up.
func ceilSeconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

func anExhaustedQuota(t *testing.T) {
	for _, op := range wire.Operations[:3] {
		reply := send(t, wire.Call{Path: wire.Path(op), Key: all.spent.take(t).Key, Body: plainLease})
		wantProblem(t, reply, 429, "quota_exceeded")
		wantHeader(t, reply, "X-Quota-Remaining", "0")
		wantHeader(t, reply, "X-Quota-Limit", "25")
		wantHeader(t, reply, "Retry-After", "")
	}
}

func theMessageNamesTheRollOver(t *testing.T) {
	reply := send(t, wire.Call{Path: wire.Path("compute"), Key: all.spent.take(t).Key, Body: plainLease})
	now := time.Now().UTC()
	first := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	wantProblem(t, reply, 429, "quota_exceeded", first.Format(time.RFC3339))
}

func onlyBilledOperationsConsume(t *testing.T) {
	key := all.spent.take(t).Key
	classified := send(t, wire.Call{Path: wire.Path("classify"), Key: key, Body: plainLease})
	if classified.Status != 200 {
		t.Errorf("classify with no quota left: %v", classified)
	}
	for _, op := range wire.Operations {
		reply := send(t, wire.Call{Path: wire.Path(op), Key: key, Body: plainLease}.Keyed(stored))
		if !reply.Replayed() {
			t.Errorf("%s: a replay with no quota left: %v", op, reply)
		}
		wantHeader(t, reply, "X-Quota-Remaining", "0")
	}
}

// repeated returns n JSON objects, separated by commas.
func repeated(n int, object func(i int) string) string {
	objects := make([]string, n)
	for i := range objects {
		objects[i] = object(i)
	}
	return strings.Join(objects, ",")
}

func aLeaseHasBoundedLists(t *testing.T) {
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	events := func(n int) string {
		return lease("termMonths", "360", "events", "["+repeated(n, func(i int) string {
			return fmt.Sprintf(`{"date":"%s","type":"modification","paymentAmount":%d,"discountRateAnnual":0.05}`, start.AddDate(0, i+1, 0).Format(time.DateOnly), 1001+i)
		})+"]")
	}
	payments := func(n int) string {
		return lease("termMonths", "360", "otherPayments", "["+repeated(n, func(i int) string {
			return fmt.Sprintf(`{"date":"%s","amount":1}`, start.AddDate(0, 0, i).Format(time.DateOnly))
		})+"]")
	}
	answer(t, "compute", events(120))
	refused(t, events(121), "events: ")
	answer(t, "compute", payments(250))
	refused(t, payments(251), "otherPayments: ")
}

// eventsMeasureABoundedNumberOfPeriods sends leases with 58 events in the first months of a term of
// 1,200 months. The measurements at commencement and at the events have 69,148 periods in total.
// One-off payments before the events add the remaining 852 periods up to the limit.
func eventsMeasureABoundedNumberOfPeriods(t *testing.T) {
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	of := func(payments int) string {
		return lease("termMonths", "1200", "otherPayments", "["+repeated(payments, func(i int) string {
			return fmt.Sprintf(`{"date":"%s","amount":1}`, start.AddDate(0, 0, i*28/payments).Format(time.DateOnly))
		})+"]", "events", "["+repeated(58, func(i int) string {
			return fmt.Sprintf(`{"date":"%s","type":"modification","paymentAmount":%d,"discountRateAnnual":0.05}`, start.AddDate(0, i+1, 0).Format(time.DateOnly), 2001+i)
		})+"]")
	}
	answer(t, "compute", of(213))
	refused(t, of(214), "events: count as 7000")
}

func inputsAreBounded(t *testing.T) {
	for _, tt := range []struct{ field, below, least, most, above string }{
		{"termMonths", "0", "1", "1200", "1201"},
		{"discountRateAnnual", "-0.01", "0", "1", "1.01"},
		{"annualEscalationPct", "-0.01", "0", "1", "1.01"},
		{"paymentAmount", "0", "0.01", "999999999999999.99", "1000000000000000"},
	} {
		answer(t, "compute", lease(tt.field, tt.least))
		answer(t, "compute", lease(tt.field, tt.most))
		refused(t, lease(tt.field, tt.below), tt.field+": ")
		refused(t, lease(tt.field, tt.above), tt.field+": ")
	}
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
