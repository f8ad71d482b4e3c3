package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// Operations on several leases follow the rules about units, plans and limits.
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

// Each error in a request has the path of its field, and the errors follow the order of the message. No input
// causes another kind of error.
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
