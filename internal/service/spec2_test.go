package service_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// This test covers the units, the plans and the limits of operations on several leases.
func TestSpec10_2_Operations(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		op      *operations.Operation
		name    string
		tool    string
		price   string
		plan    meter.Plan
		maxBody int
	}{
		{operations.Report, "report", "report_leases", "1 computation for each lease", meter.Pro, 8 << 20},
		{operations.Verify, "verify", "verify_schedule", "1 computation", meter.Free, 1 << 20},
		{operations.Compare, "compare", "compare_treatments", "1 computation", meter.Free, 64 << 10},
	} {
		if tt.op.Name != tt.name || tt.op.Tool != tt.tool || tt.op.Price() != tt.price || tt.op.Plan != tt.plan || tt.op.MaxBody != tt.maxBody || tt.op.OfLease() {
			t.Errorf("got %+v, want %+v", tt.op, tt)
		}
		body := bodyOf(tt.op)
		padded := body + strings.Repeat(" ", tt.maxBody-len(body))
		result, err := tt.op.Compute(t.Context(), []byte(padded))
		if err != nil {
			t.Fatalf("%s: %v", tt.op, err)
		}
		if result.Units() != 1 {
			t.Errorf("%s: %d units of one lease", tt.op, result.Units())
		}
		switch v := result.Value().(type) {
		case *portfolio.Report, *reperform.Answer, *treatments.Comparison:
		default:
			t.Errorf("%s: a result of type %T", tt.op, v)
		}
		_, err = tt.op.Compute(t.Context(), []byte(padded+" "))
		if want := fmt.Sprintf("body: must have at most %d bytes", tt.maxBody); err == nil || service.AsError(err).Message != want {
			t.Errorf("%s: %v, want %s", tt.op, err, want)
		}
	}
}

// A report costs one unit per lease. It is billed all of its units or none. If the key has too few
// units left, the message contains the required and the remaining number. Leases that the report
// skips are free.
func TestSpec10_2_AReportTakesAllItsUnitsOrNone(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *service.Config) {
		c.Plans = meter.Standard()
		c.Plans[meter.Pro] = meter.Limits{PerMinute: 1000, PerMonth: 10}
	})
	d.original(d.send(operations.Report, reportOf(6, "")), 4)
	d.refused(d.send(operations.Report, reportOf(5, "")), service.QuotaExceeded, "needs 5 computations", "4 of the 10")
	wrong := strings.Replace(reportOf(5, `,"onError":"skip"`), `"L-2","commencementDate":"2026-01-01"`, `"L-2","commencementDate":"soon"`, 1)
	r := d.original(d.send(operations.Report, wrong), 0)
	if !strings.Contains(r.body, `"skipped":[{"index":2,"id":"L-2","field":"leases[2].commencementDate",`) {
		t.Errorf("skipped: %s", r.body)
	}
	d.refused(d.send(operations.Report, reportOf(1, "")), service.QuotaExceeded, "The quota of 10 computations")
	none := strings.Replace(reportOf(1, `,"onError":"skip"`), `"termMonths":12`, `"termMonths":0`, 1)
	d.original(d.send(operations.Report, none), 0) // the report skips all leases, so no unit is billed
	var units []int64
	for _, row := range d.usage(5) { // the store writes the rows of rejected requests later
		units = append(units, row.Units)
	}
	slices.Sort(units)
	if want := []int64{0, 0, 0, 4, 6}; !slices.Equal(units, want) {
		t.Errorf("units %v, want %v", units, want)
	}
}

// If the plan of a key does not include reports, the error is plan_required and names a plan that
// includes them. Every plan includes the other operations.
func TestSpec10_2_AReportNeedsThePlanThatHasIt(t *testing.T) {
	t.Parallel()
	d := open(t)
	issued, err := d.CreateKeys(context.Background(), service.KeySpec{Plan: meter.Free, Mode: apikey.Test})
	if err != nil {
		t.Fatal(err)
	}
	d.secret = issued[0].Secret
	d.refused(d.send(operations.Report, reportOf(1, "")), service.PlanRequired, "report needs the pro plan; the key has the free plan.")
	d.original(d.send(operations.Verify, bodyOf(operations.Verify)), 24)
	d.original(d.send(operations.Compare, bodyOf(operations.Compare)), 23)
}

// A report that is repeated with the same Idempotency-Key is billed once, with all its units. This
// also applies to simultaneous requests and to different spellings of the request.
func TestSpec10_2_ARepeatedReportIsBilledOnce(t *testing.T) {
	t.Parallel()
	for _, op := range []*operations.Operation{operations.Report, operations.Verify, operations.Compare} {
		d := open(t)
		body, units := bodyOf(op), int64(1)
		if op == operations.Report {
			body, units = reportOf(40, `,"groupBy":["classification"],"journal":"monthly"`), 40
		}
		var wg sync.WaitGroup
		var mu sync.Mutex
		replies := map[bool][]reply{}
		for i := range 8 {
			wg.Go(func() {
				text := body
				if i%2 == 1 {
					text = strings.ReplaceAll(strings.ReplaceAll(body, ",", " ,\n"), `"termMonths":12`, `"termMonths":1.20e1`)
				}
				r := d.send(op, text, "close-2026-03")
				mu.Lock()
				defer mu.Unlock()
				replies[r.replay] = append(replies[r.replay], r)
			})
		}
		wg.Wait()
		if len(replies[false]) != 1 {
			t.Fatalf("%s: %d originals: %v", op, len(replies[false]), replies[false])
		}
		first := d.original(replies[false][0], 5000-units)
		for _, r := range replies[true] {
			d.replayOf(first, r)
		}
		d.refused(d.send(op, strings.Replace(body, "1000", "1001", 1), "close-2026-03"), service.InvalidRequest, "Idempotency-Key: was used before with another body")
		if r := d.send(operations.Compare, lease); r.err != nil || r.remaining != 5000-units-1 {
			t.Errorf("%s: %d computations left, %v", op, r.remaining, r.err)
		}
	}
}

// Each error of a request has the path of its field. The errors are in the order of the message. No
// input causes another kind of error.
func TestSpec10_4_EveryFaultHasItsPath(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("{},", portfolio.MaxLeases) + "{}"
	for _, tt := range []struct {
		op     *operations.Operation
		body   string
		fields string // paths of the invalid fields, in order
	}{
		{operations.Report, `{}`, "from to leases"},
		{operations.Report, `[]`, "body"},
		{operations.Report, `{"from":1,"to":"x","leases":7,"groupBy":"standard","journal":true,"onError":"go"}`, "from to leases groupBy journal onError"},
		{operations.Report, `{"from":"2026-01-01","to":"2026-03-31","leases":[]}`, "leases"},
		{operations.Report, `{"from":"2026-04-01","to":"2026-03-31","leases":[{"id":"a",` + lease[1:] + `]}`, "from"},
		{operations.Report, `{"from":"2026-01-01","to":"2026-03-31","leases":[` + lease + `]}`, "leases[0].id"},
		{operations.Report, `{"from":"2026-01-01","to":"2026-03-31","leases":[{"id":"a",` + lease[1:] + `,{"id":"a",` + lease[1:] + `]}`, "leases[1].id"},
		{
			operations.Report, `{"from":"2026-01-01","to":"2026-03-31","leases":[7,{"id":"b","termMonths":1e99,"rentSteps":[{"from":"2026-01-01"}]}]}`,
			"leases[0] leases[1].termMonths leases[1].rentSteps[0].paymentAmount leases[1].commencementDate leases[1].paymentAmount leases[1].discountRateAnnual",
		},
		{operations.Report, `{"from":"2026-01-01","to":"2026-03-31","groupBy":["size",1,"standard","standard"],"leases":[{"id":"a",` + lease[1:] + `]}`, "groupBy"},
		{operations.Report, `{"from":"2026-01-01","to":"2026-03-31","leases":[{"id":"a","currency":"EUR",` + lease[1:] + `,{"id":"b",` + lease[1:] + `]}`, "groupBy"},
		{operations.Report, `{"from":"2026-01-01","to":"2026-03-31","onError":"skip","leases":[` + many + `]}`, "leases"},
		{operations.Verify, `{}`, "lease theirs"},
		{operations.Verify, `{"lease":[],"theirs":1,"tolerance":-1}`, "lease theirs tolerance"},
		{
			operations.Verify, `{"lease":{"termMonths":0},"theirs":{"initialLiability":"x","schedule":[{"period":0},{"payment":true}]}}`,
			"lease.termMonths lease.commencementDate lease.paymentAmount lease.discountRateAnnual theirs.initialLiability theirs.schedule[0].period theirs.schedule[1].payment",
		},
		{operations.Verify, `{"lease":` + lease + `,"theirs":{}}`, "theirs"},
		{operations.Verify, `{"lease":` + lease + `,"theirs":{"initialLiability":1e999}}`, "theirs.initialLiability"},
		{operations.Verify, `{"lease":` + lease + `,"theirs":{"schedule":[{"payment":1}]}}`, "theirs.schedule[0].period"},
		{
			operations.Compare, strings.Replace(lease, "{", `{"rentFree":[{"from":"2026-01-01","months":0}],"otherPayments":[{"date":"2026-02-01","amount":-1}],`, 1),
			"rentFree[0].months otherPayments[0].amount",
		},
		{operations.Compare, `{"termMonths":-1}`, "termMonths commencementDate paymentAmount discountRateAnnual"},
		{operations.Compare, `{"lease":` + lease + `}`, "lease"},
	} {
		_, err := tt.op.Compute(t.Context(), []byte(tt.body))
		if err == nil {
			t.Errorf("%s of %.200s: answered", tt.op, tt.body)
			continue
		}
		e := service.AsError(err)
		var names, texts []string
		for _, f := range e.Fields {
			names, texts = append(names, f.Name), append(texts, f.Name+": "+f.Message)
		}
		if got := strings.Join(names, " "); e.Code != service.InvalidRequest || got != tt.fields {
			t.Errorf("%s of %.200s: %s, fields %s, want %s", tt.op, tt.body, e, got, tt.fields)
		}
		if e.Message != strings.Join(texts, "; ") {
			t.Errorf("%s of %.200s: message %q, fields %q", tt.op, tt.body, e.Message, texts)
		}
	}
}

// If the caller of a report disconnects, the computation ends, and the report is not billed.
func TestAReportEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	d := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := d.sendCtx(ctx, operations.Report, reportOf(3, ""))
	d.refused(r, service.InternalError)
	d.original(d.send(operations.Report, reportOf(3, "")), 4997)
}
