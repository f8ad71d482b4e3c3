package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/client/answer"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// lease returns a valid lease with five annual payments in advance.
func lease() *leasehold.Lease {
	return &leasehold.Lease{
		CommencementDate: civil.Date{Year: 2026, Month: 1, Day: 1}, TermMonths: 60,
		PaymentAmount: money.Int(1100), DiscountRateAnnual: money.MustParse("0.07"), PaymentFrequency: leasehold.Annual,
	}
}

// seen contains a request that the test server has received.
type seen struct {
	path, key, idempotencyKey, body string
}

// script is the handler of a test server. Each step handles one request, and the last step also handles all
// later requests.
type script struct {
	t     *testing.T
	steps []http.HandlerFunc
	seen  []seen
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	step := s.steps[min(len(s.seen), len(s.steps)-1)]
	s.seen = append(s.seen, seen{r.URL.Path, r.Header.Get("Authorization"), r.Header.Get("Idempotency-Key"), string(body)})
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	step(w, r)
}

// start starts a test server with the given steps. It returns a client, the script, and a list of the
// client's waits before retries.
func start(t *testing.T, steps ...http.HandlerFunc) (*Client, *script, *[]time.Duration) {
	t.Helper()
	s := &script{t: t, steps: steps}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	c, err := New(server.URL, "sk_test_x")
	if err != nil {
		t.Fatal(err)
	}
	waits := new([]time.Duration)
	c.sleep = func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}
	return c, s, waits
}

// answered writes a response in the form that the service uses.
func answered(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	result, err := operations.Find(strings.TrimPrefix(r.URL.Path, "/api/v1/")).Compute(r.Context(), body)
	if err != nil {
		panic(err)
	}
	h := w.Header()
	h.Set("X-Request-Id", "req_A")
	h.Set("X-Quota-Limit", "5000")
	h.Set("X-Quota-Remaining", "4999")
	h.Set("X-Leasehold-Version", "1.0.0; rules=1")
	object := result.Append(nil)
	_, _ = w.Write(append(object[:len(object)-1], `,"request_id":"req_A","replay":false}`...))
}

// refused returns a handler that responds with an error.
func refused(status int, code Code, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{
			"code": string(code), "message": "why", "docs": "http://d/#x", "request_id": "req_E",
		}})
	}
}

// dropped is a handler that closes the connection without a response.
func dropped(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// A decoded response contains every amount of the JSON response.
func TestResponsesHoldTheServersAmounts(t *testing.T) {
	t.Parallel()
	c, s, _ := start(t, answered)
	full, err := c.Compute(t.Context(), lease())
	if err != nil {
		t.Fatal(err)
	}
	want, err := leasehold.Compute(lease())
	if err != nil {
		t.Fatal(err)
	}
	if full.Result.InitialLiability.String() != want.InitialLiability.String() || full.Result.Schedule[1].LiabilityClose.String() != want.Schedule[1].LiabilityClose.String() {
		t.Errorf("liability %v", full.Result.InitialLiability)
	}
	wantSame(t, full, full.Body)
	if whole, err := leasehold.Recheck(full.Body); err != nil || string(leasehold.AppendCompute(whole, nil)) != string(leasehold.AppendCompute(want, nil)) {
		t.Errorf("the body reads into %+v, %v", whole, err)
	}
	if full.RequestID != "req_A" || full.Replay || full.Quota != (Quota{5000, 4999, true}) || full.Version != "1.0.0; rules=1" {
		t.Errorf("head %+v", full.Answer)
	}
	if len(s.seen) != 1 || s.seen[0].path != "/api/v1/compute" || s.seen[0].key != "Bearer sk_test_x" ||
		s.seen[0].idempotencyKey == "" || s.seen[0].idempotencyKey != full.IdempotencyKey {
		t.Errorf("requests %+v", s.seen)
	}
}

// wantSame encodes a decoded value, and fails the test unless the result is the original JSON object.
func wantSame(t *testing.T, value any, object []byte) {
	t.Helper()
	again, err := answer.Append(nil, value)
	if err != nil {
		t.Fatal(err)
	}
	got, want := sorted(t, again), sorted(t, object)
	for i := range max(len(got), len(want)) {
		if i >= min(len(got), len(want)) || got[i] != want[i] {
			t.Errorf("decoded to ...%.200s\nwant       ...%.200s", got[max(0, i-60):], want[max(0, i-60):])
			return
		}
	}
}

// sorted returns the JSON with the fields of each object in alphabetical order.
func sorted(t *testing.T, text []byte) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return strict.Respell(nil, again)
}

// Each operation has its own path and response type. Classify sends an Idempotency-Key only if the
// caller sets one.
func TestEachOperationHasItsShape(t *testing.T) {
	t.Parallel()
	c, s, _ := start(t, answered)
	schedule, err := c.Schedule(t.Context(), lease(), WithIdempotencyKey("mine"))
	if err != nil || len(schedule.Schedule) != 5 || schedule.IdempotencyKey != "mine" {
		t.Errorf("schedule %+v, %v", schedule, err)
	}
	journal, err := c.JournalEntries(t.Context(), lease())
	if err != nil || len(journal.JournalEntries) != 6 {
		t.Errorf("journal %+v, %v", journal, err)
	}
	class, err := c.Classify(t.Context(), lease())
	if err != nil || class.Classification != "operating" || len(class.Criteria) != 5 || class.RequestID != "req_A" {
		t.Errorf("class %+v, %v", class, err)
	}
	if s.seen[0].idempotencyKey != "mine" || s.seen[1].idempotencyKey == "" || s.seen[2].idempotencyKey != "" {
		t.Errorf("requests %+v", s.seen)
	}
}

func (a *Answer) head() *Answer { return a }

// Decoding and encoding preserve every field of every response. Amounts keep their number of
// decimals.
func TestSpec10_2_NoMemberIsLost(t *testing.T) {
	t.Parallel()
	c, s, _ := start(t, answered)
	read := func(text string) *leasehold.Lease {
		l, err := leasehold.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	const terms = `"termMonths":30,"paymentAmount":100.5,"discountRateAnnual":0.05`
	eventful := read(`{"id":"L-1","tags":{"entity":"E"},"standard":"IFRS_16","commencementDate":"2026-01-31",` + terms + `,"currency":"KWD",
		"basis":{"discounting":"effective","commencementPayment":"settled"},"rentSteps":[{"from":"2027-01-31","paymentAmount":120}],
		"events":[{"date":"2026-06-15","type":"index","changePct":0.02},{"date":"2027-06-30","type":"modification","discountRateAnnual":0.06,"termMonths":36}]}`)
	variable := read(`{"id":"L-2","commencementDate":"2026-01-01",` + terms + `,"events":[{"date":"2027-01-01","type":"index","changePct":0.1}]}`)
	exempt := read(`{"id":"L-3","standard":"GASB_87","fund":"governmental","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":5,"discountRateAnnual":0.05,"exemption":"short_term"}`)
	city := read(`{"id":"L-4","standard":"GASB_87","currency":"JPY","commencementDate":"2026-01-01",` + terms + `}`)

	var answers []any
	add := func(answer any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, answer)
	}
	for _, lease := range []*leasehold.Lease{eventful, variable, exempt, city} {
		computed, err := c.Compute(t.Context(), lease)
		add(computed, err)
		schedule, err := c.Schedule(t.Context(), lease)
		add(schedule, err)
		journal, err := c.JournalEntries(t.Context(), lease)
		add(journal, err)
		class, err := c.Classify(t.Context(), lease)
		add(class, err)
		compared, err := c.Compare(t.Context(), lease)
		add(compared, err)
		two, err := c.CompareUnder(t.Context(), &treatments.Question{Lease: lease, Treatments: []string{"IFRS_16", "FRS_102"}})
		add(two, err)
		if len(two.Treatments) != 2 || two.Treatments[0].Key != "IFRS_16" {
			t.Errorf("compared under two treatments: %+v", two.Treatments)
		}
		figure := reperform.Theirs{InitialLiability: strict.Some(money.MustParse("1.5")), Schedule: []reperform.Row{
			{Period: strict.Some(1), Payment: strict.Some(money.Int(5)), LiabilityClose: strict.Some(money.Int(7))},
			{Period: strict.Some(2), Payment: strict.Some(money.Int(5)), Interest: strict.Some(money.Int(1)), LiabilityClose: strict.Some(money.Int(9))},
		}}
		verified, err := c.Verify(t.Context(), &reperform.Question{Lease: *lease, Theirs: figure})
		add(verified, err)
		agreed, err := c.Verify(t.Context(), &reperform.Question{Lease: *lease, Theirs: reperform.Theirs{InitialLiability: strict.Some(computed.Result.InitialLiability.Decimal)}})
		add(agreed, err)
		if agreed.Explanation == nil || !agreed.Agrees || verified.Agrees || len(verified.Inconsistencies) == 0 && lease != exempt {
			t.Errorf("verified %+v, agreed %+v", verified, agreed)
		}
	}
	byCurrency, err := portfolio.ParseKey("currency")
	if err != nil {
		t.Fatal(err)
	}
	report, err := c.Report(t.Context(), &portfolio.Question{
		From: civil.Date{Year: 2026, Month: 1, Day: 1}, To: civil.Date{Year: 2027, Month: 12, Day: 31}, Journal: portfolio.Monthly,
		GroupBy: []portfolio.Key{byCurrency}, Leases: []portfolio.Lease{{Index: 0, Lease: eventful}, {Index: 1, Lease: variable}, {Index: 2, Lease: exempt}, {Index: 3, Lease: city}},
	})
	add(report, err)
	if report.Total != nil || len(report.Leases) != 4 || len(report.Groups) != 3 || report.JournalEntries[0].Number != "L-1-20260131" || len(report.Leases[3].Maturity.Bands) == 0 {
		t.Errorf("report %+v", report)
	}
	report, err = c.Report(t.Context(), &portfolio.Question{
		From: civil.Date{Year: 2026, Month: 1, Day: 1}, To: civil.Date{Year: 2026, Month: 12, Day: 31}, Leases: []portfolio.Lease{{Lease: variable}},
	})
	add(report, err)
	if report.Total == nil || report.Total.Leases != 1 || report.Total.Of(figure.LiabilityClosing) != report.Leases[0].Of(figure.LiabilityClosing) {
		t.Errorf("total %+v", report.Total)
	}
	for i, answer := range answers {
		head, ok := answer.(interface{ head() *Answer })
		if !ok || head.head().RequestID != "req_A" || s.seen[i].idempotencyKey == "" && s.seen[i].path != "/api/v1/classify" {
			t.Fatalf("%s: %T, %+v", s.seen[i].path, answer, s.seen[i])
		}
		wantSame(t, answer, head.head().Body)
	}
}

// Every retry has the same Idempotency-Key as the first attempt, so that the call is billed at most
// once. Each wait is longer than the preceding one.
func TestRetriesKeepTheIdempotencyKey(t *testing.T) {
	t.Parallel()
	c, s, waits := start(t, dropped, refused(500, InternalError), refused(502, ""), answered)
	answer, err := c.Compute(t.Context(), lease())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.seen) != 4 {
		t.Fatalf("%d requests", len(s.seen))
	}
	for _, r := range s.seen {
		if r.idempotencyKey != answer.IdempotencyKey || r.body != s.seen[0].body {
			t.Errorf("requests differ: %+v", s.seen)
		}
	}
	for i, w := range *waits {
		if least := 100 * time.Millisecond << i; w < least || w > 2*least {
			t.Errorf("wait %d: %v, want %v to %v", i, w, least, 2*least)
		}
	}
}

// Before a retry, a call waits for at least the time in the Retry-After header.
func TestRetryAfterIsHonoured(t *testing.T) {
	t.Parallel()
	c, _, waits := start(t, refused(429, RateLimited, "Retry-After", "17"), answered)
	if _, err := c.Classify(t.Context(), lease()); err != nil {
		t.Fatal(err)
	}
	if len(*waits) != 1 || (*waits)[0] != 17*time.Second {
		t.Errorf("waits %v", *waits)
	}
}

// If the server requires a wait of more than ten minutes, the call does not wait and returns an
// error.
func TestALongRetryAfterReachesTheCaller(t *testing.T) {
	t.Parallel()
	for after, again := range map[string]bool{"600": true, "601": false, "99999999999": false} {
		c, s, waits := start(t, refused(429, RateLimited, "Retry-After", after), answered)
		_, err := c.Classify(t.Context(), lease())
		if (err == nil) != again || (len(*waits) == 1) != again || (len(s.seen) == 2) != again {
			t.Errorf("%s s: %d waits, %d requests, %v", after, len(*waits), len(s.seen), err)
		}
	}
}

// The API key is sent without TLS only to the loopback interface, unless the caller uses
// WithInsecure.
func TestAKeyIsNotSentInTheClear(t *testing.T) {
	t.Parallel()
	for address, allowed := range map[string]bool{
		"http://127.0.0.1:8080": true, "http://localhost": true, "http://LOCALHOST:1": true, "http://[::1]:80": true, "https://leases.example": true,
		"http://leases.example": false, "http://10.0.0.1": false, "http://127.0.0.1.example": false, "http://localhost.example": false,
	} {
		if _, err := New(address, "sk_test_key"); (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
		if _, err := New(address, "sk_test_key", WithInsecure()); err != nil {
			t.Errorf("%s, meant: %v", address, err)
		}
	}
}

// A permanent error is not retried. The call returns an error with the same code.
func TestRejectionsAreNotRetried(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status int
		code   Code
	}{{400, InvalidRequest}, {401, InvalidKey}, {403, PlanRequired}, {404, NotFound}, {429, QuotaExceeded}} {
		c, s, _ := start(t, refused(tt.status, tt.code, "X-Quota-Limit", "25", "X-Quota-Remaining", "0"))
		_, err := c.Compute(t.Context(), lease())
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Code != tt.code || CodeOf(err) != tt.code || e.Status != tt.status || e.RequestID != "req_E" || !e.Quota.Known {
			t.Errorf("%s: got %v", tt.code, err)
		}
		if len(s.seen) != 1 {
			t.Errorf("%s: sent %d times", tt.code, len(s.seen))
		}
	}
}

// The number of retries is limited, and canceling the context ends them.
func TestRetriesEnd(t *testing.T) {
	t.Parallel()
	c, s, _ := start(t, refused(500, InternalError))
	if _, err := c.Compute(t.Context(), lease()); CodeOf(err) != InternalError || len(s.seen) != 1+defaultRetries {
		t.Errorf("%d requests, %v", len(s.seen), err)
	}
	c, s, _ = start(t, refused(500, InternalError))
	ctx, cancel := context.WithCancel(t.Context())
	c.wait = time.Hour
	c.sleep = func(ctx context.Context, d time.Duration) error {
		cancel()
		return sleep(ctx, d)
	}
	if _, err := c.Compute(ctx, lease()); !errors.Is(err, context.Canceled) || CodeOf(err) != InternalError || len(s.seen) != 1 {
		t.Errorf("%d requests, %v", len(s.seen), err)
	}
}

// The API key is never sent to the target of a redirect.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	c, s, _ := start(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	})
	_, err := c.Classify(t.Context(), lease())
	if e, ok := errors.AsType[*Error](err); !ok || e.Status != 307 || len(s.seen) != 1 {
		t.Errorf("%v after %d requests", err, len(s.seen))
	}
}

// A call uses the caller's HTTP client, does not modify it, and does not follow redirects.
func TestTheCallersHTTPClientIsUsed(t *testing.T) {
	t.Parallel()
	s := &script{t: t, steps: []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	calls := 0
	own := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		calls++
		return http.DefaultTransport.RoundTrip(r)
	})}
	c, err := New(server.URL, "sk_test_x", WithHTTPClient(own))
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Classify(t.Context(), lease())
	if e, ok := errors.AsType[*Error](err); !ok || e.Status != http.StatusTemporaryRedirect || calls != 1 || len(s.seen) != 1 {
		t.Errorf("%v after %d calls and %d requests", err, calls, len(s.seen))
	}
	if own.CheckRedirect != nil {
		t.Error("the caller's client was changed")
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A call with an invalid Lease sends no request. Do sends an invalid lease's JSON, and the server
// rejects it.
func TestInvalidLeasesAreNotSent(t *testing.T) {
	t.Parallel()
	c, s, _ := start(t, refused(400, InvalidRequest))
	wrong := lease()
	wrong.TermMonths = 0
	if _, err := c.Compute(t.Context(), wrong); err == nil || len(s.seen) != 0 {
		t.Errorf("%v after %d requests", err, len(s.seen))
	}
	if _, err := c.Do(t.Context(), OpCompute, []byte(`{}`)); CodeOf(err) != InvalidRequest || len(s.seen) != 1 {
		t.Errorf("%v after %d requests", err, len(s.seen))
	}
}

// A client's address is either the server's URL or the API's URL. Invalid addresses and API keys are
// rejected.
func TestNewValidatesTheURL(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"https://x.example", "https://x.example/", "https://x.example/api", "https://x.example/api/"} {
		c, err := New(address, "k")
		if err != nil || c.base != "https://x.example/api/v1/" {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"", "x.example", "ftp://x", "https://", "https://u:p@x", "https://x?q"} {
		if _, err := New(address, "k"); err == nil {
			t.Errorf("%q was taken", address)
		}
	}
	for _, key := range []string{"", "a b", "é", "a\n"} {
		if _, err := New("https://x", key); err == nil {
			t.Errorf("key %q was taken", key)
		}
	}
}

// The error for an invalid request lists all errors with their fields.
func TestErrorsNameTheirFields(t *testing.T) {
	t.Parallel()
	c, _, _ := start(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(400)
		_, _ = io.WriteString(w, `{"error":{"code":"invalid_request","message":"termMonths: is required; rate: unknown","docs":"","request_id":"req_E",`+
			`"fields":[{"field":"termMonths","message":"is required"},{"field":"rate","message":"unknown"}]}}`)
	})
	_, err := c.Compute(t.Context(), lease())
	e, ok := errors.AsType[*Error](err)
	if want := []Field{{"termMonths", "is required"}, {"rate", "unknown"}}; !ok || !slices.Equal(e.Fields, want) {
		t.Errorf("got %+v, want %v", e, want)
	}
}

// The client has a method and a constant for every operation of the service.
func TestTheClientHasEveryOperation(t *testing.T) {
	t.Parallel()
	known := []Operation{OpCompute, OpSchedule, OpJournalEntries, OpClassify, OpReport, OpVerify, OpCompare}
	for _, op := range operations.All() {
		if !slices.Contains(known, Operation(op.Name)) {
			t.Errorf("%s is missing", op)
		}
	}
	if len(known) != len(operations.All()) {
		t.Errorf("%d operations, and the service has %d", len(known), len(operations.All()))
	}
}
